import { expect, test } from 'vitest';
import { cue, dialogueLine, paren, writing } from '#test/script.ts';
import { emptyTitlePage } from './element.ts';
import { writeFdx } from './fdx/write.ts';
import { contentAs, convertLineType } from './flow.ts';
import { defaultFormat } from './format.ts';
import { writeFountain } from './fountain/write.ts';
import { paginate } from './layout/paginate.ts';
import { placePage } from './layout/place.ts';
import { moveTextInside } from './parenthetical.ts';
import { readingHtml } from './reading.ts';
import { unstyled } from './styled.ts';
import { lettersOfType } from './typedLetters.ts';

test.each([
  ['quietly', '(quietly)'],
  ['(quietly)', '(quietly)'],
  ['(quietly', '(quietly)'],
  ['quietly)', '(quietly)'],
  ['((quietly)', '(quietly)'],
  ['(quietly))', '(quietly)'],
  ['*quietly*', '(*quietly*)'],
  ['*(quietly)*', '*(quietly)*'],
  ['to (one) and (two)', '(to (one) and (two))'],
  ['(one) and two', '((one) and two)'],
  ['(one) and (two)', '(one) and (two)'],
  [' quietly ', '(quietly)'],
  ['', ''],
])('stores %s as %s, also when stored again', (content, storedContent) => {
  expect(contentAs('parenthetical', content)).toBe(storedContent);
  expect(contentAs('parenthetical', storedContent)).toBe(storedContent);
});

test('displays, prints and exports a stored parenthetical without parentheses with them', () => {
  const elements = [cue('MARA'), paren('quietly'), dialogueLine('No.')];
  const printed = placePage(paginate(elements, defaultFormat), 0).map(({ text }) => text);
  expect(printed).toContain('(quietly)');
  const screenplay = { titlePage: emptyTitlePage, elements, format: defaultFormat, source: null };
  expect(writeFountain(screenplay)).toContain('\n(quietly)\n');
  expect(writeFdx(screenplay)).toContain('<Text>(quietly)</Text>');
  expect(readingHtml(screenplay)).toContain('>(quietly)<');
});

test('adds and removes parentheses with the type, and keeps the caret at its word', () => {
  const line = { text: unstyled('Hold on'), caret: 4 };
  const inside = convertLineType(line, 'dialogue', 'parenthetical');
  expect(inside).toEqual({ text: unstyled('(Hold on)'), caret: 5 });
  expect(convertLineType(inside, 'parenthetical', 'transition')).toEqual(line);
  const empty = convertLineType({ text: unstyled(''), caret: 0 }, 'action', 'parenthetical');
  expect(empty).toEqual({ text: unstyled('()'), caret: 1 });
  expect(convertLineType(empty, 'parenthetical', 'dialogue')).toEqual({ text: unstyled(''), caret: 0 });
  const two = { text: unstyled('(one) and (two)'), caret: 0 };
  expect(convertLineType(two, 'parenthetical', 'dialogue')).toEqual(two);
});

test('moves text typed outside the parentheses inside, with the caret', () => {
  const typed = (text: string, caret: number) => moveTextInside('(beat)', unstyled(text), caret);
  expect(typed('x(beat)', 1)).toEqual({ text: unstyled('(xbeat)'), caret: 2 });
  expect(typed('(beat) or so', 12)).toEqual({ text: unstyled('(beat or so)'), caret: 11 });
  expect(typed('(beats)', 6)).toBeNull();
  expect(typed('(one) (beat)', 5)).toBeNull();
  expect(moveTextInside('(one) and (two)', unstyled('x(one) and (two)'), 1)).toBeNull();
});

test('converts stored elements with styles to and from parentheticals', () => {
  const stored = (content: string) => ({ elementType: 'parenthetical' as const, content });
  expect(lettersOfType('dialogue', stored('(quietly)'))).toBe('quietly');
  expect(lettersOfType('dialogue', stored('**(quietly)**'))).toBe('**quietly**');
  expect(lettersOfType('scene_heading', stored('(later)'))).toBe('later');
  expect(lettersOfType('parenthetical', { elementType: 'dialogue', content: 'quietly' })).toBe('(quietly)');
});

test('lets the user type only the words, and continues with Enter and Tab from inside', () => {
  writing('cycle')
    .as('dialogue')
    .type('(quietly')
    .expectText('(quietly)')
    .press('Enter')
    .expectType('dialogue');
  writing('finalDraft').as('parenthetical').expectText('()').type('beat').press('Tab').expectType('dialogue');
  writing('finalDraft').as('parenthetical').press('Tab').expectType('dialogue').expectText('');
  writing('cycle').as('parenthetical').press('Enter').expectStep({ type: 'close' });
});
