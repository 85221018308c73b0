import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '#test/random.ts';
import type { ElementType } from './element.ts';
import { mergeElement, mergeText } from './merge.ts';

interface Saved {
  elementType: ElementType;
  content: string;
  characterName: string | null;
  parenthetical: string | null;
}

const base: Saved = {
  elementType: 'dialogue',
  content: 'Hold on, Tobias. The ferry is late.',
  characterName: 'MARA',
  parenthetical: null,
};

describe('mergeElement', () => {
  test('takes fields changed by one side from that side', () => {
    const theirs = { ...base, characterName: 'TOBIAS' };
    const ours = { ...base, parenthetical: '(beat)', content: 'Hold on.' };
    expect(mergeElement(base, theirs, ours)).toEqual({
      merged: { ...base, characterName: 'TOBIAS', parenthetical: '(beat)', content: 'Hold on.' },
      conflict: null,
    });
  });

  test('accepts the same change on both sides', () => {
    const changed: Saved = { ...base, elementType: 'action' };
    expect(mergeElement(base, changed, { ...changed })).toEqual({ merged: changed, conflict: null });
  });

  test('reports the fields that both sides changed to different values', () => {
    const theirs: Saved = { ...base, elementType: 'action', characterName: 'TOBIAS', content: 'Stay.' };
    const ours: Saved = { ...base, elementType: 'parenthetical', characterName: null, content: 'Go.' };
    expect(mergeElement(base, theirs, ours)).toEqual({
      merged: null,
      conflict: ['elementType', 'content', 'characterName'],
    });
  });
});

describe('mergeElement with words that merge', () => {
  test('reports a field conflict even if the words merge', () => {
    const theirs: Saved = { ...base, characterName: 'TOBIAS', content: `${base.content} Wait.` };
    const ours: Saved = { ...base, characterName: 'HOLGER', content: `Now: ${base.content}` };
    expect(mergeElement(base, theirs, ours)).toEqual({ merged: null, conflict: ['characterName'] });
  });
});

describe('mergeText', () => {
  test.each([
    ['Hold on, Tobias.', 'Wait on, Tobias.', 'Hold on, Mara.', 'Wait on, Mara.'],
    ['Hold on.', 'Hold on. More.', 'Wait on.', 'Wait on. More.'],
    ['Hold on.', 'Now: Hold on.', 'Hold on!', 'Now: Hold on!'],
    ['one two three', 'two three', 'one two', 'two'],
    ['Hold on', '**Hold** on', 'Hold on, now', '**Hold** on, now'],
    ["don't go there", "don't go here", "can't go there", "can't go here"],
    ['line one\nline two', 'line 1\nline two', 'line one\nline 2', 'line 1\nline 2'],
    [
      'constructor a __proto__',
      'constructor b __proto__',
      'constructor a __proto__ c',
      'constructor b __proto__ c',
    ],
    ['字 一 二 三', '字 一 二 四', '文 一 二 三', '文 一 二 四'],
    ['  indented line here', '  indented line there', '    indented line here', '    indented line there'],
  ])('merges %j with other changes', (before, theirs, ours, merged) => {
    expect(mergeText(before, theirs, ours)).toBe(merged);
    expect(mergeText(before, ours, theirs)).toBe(merged);
  });

  test.each([
    ['the same word', 'Hold on', 'Wait on', 'Stay on'],
    ['the same position', 'Hold on', 'Hold on now', 'Hold on then'],
    ['a word that one side removed', 'Hold on there', 'Hold there', 'Hold off there'],
    ['adjacent words', 'Hold on there', 'Stop on there', 'Hold off there'],
    ['everything', 'a', 'b', 'c'],
  ])('conflicts at %s', (_, before, theirs, ours) => {
    expect(mergeText(before, theirs, ours)).toBeNull();
  });

  test('merges a very long text by line, to limit the time', () => {
    const line = (word: string) => `${'a '.repeat(100)}${word}\n`;
    const text = (first: string, last: string) => line(first) + line('b').repeat(80) + line(last);
    expect(mergeText(text('x', 'x'), text('y', 'x'), text('x', 'z'))).toBe(text('y', 'z'));
    const oneLine = 'a '.repeat(9000);
    expect(mergeText(oneLine, `${oneLine}b`, `c ${oneLine}`)).toBeNull();
  });
});

let wordCount = 0;

/** Change a few words, using words that are unique to this side. */
function edit(text: string, side: string, random: Random): string {
  const words = text.split(' ');
  for (let i = 0; i < 1 + random.below(3); i++) {
    const at = random.below(words.length + 1);
    const word = `${side}${wordCount++}`;
    const kind = random.below(3);
    if (kind === 0) words.splice(at, 0, word);
    else if (kind === 1) words.splice(at, 1, word);
    else words.splice(at, 1);
  }
  return words.join(' ');
}

function added(from: string, to: string): string[] {
  const known = new Set(from.split(' '));
  return to.split(' ').filter((word) => !known.has(word));
}

describe('mergeText with random edits', () => {
  test.each([1, 2, 3, 4, 5])('loses no words in random histories (seed %i)', (seed) => {
    const random = seeded(seed);
    let stored = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ');
    let mergedCount = 0;
    for (let i = 0; i < 400; i++) {
      const theirs = edit(stored, 'their', random);
      const ours = edit(stored, 'our', random);
      expect(mergeText(stored, theirs, stored)).toBe(theirs);
      expect(mergeText(stored, stored, ours)).toBe(ours);
      expect(mergeText(stored, theirs, theirs)).toBe(theirs);
      const merged = mergeText(stored, theirs, ours);
      expect(mergeText(stored, ours, theirs)).toBe(merged);
      if (merged === null) continue;
      mergedCount++;
      const result = new Set(merged.split(' '));
      for (const word of [...added(stored, theirs), ...added(stored, ours)]) expect(result).toContain(word);
      for (const word of stored.split(' ')) {
        const isKept = theirs.split(' ').includes(word) && ours.split(' ').includes(word);
        expect(result.has(word)).toBe(isKept);
      }
      // Merging with the merged text again adds nothing.
      expect(mergeText(ours, merged, ours)).toBe(merged);
      stored =
        merged.split(' ').length > 15
          ? merged
          : `${merged} ${Array.from({ length: 20 }, (_, k) => `n${i}_${k}`).join(' ')}`;
    }
    expect(mergedCount).toBeGreaterThan(100);
  });
});

describe('mergeElement with random edits', () => {
  test.each([1, 2, 3])('returns the same result in either order (seed %i)', (seed) => {
    const random = seeded(seed);
    const change = (element: Saved, side: string): Saved => ({
      elementType: random.chance(0.2) ? random.pick(['action', 'parenthetical']) : element.elementType,
      content: random.chance(0.6) ? edit(element.content, side, random) : element.content,
      characterName: random.chance(0.2) ? random.pick(['TOBIAS', null]) : element.characterName,
      parenthetical: random.chance(0.2) ? '(beat)' : element.parenthetical,
    });
    for (let i = 0; i < 300; i++) {
      const theirs = change(base, 'their');
      const ours = change(base, 'our');
      const result = mergeElement(base, theirs, ours);
      expect(mergeElement(base, ours, theirs)).toEqual(result);
      expect(mergeElement(base, theirs, base)).toEqual({ merged: theirs, conflict: null });
      expect(mergeElement(base, base, ours)).toEqual({ merged: ours, conflict: null });
      if (result.merged) {
        expect(mergeElement(base, result.merged, result.merged).merged).toEqual(result.merged);
      } else {
        for (const field of result.conflict) expect(theirs[field]).not.toBe(ours[field]);
      }
    }
  });
});
