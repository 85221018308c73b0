import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { type PastElement, type PastEntry, scriptAt } from './past.ts';

const texts = (elements: readonly PastElement[]) => elements.map(({ content }) => content);
const withoutGone = (elements: readonly PastElement[]) => elements.map(({ gone: _, ...element }) => element);

/** An entry as it was written before places and rows were kept. */
function oldEntry(given: Partial<PastEntry> & Pick<PastEntry, 'elementId' | 'action'>): PastEntry {
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
    ...given,
  };
}

/** Rain, Horn, Mara looks up. */
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

describe('going back', () => {
  test('over a creation takes the element away', () => {
    const script = aScript();
    expect(texts(undone(script, () => script.insert(1, 'Gulls.')))).toEqual([
      'Rain.',
      'Horn.',
      'Mara looks up.',
    ]);
    expect(scriptAt(script.elements, { entries: script.entries, moves: [] })).toEqual([]);
  });

  test('over a deletion puts the element where it stood, first or further on, as it went', () => {
    for (const id of [1, 2, 3]) {
      const script = aScript();
      const row = { ...pastElement(id, ''), ...script.elements[id - 1], dual: 'left' as const };
      script.elements = script.elements.with(id - 1, row);
      const was = undone(script, () => script.delete(id));
      expect(texts(was)).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
      expect(was[id - 1]).toMatchObject({ id, dual: 'left', gone: { content: row.content } });
    }
  });

  test('over an update gives every field back that it changed', () => {
    const script = aScript();
    const was = undone(script, () =>
      script.update(2, {
        elementType: 'dialogue',
        content: 'Wait!',
        characterName: 'TOBIAS',
        parenthetical: '(waving)',
      }),
    );
    expect(was[1]).toEqual(pastElement(2, 'Horn.'));
  });

  test('over a move puts the element behind what it stood behind, the first one first', () => {
    const script = aScript();
    expect(texts(undone(script, () => script.move(1, 3)))).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
    expect(texts(undone(script, () => script.move(3, null)))).toEqual(['Horn.', 'Mara looks up.', 'Rain.']);
  });

  test('a move is met between the entries it happened between', () => {
    const script = aScript();
    script.move(3, null);
    script.delete(1);
    script.move(2, null);
    const { entries, moves } = script;
    const steps = { entries: entries.slice(3), moves };
    expect(texts(scriptAt(script.elements, steps))).toEqual(['Rain.', 'Horn.', 'Mara looks up.']);
    // Only what came after the first move: the deletion, and the second move.
    expect(texts(scriptAt(script.elements, { ...steps, moves: moves.slice(1) }))).toEqual([
      'Mara looks up.',
      'Rain.',
      'Horn.',
    ]);
  });

  test('elements moved together come back together', () => {
    const script = aScript();
    script.insert(3, 'Engines.');
    const was = undone(script, () => script.apply({ type: 'move', ids: [1, 2], afterId: 4 }));
    expect(texts(script.elements)).toEqual(['Mara looks up.', 'Engines.', 'Rain.', 'Horn.']);
    expect(texts(was)).toEqual(['Rain.', 'Horn.', 'Mara looks up.', 'Engines.']);
  });

  test('an element deleted, brought back and deleted again says what it said last', () => {
    const script = aScript();
    const moment = { historyId: script.entries.at(-1)?.id ?? 0, moveId: 0 };
    script.delete(2);
    script.apply({ type: 'restore', id: 2, afterId: 3 });
    script.update(2, { content: 'A long horn.' });
    script.delete(2);
    const was = scriptAt(script.elements, script.since(moment));
    expect(was[1]).toMatchObject({ id: 2, content: 'Horn.', gone: { content: 'A long horn.' } });
  });
});

describe('entries that do not tell places', () => {
  test('give the text back at the end, to be written anew', () => {
    const entries = [
      oldEntry({ elementId: 9, action: 'delete', previousContent: 'Gulls.', previousElementType: 'action' }),
    ];
    const was = scriptAt([pastElement(1, 'Rain.')], { entries, moves: [] });
    expect(was).toEqual([pastElement(1, 'Rain.'), pastElement(9, 'Gulls.', { gone: null })]);
  });

  test('leave alone what they do not know', () => {
    const now = pastElement(1, 'Wait!', { elementType: 'dialogue', parenthetical: '(waving)' });
    const entries = [
      oldEntry({ elementId: 1, action: 'update', previousContent: 'Stop!', newContent: 'Wait!' }),
    ];
    expect(scriptAt([now], { entries, moves: [] })).toEqual([{ ...now, content: 'Stop!' }]);
  });
});

describe('a place that is not known', () => {
  const kept = (id: number) => ({ element: pastElement(id, `Line ${id}.`) });

  test('is behind the nearest predecessor that is', () => {
    // 3 stood after 2; 2 is taken away on the way back, and stood after 1.
    const entries = [
      oldEntry({ id: 5, elementId: 2, action: 'create', newContent: 'Line 2.' }),
      oldEntry({ id: 4, elementId: 3, action: 'delete', afterElementId: 2, kept: kept(3) }),
    ];
    const now = [pastElement(1, 'Line 1.'), pastElement(2, 'Line 2.'), pastElement(4, 'Line 4.')];
    expect(texts(scriptAt(now, { entries, moves: [] }))).toEqual(['Line 1.', 'Line 3.', 'Line 4.']);
  });

  test('else at the end', () => {
    const entries = [oldEntry({ elementId: 3, action: 'delete', afterElementId: 77, kept: kept(3) })];
    expect(texts(scriptAt([pastElement(1, 'Line 1.')], { entries, moves: [] }))).toEqual([
      'Line 1.',
      'Line 3.',
    ]);
  });

  test('steps of elements that nobody knows change nothing', () => {
    const now = [pastElement(1, 'Line 1.')];
    const entries = [
      oldEntry({ id: 3, elementId: 8, action: 'create' }),
      oldEntry({ id: 2, elementId: 8, action: 'update', previousContent: 'a', newContent: 'b' }),
    ];
    const moves = [{ id: 1, elementId: 8, afterElementId: 1, historyId: 1 }];
    expect(scriptAt(now, { entries, moves })).toEqual(now);
  });
});

test.each([1, 2, 3, 4, 5])('every moment of a random history is found again (seed %i)', (seed) => {
  const random = seeded(seed);
  const script = new PastScript();
  for (let i = 0; i < 300; i++) script.step(random);
  for (const moment of script.moments) {
    const was = scriptAt(script.elements, script.since(moment));
    expect(withoutGone(was)).toEqual(withoutGone(moment.elements));
  }
});
