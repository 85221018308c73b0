import { expect, test } from 'vitest';
import { emptyTitlePage, type TitlePage } from './element.ts';
import { type SetParagraph, type SetRun, textOfSet } from './setText.ts';
import { currentTitleParagraphs } from './titleChange.ts';
import { isUntouchedTemplate, titleFieldsOf } from './titleFields.ts';

const place = { leftInches: 1, rightInches: 7.5, firstIndentInches: 0, spaceBeforeLines: 0, spacing: 1 };
const set = (alignment: SetParagraph['alignment'], ...runs: (string | SetRun)[]): SetParagraph => ({
  ...place,
  alignment,
  runs: runs.map((run) => (typeof run === 'string' ? { text: run } : run)),
});
const blanks = (count: number) => Array.from({ length: count }, () => set('Center'));
const texts = (paragraphs: readonly SetParagraph[]) => paragraphs.map(textOfSet);

const title: SetRun = { text: 'Night Ferry', isBold: true, isUnderlined: true, isAllCaps: true };
const page = [
  ...blanks(3),
  set('Center', title),
  ...blanks(1),
  set('Center', '“Pilot”'),
  ...blanks(3),
  set('Center', 'Written by'),
  ...blanks(1),
  set('Center', 'Olive Lind'),
  ...blanks(4),
  set('Left', 'Lind & Co.\tSecond draft'),
  set('Left', '12 Harbour Row, at the end of the pier, behind the lamps'),
];
const read = titleFieldsOf(page).page;
const now = (change: Partial<TitlePage>) => currentTitleParagraphs(page, { ...read, ...change });

test('the title of an episode stays under that of the series', () => {
  expect(read).toEqual({
    ...emptyTitlePage,
    title: 'Night Ferry\n“Pilot”',
    credit: 'Written by',
    author: 'Olive Lind',
    contact: 'Lind & Co.\n12 Harbour Row, at the end of the pier, behind the lamps',
    draftDate: 'Second draft',
  });
});

test('what nobody changed stays as it was set', () => {
  expect(now({})).toEqual(page);
});

test('a line that is changed keeps its place and its style, and all others are as they were', () => {
  const changed = now({ title: 'Night Ferries\n“Pilot”' });
  expect(changed[3]).toEqual({ ...page[3], runs: [{ ...title, text: 'Night Ferries' }] });
  expect(changed.toSpliced(3, 1)).toEqual(page.toSpliced(3, 1));
});

test('a line more takes the place of a blank one, a line less leaves one', () => {
  const more = now({ author: 'Olive Lind\nEddie Marsh' });
  expect(more).toHaveLength(page.length);
  expect(texts(more).slice(11, 14)).toEqual(['Olive Lind', 'Eddie Marsh', '']);
  const less = now({ title: 'Night Ferry' });
  expect(texts(less).slice(3, 6)).toEqual(['Night Ferry', '', '']);
});

test('what stands behind a tab is changed there', () => {
  expect(texts(now({ draftDate: 'Third draft' }))).toContain('Lind & Co.\tThird draft');
});

test('a field that the page had not is put below the one before it', () => {
  const sourced = texts(now({ source: 'Based on a true story' }));
  expect(sourced.slice(11, 14)).toEqual(['Olive Lind', '', 'Based on a true story']);
  expect(sourced).toHaveLength(page.length);
});

test('the untouched template is nothing', () => {
  const template = [
    set('Center', 'Script Title'),
    set('Center', 'Written by'),
    set('Center', 'Name of First Writer'),
    set('Center', '(Names of Subsequent Writers, in Order of Work Performed)'),
    set('Left', 'Address\nPhone Number'),
  ];
  expect(isUntouchedTemplate(template)).toBe(true);
  expect(titleFieldsOf(template).page).toEqual(emptyTitlePage);
  expect(isUntouchedTemplate([...template, set('Center', 'Olive')])).toBe(false);
});

test('the template of older and newer versions is nothing, either, in one line or two', () => {
  const older = [
    '(Name of Project)',
    'by',
    '(Name of First Writer)',
    '(Based on, If Any)',
    'Revisions by',
    '(Names of Subsequent Writers,',
    'in Order of Work Performed)',
    'Current Revisions by',
    '(Current Writer, date)',
    'Name (of company, if applicable)',
  ];
  const newer = [
    'Script Title',
    'Written by',
    'Copyright (c) 2026',
    'Draft\ninformation',
    'Contact\ninformation',
  ];
  for (const lines of [older, newer]) {
    const template = lines.map((line) => set('Center', line));
    expect(isUntouchedTemplate(template)).toBe(true);
    expect(titleFieldsOf(template).page).toEqual(emptyTitlePage);
  }
  const begun = ['(Name of Project)', 'by', 'Olive Lind', 'Revisions by', '(Current Writer, date)'];
  expect(titleFieldsOf(begun.map((line) => set('Center', line))).page).toEqual({
    ...emptyTitlePage,
    credit: 'by',
    author: 'Olive Lind',
  });
});

test('a page without any alignment is read from its lines alone', () => {
  const plain = [set(undefined, 'NIGHT FERRY'), set(undefined, ''), set(undefined, 'Olive Lind')];
  expect(titleFieldsOf(plain).page).toMatchObject({ title: 'NIGHT FERRY', author: 'Olive Lind' });
});
