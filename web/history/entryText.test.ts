import { describe, expect, test } from 'vitest';
import { elementRow, historyEntryRow } from '#test/rows.ts';
import { asPast, earlierText, editsToText, textOf } from './entryText.ts';

describe('the text of a change', () => {
  test('is the new text, and the previous text before the change', () => {
    const entry = historyEntryRow({
      newElementType: 'dialogue',
      newCharacterName: 'MARA',
      newParenthetical: '(beat)',
    });
    expect(textOf(entry)).toEqual({
      content: 'Rain on black water.',
      elementType: 'dialogue',
      characterName: 'MARA',
      parenthetical: '(beat)',
    });
    expect(earlierText(entry)).toEqual({
      content: 'Rain.',
      elementType: 'action',
      characterName: null,
      parenthetical: null,
    });
  });

  test('is the deleted text of a deletion, and null before a creation', () => {
    const deletion = historyEntryRow({ action: 'delete', newContent: null, newElementType: null });
    expect(textOf(deletion)).toMatchObject({ content: 'Rain.' });
    const creation = historyEntryRow({ action: 'create', previousContent: null, previousElementType: null });
    expect(earlierText(creation)).toBeNull();
  });

  test('omits a parenthetical that the entry does not contain', () => {
    expect(textOf(historyEntryRow())).not.toHaveProperty('parenthetical');
  });
});

describe('editsToText', () => {
  const text = { content: 'Rain.', elementType: 'action' as const };

  test('changes only the fields that differ', () => {
    expect(editsToText(1, text, elementRow({ id: 1, content: 'Snow.' }))).toEqual([
      { type: 'update', id: 1, fields: { content: 'Rain.' } },
    ]);
    expect(editsToText(1, text, elementRow({ id: 1, content: 'Rain.' }))).toEqual([]);
  });

  test('restores a deleted element first', () => {
    expect(editsToText(1, text, undefined)).toEqual([
      { type: 'restore', id: 1 },
      { type: 'update', id: 1, fields: text },
    ]);
  });
});

test('compares an element by the fields that history records', () => {
  expect(asPast(elementRow({ id: 1, content: 'Rain.', dual: 'left' }))).toEqual({
    id: 1,
    elementType: 'action',
    content: 'Rain.',
    characterName: null,
    parenthetical: null,
    dual: 'left',
  });
});
