import { expect, test } from 'vitest';
import { createScene, type Scene } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { changedFields, formBody } from '#web/lib/formBody.ts';
import { newDraft, type SceneDraft, sceneDraft, sceneRules } from './sceneForm.ts';

const bodyOf = (draft: SceneDraft) => formBody(createScene.body, draft);

/** Return the errors of the form's rules; valid fields are left out. */
function ruledOut(draft: SceneDraft, scene: Scene | null) {
  return Object.fromEntries(Object.entries(sceneRules(draft, scene)).filter(([, problem]) => problem));
}

test('a new scene has the number after the highest: scenes 1 and 7 give 8', () => {
  const draft = newDraft([deckRow(1), deckRow(7, { actNumber: 2 })]);
  expect(draft).toMatchObject({ sceneNumber: '8', actNumber: '2', heading: '', sequenceId: '' });
  expect(newDraft([])).toMatchObject({ sceneNumber: '1', actNumber: '1' });
});

test('sends an empty page, an empty location and no sequence as null', () => {
  const draft = { ...newDraft([]), heading: ' INT. CAR DECK - NIGHT ' };
  expect(bodyOf(draft)).toEqual({
    sceneNumber: 1,
    actNumber: 1,
    heading: 'INT. CAR DECK - NIGHT',
    location: null,
    timeOfDay: null,
    pageNumber: null,
    sequenceId: null,
    notes: null,
  });
});

test('sends only changed fields', () => {
  const before = sceneDraft(deckRow(3, { sequenceId: 7, notes: 'Cold' }));
  const changesTo = (after: SceneDraft) => changedFields(bodyOf(before), bodyOf(after));
  expect(changesTo({ ...before, notes: '' })).toEqual({ notes: null });
  expect(changesTo({ ...before, actNumber: '2', sequenceId: '' })).toEqual({
    actNumber: 2,
    sequenceId: null,
  });
});

test('requires number and act, not the page', () => {
  const draft = { ...newDraft([]), sceneNumber: ' ', actNumber: '' };
  expect(ruledOut(draft, null)).toEqual({
    sceneNumber: 'Scene number is required',
    actNumber: 'Act is required',
  });
});

test.each(['0', '1.5', '-2', 'two', '1e3'])('rejects the number %s', (text) => {
  const draft = { ...newDraft([]), heading: 'INT. DECK', sceneNumber: text, pageNumber: text };
  const problem = 'Must be a whole number, 1 or more';
  expect(ruledOut(draft, null)).toEqual({ sceneNumber: problem, pageNumber: problem });
});

test('rejects a number that exceeds the database column', () => {
  const draft = { ...newDraft([]), heading: 'INT. DECK', sceneNumber: '9999999999' };
  expect(ruledOut(draft, null)).toEqual({ sceneNumber: 'Must be at most 2147483647' });
});

test('requires a heading, and reports values longer than the contract allows at their fields', () => {
  const draft = { ...newDraft([]), heading: '  ', location: 'B'.repeat(201) };
  const result = createScene.body
    .safeParse(bodyOf(draft))
    .error?.issues.map(({ path, message }) => [path, message]);
  expect(result).toEqual([
    [['heading'], 'Heading is required'],
    [['location'], 'Must be at most 200 characters'],
  ]);
});

test('the opening needs neither number nor heading', () => {
  const opening = deckRow(1, { heading: '' });
  const draft = { ...sceneDraft(opening), notes: 'Black' };
  expect(sceneRules(draft, opening)).toMatchObject({ sceneNumber: null, heading: null });
});
