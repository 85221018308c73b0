import { expect, test } from 'vitest';
import { deckRow } from '#test/rows.ts';
import { bodyOf, errorsIn, newDraft, patchOf, sceneDraft } from './sceneForm.ts';

test('a new scene has the number after the highest: scenes 1 and 7 give 8', () => {
  const draft = newDraft([deckRow(1), deckRow(7, { actNumber: 2 })]);
  expect(draft).toMatchObject({ sceneNumber: '8', actNumber: '2', heading: '', sequenceId: '' });
  expect(newDraft([])).toMatchObject({ sceneNumber: '1', actNumber: '1' });
});

test('an empty page, an empty place and no sequence are sent as null', () => {
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

test('saving sends what was changed, and with another act its sequence', () => {
  const before = sceneDraft(deckRow(3, { sequenceId: 7, notes: 'Cold' }));
  expect(patchOf(before, { ...before, notes: '' })).toEqual({ notes: null });
  expect(patchOf(before, { ...before, actNumber: '2', sequenceId: '' })).toEqual({
    actNumber: 2,
    sequenceId: null,
  });
});

test('number, act and heading are needed, the page is not', () => {
  const draft = { ...newDraft([]), sceneNumber: ' ', actNumber: '', heading: '  ' };
  expect(errorsIn(draft, null)).toEqual({
    sceneNumber: 'Scene number is required',
    actNumber: 'Act is required',
    heading: 'Heading is required',
  });
});

test.each(['0', '1.5', '-2', 'two', '1e3'])('the number %s is refused', (text) => {
  const draft = { ...newDraft([]), heading: 'INT. DECK', sceneNumber: text, pageNumber: text };
  const problem = 'Must be a whole number, 1 or more';
  expect(errorsIn(draft, null)).toEqual({ sceneNumber: problem, pageNumber: problem });
});

test('what is longer than the contract allows is said at its field', () => {
  const draft = {
    ...newDraft([]),
    heading: 'A'.repeat(301),
    location: 'B'.repeat(201),
    sceneNumber: '9999999999',
  };
  expect(errorsIn(draft, null)).toEqual({
    sceneNumber: 'Must be at most 2147483647',
    heading: 'Must be at most 300 characters',
    location: 'Must be at most 200 characters',
  });
});

test('text before the first scene needs no heading', () => {
  const opening = deckRow(1, { heading: '' });
  expect(errorsIn({ ...sceneDraft(opening), notes: 'Black' }, opening)).toEqual({});
});
