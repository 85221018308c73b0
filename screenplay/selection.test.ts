import { describe, expect, test } from 'vitest';
import { between, deckScript, scriptOfLines } from '#test/selections.ts';
import { type Fragment, fragmentOf, insertFragment, wholeElements } from './fragment.ts';
import {
  type SelectionChange,
  type SelectionEdit,
  selectAll,
  splitOver,
  textOfSelection,
  typeOver,
} from './selection.ts';
import { caseSelection, dualSelection, styleSelection, typeSelection } from './selectionFormat.ts';
import { unstyled } from './styled.ts';

const editsOf = (change: SelectionChange | null): SelectionEdit[] => change?.edits ?? [];

describe('typeOver with text', () => {
  test('joins the ends of the selection in the first element', () => {
    expect(typeOver(deckScript, between(2, 8, 5, 7), unstyled('Then n'))).toEqual({
      edits: [
        { type: 'update', id: 2, fields: { content: 'Chains. Then nlaughs.' } },
        { type: 'delete', id: 3 },
        { type: 'delete', id: 4 },
        { type: 'delete', id: 5 },
      ],
      caret: { in: 'element', id: 2, offset: 14 },
    });
  });

  test('has the same result for a backward selection', () => {
    expect(typeOver(deckScript, between(5, 7, 2, 8), unstyled('x'))).toEqual(
      typeOver(deckScript, between(2, 8, 5, 7), unstyled('x')),
    );
  });

  test('puts the text into the first of several whole elements', () => {
    expect(typeOver(deckScript, between(3, 0, 4, 22), unstyled('tobias'))).toEqual({
      edits: [
        { type: 'update', id: 3, fields: { content: 'tobias' } },
        { type: 'delete', id: 4 },
      ],
      caret: { in: 'element', id: 3, offset: 6 },
    });
  });

  test('keeps the style of the remaining text', () => {
    expect(editsOf(typeOver(deckScript, between(4, 0, 4, 11)))).toEqual([
      { type: 'update', id: 4, fields: { content: '**Forty-two.**' } },
    ]);
  });
});

describe('typeOver without text', () => {
  test('leaves the last element unchanged if the selection ends at its start', () => {
    expect(typeOver(deckScript, between(2, 0, 5, 0))).toEqual({
      edits: [
        { type: 'delete', id: 2 },
        { type: 'delete', id: 3 },
        { type: 'delete', id: 4 },
      ],
      caret: { in: 'element', id: 5, offset: 0 },
    });
  });

  test("leaves an empty line of the first element's type for whole elements", () => {
    expect(typeOver(deckScript, between(3, 0, 4, 22))).toEqual({
      edits: [
        { type: 'delete', id: 3 },
        { type: 'delete', id: 4 },
      ],
      caret: { in: 'newLine', afterId: 2, type: 'character' },
    });
  });

  test('leaves an empty script with a line at its start', () => {
    const all = selectAll(deckScript);
    const change = all && typeOver(deckScript, all);
    expect(editsOf(change)).toHaveLength(5);
    expect(change?.caret).toEqual({ in: 'newLine', afterId: null, type: 'scene_heading' });
  });

  test('returns null for a caret or a missing element', () => {
    expect(typeOver(deckScript, between(2, 3, 2, 3))).toBeNull();
    expect(typeOver(deckScript, between(2, 3, 99, 3))).toBeNull();
  });

  test('continues text that is too long in a new element', () => {
    const long = scriptOfLines(['action', `${'a '.repeat(9_000)}.`], ['action', `${'b '.repeat(9_000)}.`]);
    const edits = editsOf(typeOver(long, between(1, 18_000, 2, 0)));
    expect(edits.map(({ type }) => type)).toEqual(['update', 'insert', 'delete']);
  });
});

describe('splitOver', () => {
  test('splits an element at the caret', () => {
    expect(splitOver(deckScript, between(2, 8, 2, 8))).toEqual({
      edits: [
        { type: 'update', id: 2, fields: { content: 'Chains.' } },
        { type: 'insert', afterId: 2, elements: [{ elementType: 'action', content: 'Diesel.' }] },
      ],
      caret: { in: 'inserted', index: 0, offset: 0 },
    });
  });

  test('keeps both ends of a selection as separate elements', () => {
    expect(splitOver(deckScript, between(2, 8, 5, 7))).toEqual({
      edits: [
        { type: 'update', id: 2, fields: { content: 'Chains.' } },
        { type: 'delete', id: 3 },
        { type: 'delete', id: 4 },
        { type: 'update', id: 5, fields: { content: 'laughs.' } },
      ],
      caret: { in: 'element', id: 5, offset: 0 },
    });
  });
});

