import { expect, test } from 'vitest';
import type { ElementType } from './element.ts';
import { mentionsOf, withMentions } from './mentions.ts';

const lines = (...rows: [ElementType, string][]) =>
  rows.map(([elementType, content], i) => ({ id: i + 1, elementType, content }));

/** Return a line of action after renaming all its mentions. */
function renamed(content: string, from: string, to: string) {
  const [element] = lines(['action', content]);
  if (!element) throw new Error('No element');
  const replaced = withMentions(element, mentionsOf([element], from, to));
  return replaced.type === 'change' ? replaced.content : content;
}

test.each([
  ['MARA waits. Mara counts.', 'LENA waits. Lena counts.'],
  ["Mara's coat, MARA’S hat.", "Lena's coat, LENA’S hat."],
  ['Tamara and Maras and mara.', 'Tamara and Maras and mara.'],
  ['**MARA** and *Mara*.', '**LENA** and *Lena*.'],
])('renames %j to %j', (before, after) => {
  expect(renamed(before, 'MARA', 'Lena')).toBe(after);
});

test('replaces parts of a name by the corresponding parts, in the original case', () => {
  const text = 'MARA VOSS, 38. Mara sits. "Voss!" he calls. Mrs. Voss does not move.';
  expect(renamed(text, 'MARA VOSS', "LENA O'NEIL")).toBe(
    `LENA O'NEIL, 38. Lena sits. "O'Neil!" he calls. Mrs. O'Neil does not move.`,
  );
  expect(renamed('Mara sits. "Voss!"', 'MARA VOSS', 'LENA')).toBe('Lena sits. "Lena!"');
  expect(renamed('Mara sits. "Voss!"', 'MARA VOSS', 'MARA REHN')).toBe('Mara sits. "Rehn!"');
  expect(renamed('The OLD SAILOR nods. The sailor nods.', 'OLD SAILOR', 'FERRY CAPTAIN')).toBe(
    'The FERRY CAPTAIN nods. The sailor nods.',
  );
});

test('adds an s to a bare possessive, but not before a closing quotation mark', () => {
  expect(renamed("James' coat is wet.", 'JAMES', 'Mara')).toBe("Mara's coat is wet.");
  expect(renamed("They call him 'James' here.", 'JAMES', 'Mara')).toBe("They call him 'Mara' here.");
  expect(renamed("James' coat is wet.", 'JAMES', 'Holmes')).toBe("Holmes' coat is wet.");
});

test("finds a mention after another character's name", () => {
  const script = lines(['action', 'Will sees Mara.']);
  expect(mentionsOf(script, 'MARA', 'LENA', ['WILL']).map(({ found }) => found)).toEqual(['Mara']);
});

test('marks a name in capitals as certain even if it is also an ordinary word', () => {
  const script = lines(['action', 'They hope. HOPE waits. Hope is all.']);
  expect(mentionsOf(script, 'HOPE', 'LENA').map(({ found, isSure }) => [found, isSure])).toEqual([
    ['HOPE', true],
    ['Hope', false],
  ]);
});

test('leaves out cues, headings and transitions', () => {
  const script = lines(
    ['scene_heading', "INT. MARA'S CABIN"],
    ['action', 'MARA waits.'],
    ['character', 'MARA'],
    ['parenthetical', '(to Mara)'],
    ['dialogue', 'I am Mara.'],
    ['transition', 'MARA TO:'],
  );
  expect(mentionsOf(script, 'Mara', 'Lena')).toMatchObject([
    { elementId: 2, start: 0, end: 4, found: 'MARA', replacement: 'LENA', isSure: true },
    { elementId: 4, start: 4, end: 8, found: 'Mara', replacement: 'Lena', isSure: true },
    { elementId: 5, start: 5, end: 9, found: 'Mara', replacement: 'Lena', isSure: true },
  ]);
});

test('marks shared names and ordinary words as uncertain', () => {
  const script = lines(
    ['action', 'WILL VOSS enters. Voss nods. Will he stay?'],
    ['dialogue', 'He will. MARA VOSS will.'],
  );
  const mentions = mentionsOf(script, 'WILL VOSS', 'TOM REHN', ['MARA VOSS']);
  expect(mentions.map(({ found, replacement, isSure }) => [found, replacement, isSure])).toEqual([
    ['WILL VOSS', 'TOM REHN', true],
    ['Voss', 'Rehn', false],
    ['Will', 'Tom', false],
  ]);
});

test.each([
  ['', 'Mara'],
  ['MARA', ' '],
  ['MARA', 'mara'],
])('finds no mentions when renaming %j to %j', (from, to) => {
  expect(mentionsOf(lines(['action', 'MARA waits.']), from, to)).toEqual([]);
});
