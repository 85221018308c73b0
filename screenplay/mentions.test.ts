import { expect, test } from 'vitest';
import type { ElementType } from './element.ts';
import { mentionsOf, withMentions } from './mentions.ts';

const lines = (...rows: [ElementType, string][]) =>
  rows.map(([elementType, content], i) => ({ id: i + 1, elementType, content }));

/** What becomes of one line of action when all its mentions take the new name. */
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
])('%j becomes %j', (before, after) => {
  expect(renamed(before, 'MARA', 'Lena')).toBe(after);
});

test('parts of a name become the parts of the new one, in the case they are written in', () => {
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

test('a bare possessive gets its s, and a closing quotation mark does not', () => {
  expect(renamed("James' coat is wet.", 'JAMES', 'Mara')).toBe("Mara's coat is wet.");
  expect(renamed("They call him 'James' here.", 'JAMES', 'Mara')).toBe("They call him 'Mara' here.");
  expect(renamed("James' coat is wet.", 'JAMES', 'Holmes')).toBe("Holmes' coat is wet.");
});

test('somebody else who is named before takes nothing from a mention', () => {
  const script = lines(['action', 'Will sees Mara.']);
  expect(mentionsOf(script, 'MARA', 'LENA', ['WILL']).map(({ found }) => found)).toEqual(['Mara']);
});

test('a name in capitals is one, even where its word is also an ordinary one', () => {
  const script = lines(['action', 'They hope. HOPE waits. Hope is all.']);
  expect(mentionsOf(script, 'HOPE', 'LENA').map(({ found, isSure }) => [found, isSure])).toEqual([
    ['HOPE', true],
    ['Hope', false],
  ]);
});

test('cues, headings and transitions are not among the mentions', () => {
  const script = lines(
    ['scene_heading', "INT. MARA'S CABIN"],
    ['action', 'MARA waits.'],
    ['character', 'MARA'],
    ['parenthetical', '(to Mara)'],
    ['dialogue', 'I am Mara.'],
    ['transition', 'MARA TO:'],
  );
  expect(mentionsOf(script, 'Mara', 'Lena')).toMatchObject([
    { elementId: 2, start: 0, end: 4, found: 'MARA', becomes: 'LENA', isSure: true },
    { elementId: 4, start: 4, end: 8, found: 'Mara', becomes: 'Lena', isSure: true },
    { elementId: 5, start: 5, end: 9, found: 'Mara', becomes: 'Lena', isSure: true },
  ]);
});

test('a name that others have, too, and a word of the script are doubtful', () => {
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
])('from %j to %j nothing is found but other letters', (from, to) => {
  expect(mentionsOf(lines(['action', 'MARA waits.']), from, to)).toEqual([]);
});
