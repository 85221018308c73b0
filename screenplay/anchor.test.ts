import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { moveAnchor } from './anchor.ts';

/** A text in which the stretch stands between bars; null for no stretch. */
function marked(text: string) {
  const start = text.indexOf('|');
  const end = text.lastIndexOf('|') - 1;
  return { text: text.replaceAll('|', ''), anchor: start < 0 ? null : { start, end } };
}

function moved(before: string, after: string) {
  const { text, anchor } = marked(before);
  if (!anchor) throw new Error('No stretch is marked');
  return moveAnchor(text, marked(after).text, anchor);
}

describe('a stretch of text', () => {
  test.each([
    ['stays where it is', 'Mara |holds on|.', 'Mara |holds on|.'],
    ['moves with text before it', 'Mara |holds on|.', 'Old Mara |holds on|.'],
    ['does not mind text behind it', 'Mara |holds on|.', 'Mara |holds on|. Rain.'],
    ['takes in what is typed inside it', 'Mara |holds on|.', 'Mara |holds tightly on|.'],
    ['takes in letters typed inside its word', 'A |lap| ahead.', 'A |lamp| ahead.'],
    ['does not take in what is typed at its start', 'Mara |holds| on.', 'Mara grimly |holds| on.'],
    ['does not take in what is typed at its end', 'Mara |holds| on.', 'Mara |holds| firmly on.'],
    ['shrinks when its first words go', 'Mara |holds the wet rail|.', 'Mara |wet rail|.'],
    ['shrinks when its last words go', 'Mara |holds the wet rail|.', 'Mara |holds the|.'],
    ['keeps its place between two changes', 'One |two| three.', 'Uno |two| tres.'],
    ['keeps a part of a word', 'The |light|house.', 'The old |light|house.'],
    ['follows its word, not an equal letter', 'A |rail| and a rope.', 'A wet |rail| and a rope.'],
    ['counts astral characters as the editor does', '🚢 |ferry|.', '🚢🚢 |ferry|.'],
    ['stays when the text is put in capitals', 'Mara |holds on|.', 'MARA |HOLDS ON|.'],
    ['of white space alone stays', 'One|  |two.', 'Now one|  |two.'],
    ['may be the whole text', '|Rain.|', '|Rain.|'],
  ])('%s', (_, before, after) => {
    expect(moved(before, after)).toEqual(marked(after).anchor);
  });

  test.each([
    ['its words were deleted', 'Mara |holds on|.', 'Mara.'],
    ['its words were rewritten', 'Mara |waits|.', 'Mara leaves.'],
    ['all was rewritten', 'Mara |waits for the ferry|.', 'Engines below.'],
    ['only its signs are left', 'Wait|, Mara|.', 'Wait, Tobias.'],
  ])('is gone when %s', (_, before, after) => {
    expect(moved(before, after)).toBeNull();
  });

  test('that is none is not followed', () => {
    expect(moveAnchor('Rain.', 'Rain!', { start: 2, end: 2 })).toBeNull();
    expect(moveAnchor('Rain.', 'Rain!', { start: 2, end: 9 })).toBeNull();
    expect(moveAnchor('Rain.', 'Rain!', { start: -1, end: 2 })).toBeNull();
  });

  test('never leaves the text, whatever is done to it', () => {
    const { below, pick } = seeded(7);
    const words = ['rain', ' ', 'rail', '.', ' the ', 'a', '\n', '🚢', "don't"];
    for (let i = 0; i < 2000; i++) {
      const [before, after] = [0, 1].map(() =>
        Array.from({ length: 1 + below(9) }, () => pick(words)).join(''),
      ) as [string, string];
      const start = below(before.length);
      const end = start + 1 + below(before.length - start);
      const anchor = moveAnchor(before, after, { start, end });
      if (!anchor) continue;
      expect(anchor.start).toBeGreaterThanOrEqual(0);
      expect(anchor.end).toBeGreaterThan(anchor.start);
      expect(anchor.end).toBeLessThanOrEqual(after.length);
    }
  });

  test('is followed through 20,000 characters of which all are alike', () => {
    const before = 'a '.repeat(10_000);
    const after = `b ${'a '.repeat(4000)}c ${'a '.repeat(5000)}`;
    const anchor = moveAnchor(before, after, { start: 19_990, end: 19_993 });
    expect(anchor).toEqual({ start: after.length - 10, end: after.length - 7 });
  });
});
