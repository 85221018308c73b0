import { expect, test } from 'vitest';
import { fuzzyMatch, highlightSegments } from './fuzzyMatch.ts';

const matched = (query: string, text: string) =>
  highlightSegments(text, fuzzyMatch(query, text)?.at ?? [])
    .map((part) => (part.isMatched ? `[${part.text}]` : part.text))
    .join('');

test('matches if the text contains the characters of the query in order', () => {
  expect(fuzzyMatch('cdn', 'CAR DECK - NIGHT')).not.toBeNull();
  expect(fuzzyMatch('ndc', 'CAR DECK - NIGHT')).toBeNull();
  expect(fuzzyMatch('', 'CAR DECK')).toBeNull();
  expect(fuzzyMatch('  ', 'CAR DECK')).toBeNull();
  expect(fuzzyMatch('x', '')).toBeNull();
});

test.each([
  ['cab', 'INT. CABIN 214 - NIGHT', 'INT. [CAB]IN 214 - NIGHT'],
  ['cdn', 'INT. CAR DECK - NIGHT', 'INT. [C]AR [D]ECK - [N]IGHT'],
  ['deck night', 'INT. CAR DECK - NIGHT', 'INT. CAR [DECK] - [NIGHT]'],
  ['cafe', 'INT. CAFÉ - DAY', 'INT. [CAFÉ] - DAY'],
  ['night', 'nigh NIGHT', 'nigh [NIGHT]'],
])('%s in %s matches the most plausible characters', (query, text, expected) => {
  expect(matched(query, text)).toBe(expected);
});

test.each([
  ['find', 'Find', 'Find and replace'],
  ['deck', 'INT. DECK - DAY', 'INT. DINER CORRIDOR, KITCHEN'],
  ['mar', 'MARA', 'TAMARA'],
  ['de', 'Delete', 'Side panel'],
  ['dd', 'Dual dialogue', 'Add'],
  ['car', 'INT. CAR DECK - DAY', 'Comments and reports'],
  ['export', 'The last export of a long title', 'E X P O R T'],
  ['car', 'CAR', 'CAR DECK'],
  ['car', 'CAR DECK', 'CARPARK'],
])('for the query %s, %s scores higher than %s', (query, better, worse) => {
  expect(fuzzyMatch(query, better)?.score).toBeGreaterThan(
    fuzzyMatch(query, worse)?.score ?? Number.NEGATIVE_INFINITY,
  );
});

test('returns the right offsets after characters of two code units', () => {
  expect(matched('deck', '😀 DECK 😀')).toBe('😀 [DECK] 😀');
  expect(highlightSegments('', [])).toEqual([]);
});
