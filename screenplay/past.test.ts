import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { type PastElement, type PastEntry, scriptAt } from './past.ts';

const texts = (elements: readonly PastElement[]) => elements.map(({ content }) => content);
const withoutLastText = (elements: readonly PastElement[]) =>
  elements.map(({ gone: _, ...element }) => element);

/** Create an entry as stored before positions and rows were recorded. */
function oldEntry(fields: Partial<PastEntry> & Pick<PastEntry, 'elementId' | 'action'>): PastEntry {
  return {
    id: 1,
    previousElementType: null,
    newElementType: null,
    previousContent: null,
    newContent: null,
    previousCharacterName: null,
    newCharacterName: null,
    previousParenthetical: null,
    newParenthetical: null,
    afterElementId: null,
    ...fields,
  };
}

/** Create a script with the lines Rain, Horn, Mara looks up. */
function aScript(): PastScript {
  const script = new PastScript();
  script.insert(null, 'Rain.');
  script.insert(1, 'Horn.');
  script.insert(2, 'Mara looks up.');
  return script;
}

const undone = (script: PastScript, change: () => void) => {
  const moment = { historyId: script.entries.at(-1)?.id ?? 0, moveId: script.moves.at(-1)?.id ?? 0 };
  change();
  return scriptAt(script.elements, script.since(moment));
};

describe('scriptAt', () => {
  test('removes a created element', () => {
    const script = aScript();
    expect(texts(undone(script, () => script.insert(1, 'Gulls.')))).toEqual([
      'Rain.',
      'Horn.',
      'Mara looks up.',
    ]);
    expect(scriptAt(script.elements, { entries: script.entries, moves: [] })).toEqual([]);
  });

  test('restores a deleted element at its position', () => {
    for (const id of [1, 2, 3]) {
      const script = aScript();
      const row = { ...pastElement(id, ''), ...script.elements[id - 1], dual: 'left' as const };
      script.elements = script.elements.with(id - 1, row);
      const earlier = undone(script, () => script.delete(id));
      expect(texts(earlier)).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
      expect(earlier[id - 1]).toMatchObject({ id, dual: 'left', gone: { content: row.content } });
    }
  });

  test('restores every field changed by an update', () => {
    const script = aScript();
    const earlier = undone(script, () =>
      script.update(2, {
        elementType: 'dialogue',
        content: 'Wait!',
        characterName: 'TOBIAS',
        parenthetical: '(waving)',
      }),
    );
    expect(earlier[1]).toEqual(pastElement(2, 'Horn.'));
  });

  test('moves an element back behind its former predecessor', () => {
    const script = aScript();
    expect(texts(undone(script, () => script.move(1, 3)))).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
    expect(texts(undone(script, () => script.move(3, null)))).toEqual(['Horn.', 'Mara looks up.', 'Rain.']);
  });

  test('undoes a move between the entries around it', () => {
    const script = aScript();
    script.move(3, null);
    script.delete(1);
    script.move(2, null);
    const { entries, moves } = script;
    const steps = { entries: entries.slice(3), moves };
    expect(texts(scriptAt(script.elements, steps))).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
    // Only what happened after the first move: the deletion, and the second move.
    expect(texts(scriptAt(script.elements, { ...steps, moves: moves.slice(1) }))).toEqual([
      'Mara looks up.',
      'Rain.',
      'Horn.',
    ]);
  });

  test('moves elements back together that were moved together', () => {
    const script = aScript();
    script.insert(3, 'Engines.');
    const earlier = undone(script, () => script.apply({ type: 'move', ids: [1, 2], afterId: 4 }));
    expect(texts(script.elements)).toEqual(['Mara looks up.', 'Engines.', 'Rain.', 'Horn.']);
    expect(texts(earlier)).toEqual(['Rain.', 'Horn.', 'Mara looks up.', 'Engines.']);
  });

  test('returns the last text of an element deleted, restored and deleted again', () => {
    const script = aScript();
    const moment = { historyId: script.entries.at(-1)?.id ?? 0, moveId: 0 };
    script.delete(2);
    script.apply({ type: 'restore', id: 2, afterId: 3 });
    script.update(2, { content: 'A long horn.' });
    script.delete(2);
    const earlier = scriptAt(script.elements, script.since(moment));
    expect(earlier[1]).toMatchObject({ id: 2, content: 'Horn.', gone: { content: 'A long horn.' } });
  });
});

describe('scriptAt with entries that lack positions', () => {
  test('restores the text at the end, to be inserted as new', () => {
    const entries = [
      oldEntry({ elementId: 9, action: 'delete', previousContent: 'Gulls.', previousElementType: 'action' }),
    ];
    const earlier = scriptAt([pastElement(1, 'Rain.')], { entries, moves: [] });
    expect(earlier).toEqual([pastElement(1, 'Rain.'), pastElement(9, 'Gulls.', { gone: null })]);
  });

  test('does not change fields that are not recorded', () => {
    const current = pastElement(1, 'Wait!', { elementType: 'dialogue', parenthetical: '(waving)' });
    const entries = [
      oldEntry({ elementId: 1, action: 'update', previousContent: 'Stop!', newContent: 'Wait!' }),
    ];
    expect(scriptAt([current], { entries, moves: [] })).toEqual([{ ...current, content: 'Stop!' }]);
  });
});

describe('scriptAt with an unknown position', () => {
  const kept = (id: number) => ({ element: pastElement(id, `Line ${id}.`) });

  test('inserts after the nearest known predecessor', () => {
    // 3 was after 2. Undoing the creation of 2 removes it; it was after 1.
    const entries = [
      oldEntry({ id: 5, elementId: 2, action: 'create', newContent: 'Line 2.' }),
      oldEntry({ id: 4, elementId: 3, action: 'delete', afterElementId: 2, kept: kept(3) }),
    ];
    const current = [pastElement(1, 'Line 1.'), pastElement(2, 'Line 2.'), pastElement(4, 'Line 4.')];
    expect(texts(scriptAt(current, { entries, moves: [] }))).toEqual(['Line 1.', 'Line 3.', 'Line 4.']);
  });

  test('inserts at the end without a known predecessor', () => {
    const entries = [oldEntry({ elementId: 3, action: 'delete', afterElementId: 77, kept: kept(3) })];
    expect(texts(scriptAt([pastElement(1, 'Line 1.')], { entries, moves: [] }))).toEqual([
      'Line 1.',
      'Line 3.',
    ]);
  });

  test('ignores steps of unknown elements', () => {
    const current = [pastElement(1, 'Line 1.')];
    const entries = [
      oldEntry({ id: 3, elementId: 8, action: 'create' }),
      oldEntry({ id: 2, elementId: 8, action: 'update', previousContent: 'a', newContent: 'b' }),
    ];
    const moves = [{ id: 1, elementId: 8, afterElementId: 1, historyId: 1 }];
    expect(scriptAt(current, { entries, moves })).toEqual(current);
  });
});

describe('scriptAt with a random history', () => {
  test.each([1, 2, 3, 4, 5])('restores every moment of a random history (seed %i)', (seed) => {
    const random = seeded(seed);
    const script = new PastScript();
    for (let i = 0; i < 300; i++) script.step(random);
    for (const moment of script.moments) {
      const earlier = scriptAt(script.elements, script.since(moment));
      expect(withoutLastText(earlier)).toEqual(withoutLastText(moment.elements));
    }
  });
});
