import { expect, test } from 'vitest';
import { characterRow } from '#test/rows.ts';
import { ageOf, ageProblem, characterChange, characterDraft, emptyDraft, problemsOf } from './draft.ts';

test.each([
  ['34', 34],
  [' 7 ', 7],
  ['0', 0],
  ['', null],
  ['abc', null],
  ['34.5', null],
  ['-3', null],
  ['1000', null],
])('an age of %j is %j', (text, age) => {
  expect(ageOf(text)).toBe(age);
  expect(ageProblem(text) === undefined).toBe(age !== null || text === '');
});

test('a save sends what was changed, and a field that was emptied as none', () => {
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

test('a name is needed, and has a length', () => {
  expect(problemsOf({ ...emptyDraft, name: '   ' })).toEqual({ name: 'Character name is required' });
  expect(problemsOf({ ...emptyDraft, name: 'M'.repeat(101) })).toEqual({
    name: 'Must be at most 100 characters',
  });
  expect(problemsOf({ ...emptyDraft, name: 'MARA' })).toEqual({});
});