describe('fragments', () => {
  test('record whether they begin inside an element, and keep the style', () => {
    expect(fragmentOf(deckScript, between(3, 2, 5, 6))).toEqual({
      elements: [
        { elementType: 'character', content: 'RA' },
        { elementType: 'dialogue', content: 'Forty-one. **Forty-two.**' },
        { elementType: 'action', content: 'Nobody' },
      ],
      startsInside: true,
      endsInside: true,
    });
    expect(textOfSelection(deckScript, between(4, 11, 5, 6))).toBe('Forty-two.\nNobody');
  });

  test('leave out an element without selected text', () => {
    expect(fragmentOf(deckScript, between(3, 0, 5, 0)).elements.map(({ content }) => content)).toEqual([
      'MARA',
      'Forty-one. **Forty-two.**',
    ]);
  });

  const speech = wholeElements([
    { elementType: 'character', content: 'TOBIAS' },
    { elementType: 'dialogue', content: 'After you.' },
  ]);

  test('split the element when whole elements are inserted inside it', () => {
    expect(insertFragment(deckScript, between(2, 8, 2, 8), speech)).toEqual({
      edits: [
        { type: 'update', id: 2, fields: { content: 'Chains.' } },
        {
          type: 'insert',
          afterId: 2,
          elements: [...speech.elements, { elementType: 'action', content: 'Diesel.' }],
        },
      ],
      caret: { in: 'inserted', index: 1, offset: 10 },
    });
  });

  test('precede the element when inserted at its start', () => {
    expect(insertFragment(deckScript, between(5, 0, 5, 0), speech)).toEqual({
      edits: [{ type: 'insert', afterId: 4, elements: speech.elements }],
      caret: { in: 'inserted', index: 1, offset: 10 },
    });
  });

  test('follow the element when inserted at its end', () => {
    expect(editsOf(insertFragment(deckScript, between(5, 14, 5, 14), speech))).toEqual([
      { type: 'insert', afterId: 5, elements: speech.elements },
    ]);
  });

  test('replace the selection', () => {
    expect(editsOf(insertFragment(deckScript, between(3, 0, 4, 22), speech))).toEqual([
      { type: 'delete', id: 3 },
      { type: 'delete', id: 4 },
      { type: 'insert', afterId: 2, elements: speech.elements },
    ]);
  });

  test('merge with the text around the caret if they begin and end inside elements', () => {
    const fragment = fragmentOf(deckScript, between(4, 11, 5, 6));
    expect(insertFragment(deckScript, between(2, 8, 2, 8), fragment)).toEqual({
      edits: [
        { type: 'update', id: 2, fields: { content: 'Chains. **Forty-two.**' } },
        { type: 'insert', afterId: 2, elements: [{ elementType: 'action', content: 'NobodyDiesel.' }] },
      ],
      caret: { in: 'inserted', index: 0, offset: 6 },
    });
  });

  test('are inserted as text if they are part of one element', () => {
    const word: Fragment = {
      elements: [{ elementType: 'dialogue', content: '*more* ' }],
      startsInside: true,
      endsInside: true,
    };
    expect(insertFragment(deckScript, between(2, 8, 2, 8), word)).toEqual({
      edits: [{ type: 'update', id: 2, fields: { content: 'Chains. *more* Diesel.' } }],
      caret: { in: 'element', id: 2, offset: 13 },
    });
  });

  test('return null when they are empty', () => {
    expect(insertFragment(deckScript, between(2, 8, 2, 8), wholeElements([]))).toBeNull();
  });
});

describe('formatting a selection', () => {
  test('applies bold if some text is not bold, and removes it otherwise', () => {
    const all = between(4, 0, 5, 14);
    const edits = styleSelection(deckScript, all, 'isBold');
    expect(edits).toEqual([
      { type: 'update', id: 4, fields: { content: '**Forty-one. Forty-two.**' } },
      { type: 'update', id: 5, fields: { content: '**Nobody laughs.**' } },
    ]);
    const bold = scriptOfLines(['action', '**One.**'], ['action', '**Two.**']);
    expect(
      styleSelection(bold, between(1, 0, 2, 4), 'isBold').map((edit) => 'fields' in edit && edit.fields),
    ).toEqual([{ content: 'One.' }, { content: 'Two.' }]);
  });

  test('changes the type and keeps the letters', () => {
    expect(typeSelection(deckScript, between(4, 3, 5, 2), 'character')).toEqual([
      { type: 'update', id: 4, fields: { elementType: 'character', content: 'Forty-one. **Forty-two.**' } },
      { type: 'update', id: 5, fields: { elementType: 'character', content: 'Nobody laughs.' } },
    ]);
  });

  test('converts to capitals or lower case, except headings and cues', () => {
    expect(caseSelection(deckScript, between(4, 11, 5, 6), 'upper')).toEqual([
      { type: 'update', id: 4, fields: { content: 'Forty-one. **FORTY-TWO.**' } },
      { type: 'update', id: 5, fields: { content: 'NOBODY laughs.' } },
    ]);
    expect(caseSelection(deckScript, between(1, 0, 3, 4), 'lower')).toEqual([
      { type: 'update', id: 2, fields: { content: 'chains. diesel.' } },
    ]);
  });

  test('sets two selected speeches side by side', () => {
    const two = scriptOfLines(
      ['character', 'MARA'],
      ['dialogue', 'No.'],
      ['character', 'TOBIAS'],
      ['dialogue', 'Yes.'],
    );
    expect(
      dualSelection(two, between(1, 0, 4, 4))?.map((edit) => 'fields' in edit && edit.fields.dual),
    ).toEqual(['left', 'left', 'right', 'right']);
    expect(dualSelection(deckScript, between(1, 0, 2, 4))).toBeNull();
  });
});
