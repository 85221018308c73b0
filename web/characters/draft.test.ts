import { expect, test } from 'vitest';
import { CharacterCreate } from '#shared/contract/characters.ts';
import { characterRow } from '#test/rows.ts';
import { changedFields } from '#web/lib/formBody.ts';
import {
  ageOf,
  ageProblem,
  type CharacterDraft,
  characterBody,
  characterDraft,
  emptyDraft,
} from './draft.ts';

test.each([
  ['34', 34],
  [' 7 ', 7],
  ['0', 0],
  ['', null],
  ['abc', null],
  ['34.5', null],
  ['-3', null],
  ['1000', null],
])('ageOf(%j) returns %j', (text, age) => {
  expect(ageOf(text)).toBe(age);
  expect(ageProblem(text) === undefined).toBe(age !== null || text === '');
});

const characterChange = (opened: CharacterDraft, draft: CharacterDraft) =>
  changedFields(characterBody(opened), characterBody(draft));

test('characterChange contains the changed fields, and null for an emptied one', () => {
  const opened = characterDraft(characterRow({ role: 'Purser' }));
  expect(
    characterChange(opened, { ...opened, role: '  ', age: '39', arc: ' Learns to lose count. ' }),
  ).toEqual({
    role: null,
    age: 39,
    arc: 'Learns to lose count.',
  });
  expect(characterChange(opened, { ...opened, name: ' MARA ' })).toEqual({});
});

function problemsOf(draft: CharacterDraft) {
  const { error } = CharacterCreate.safeParse(characterBody(draft));
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? []);
}

test('rejects an empty name and one that is too long', () => {
  expect(problemsOf({ ...emptyDraft, name: '   ' })).toEqual({ name: 'Character name is required' });
  expect(problemsOf({ ...emptyDraft, name: 'M'.repeat(101) })).toEqual({
    name: 'Must be at most 100 characters',
  });
  expect(problemsOf({ ...emptyDraft, name: 'MARA' })).toEqual({});
});
