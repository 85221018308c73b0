import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { moveAnchor } from './anchor.ts';

/** Return the text without the bars, and the range between them; null without bars. */
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

describe('moveAnchor', () => {
  test.each([
    ['keeps the range in an unchanged text', 'Mara |holds on|.', 'Mara |holds on|.'],
    ['shifts the range after text inserted before it', 'Mara |holds on|.', 'Old Mara |holds on|.'],
    ['ignores text added after the range', 'Mara |holds on|.', 'Mara |holds on|. Rain.'],
    ['includes text typed inside the range', 'Mara |holds on|.', 'Mara |holds tightly on|.'],
    ['includes letters typed inside its word', 'A |lap| ahead.', 'A |lamp| ahead.'],
    ['excludes text typed at its start', 'Mara |holds| on.', 'Mara grimly |holds| on.'],
    ['excludes text typed at its end', 'Mara |holds| on.', 'Mara |holds| firmly on.'],
    ['shrinks the range when its first words are deleted', 'Mara |holds the wet rail|.', 'Mara |wet rail|.'],
    ['shrinks the range when its last words are deleted', 'Mara |holds the wet rail|.', 'Mara |holds the|.'],
    ['follows the range between two changes', 'One |two| three.', 'Uno |two| tres.'],
    ['follows a part of a word', 'The |light|house.', 'The old |light|house.'],
    ['follows the word and not an equal letter', 'A |rail| and a rope.', 'A wet |rail| and a rope.'],
    ['counts astral characters like the editor', '🚢 |ferry|.', '🚢🚢 |ferry|.'],
    ['keeps the range when the text is converted to capitals', 'Mara |holds on|.', 'MARA |HOLDS ON|.'],
    ['keeps a range of white space only', 'One|  |two.', 'Now one|  |two.'],
    ['accepts the whole text as the range', '|Rain.|', '|Rain.|'],
  ])('%s', (_, before, after) => {
    expect(moved(before, after)).toEqual(marked(after).anchor);
  });

  test.each([
    ['its words were deleted', 'Mara |holds on|.', 'Mara.'],
    ['its words were rewritten', 'Mara |waits|.', 'Mara leaves.'],
    ['the whole text was rewritten', 'Mara |waits for the ferry|.', 'Engines below.'],
    ['only its punctuation is left', 'Wait|, Mara|.', 'Wait, Tobias.'],
  ])('returns null when %s', (_, before, after) => {
    expect(moved(before, after)).toBeNull();
  });

  test('returns null for an empty or invalid range', () => {
    expect(moveAnchor('Rain.', 'Rain!', { start: 2, end: 2 })).toBeNull();
    expect(moveAnchor('Rain.', 'Rain!', { start: 2, end: 9 })).toBeNull();
    expect(moveAnchor('Rain.', 'Rain!', { start: -1, end: 2 })).toBeNull();
  });

  test('returns a range inside the text after any edit', () => {
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

  test('follows a range through 20,000 characters of equal words', () => {
    const before = 'a '.repeat(10_000);
    const after = `b ${'a '.repeat(4000)}c ${'a '.repeat(5000)}`;
    const anchor = moveAnchor(before, after, { start: 19_990, end: 19_993 });
    expect(anchor).toEqual({ start: after.length - 10, end: after.length - 7 });
  });
});
