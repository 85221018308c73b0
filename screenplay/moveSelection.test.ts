import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { between, deckScript } from '#test/selections.ts';
import { parseEmphasis } from './emphasis.ts';
import { copySelection, copyToEnd, moveSelection, moveToEnd } from './moveSelection.ts';
import type { ScriptSelection, SelectionChange } from './selection.ts';

/** Return the texts after applying a change. */
function after(script: readonly { id: number; content: string }[], change: SelectionChange | null): string[] {
  let list = script.map(({ id, content }) => ({ id, content }));
  let nextId = 1000;
  for (const edit of change?.edits ?? []) {
    const at = (id: number | null) => list.findIndex((each) => each.id === id);
    if (edit.type === 'delete') list = list.filter(({ id }) => id !== edit.id);
    else if (edit.type === 'update')
      list = list.map((each) =>
        each.id === edit.id ? { ...each, content: edit.fields.content ?? each.content } : each,
      );
    else if (edit.type === 'insert')
      list.splice(
        at(edit.afterId) + 1,
        0,
        ...edit.elements.map(({ content }) => ({ id: nextId++, content })),
      );
    else {
      const moved = list.filter(({ id }) => edit.ids.includes(id));
      list = list.filter(({ id }) => !edit.ids.includes(id));
      list.splice(at(edit.afterId) + 1, 0, ...moved);
    }
  }
  return list.map(({ content }) => content);
}

const moved = (selection: ScriptSelection, id: number, offset: number) =>
  after(deckScript, moveSelection(deckScript, selection, { id, offset }));

const copiedBelow = (selection: ScriptSelection) => after(deckScript, copyToEnd(deckScript, selection));
const belowAll = (selection: ScriptSelection) => after(deckScript, moveToEnd(deckScript, selection));

describe('moveSelection', () => {
  test('inserts the text with its style at the target', () => {
    expect(moved(between(4, 11, 4, 21), 2, 8)).toEqual([
      'INT. CAR DECK - NIGHT',
      'Chains. **Forty-two.** Diesel.',
      'MARA',
      'Forty-one.',
      'Nobody laughs.',
    ]);
  });

  test('moves text within one element in both directions', () => {
    expect(moved(between(2, 0, 2, 8), 2, 15)[1]).toBe('Diesel. Chains.');
    expect(moved(between(5, 7, 5, 14), 5, 0)[4]).toBe('laughs. Nobody');
  });

  test('joins the remaining text when the selection spans elements', () => {
    expect(moved(between(2, 8, 4, 11), 5, 14)).toEqual([
      'INT. CAR DECK - NIGHT',
      'Chains. **Forty-two.**',
      'Nobody laughs.Diesel.',
      'MARA',
      'Forty-one. ',
    ]);
  });

  test('inserts into the joined element when moved behind its own end', () => {
    expect(moved(between(2, 8, 5, 7), 5, 14)).toEqual([
      'INT. CAR DECK - NIGHT',
      'Chains. laughs.Diesel.',
      'MARA',
      'Forty-one. **Forty-two.**',
      'Nobody ',
    ]);
  });

  test('moves whole elements without changing their ids', () => {
    const change = moveSelection(deckScript, between(3, 0, 4, 21), { id: 1, offset: 21 });
    expect(change).toEqual({
      edits: [{ type: 'move', ids: [3, 4], afterId: 1 }],
      caret: { in: 'element', id: 4, offset: 21 },
    });
    expect(moved(between(3, 0, 4, 21), 1, 0)[0]).toBe('MARA');
    expect(moved(between(2, 0, 2, 15), 5, 14).at(-1)).toBe('Chains. Diesel.');
  });

  test('returns null within the selection and at its edges', () => {
    for (const [id, offset] of [
      [2, 8],
      [3, 2],
      [4, 11],
    ] as const)
      expect(moveSelection(deckScript, between(2, 8, 4, 11), { id, offset })).toBeNull();
    expect(moveSelection(deckScript, between(3, 0, 4, 21), { id: 5, offset: 0 })).toBeNull();
    expect(moveSelection(deckScript, between(3, 0, 4, 21), { id: 2, offset: 15 })).toBeNull();
  });

  test('keeps the original with copySelection', () => {
    const change = copySelection(deckScript, between(3, 0, 4, 21), { id: 5, offset: 14 });
    expect(after(deckScript, change).slice(5)).toEqual(['MARA', 'Forty-one. **Forty-two.**']);
  });

  test('creates new elements with moveToEnd', () => {
    expect(belowAll(between(2, 8, 4, 11))).toEqual([
      'INT. CAR DECK - NIGHT',
      'Chains. **Forty-two.**',
      'Nobody laughs.',
      ...['Diesel.', 'MARA', 'Forty-one.'],
    ]);
    expect(belowAll(between(2, 0, 3, 4)).slice(-2)).toEqual(['Chains. Diesel.', 'MARA']);
    expect(moveToEnd(deckScript, between(4, 11, 5, 14))).toBeNull();
    expect(copiedBelow(between(4, 11, 5, 6)).slice(4)).toEqual([
      'Nobody laughs.',
      '**Forty-two.**',
      'Nobody',
    ]);
  });
});

describe('moveSelection with random selections', () => {
  test.for([1, 2, 3])(
    'neither loses nor duplicates letters, and edits no element twice (seed %i)',
    (seed) => {
      const random = seeded(seed);
      const letters = (texts: readonly string[]) =>
        texts.join('').toUpperCase().replace(/[\s*]/g, '').split('').sort().join('');
      const plain = deckScript.map(({ content }) => content);
      for (let round = 0; round < 400; round++) {
        const place = () => {
          const { id, content } = random.pick(deckScript);
          return { id, offset: random.below(parseEmphasis(content).text.length + 1) };
        };
        const change = moveSelection(deckScript, { anchor: place(), head: place() }, place());
        expect(letters(after(deckScript, change))).toBe(letters(plain));
        const ids = (change?.edits ?? []).flatMap((edit) => ('id' in edit ? [edit.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
      }
    },
  );
});
