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
const paragraphsWith = (change: Partial<TitlePage>) => currentTitleParagraphs(page, { ...read, ...change });

test('reads an episode title below the series title', () => {
  expect(read).toEqual({
    ...emptyTitlePage,
    title: 'Night Ferry\n“Pilot”',
    credit: 'Written by',
    author: 'Olive Lind',
    contact: 'Lind & Co.\n12 Harbour Row, at the end of the pier, behind the lamps',
    draftDate: 'Second draft',
  });
});

test('returns unchanged paragraphs for unchanged fields', () => {
  expect(paragraphsWith({})).toEqual(page);
});

test('changes only the changed line and keeps its position and style', () => {
  const changed = paragraphsWith({ title: 'Night Ferries\n“Pilot”' });
  expect(changed[3]).toEqual({ ...page[3], runs: [{ ...title, text: 'Night Ferries' }] });
  expect(changed.toSpliced(3, 1)).toEqual(page.toSpliced(3, 1));
});

test('replaces a blank line by an added line, and leaves one for a removed line', () => {
  const more = paragraphsWith({ author: 'Olive Lind\nEddie Marsh' });
  expect(more).toHaveLength(page.length);
  expect(texts(more).slice(11, 14)).toEqual(['Olive Lind', 'Eddie Marsh', '']);
  const less = paragraphsWith({ title: 'Night Ferry' });
  expect(texts(less).slice(3, 6)).toEqual(['Night Ferry', '', '']);
});

test('replaces text after a tab', () => {
  expect(texts(paragraphsWith({ draftDate: 'Third draft' }))).toContain('Lind & Co.\tThird draft');
});

test('inserts a new field below the one before it', () => {
  const sourced = texts(paragraphsWith({ source: 'Based on a true story' }));
  expect(sourced.slice(11, 14)).toEqual(['Olive Lind', '', 'Based on a true story']);
  expect(sourced).toHaveLength(page.length);
});

test('reads the unmodified template as empty', () => {
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

test('reads templates of older and newer versions as empty, in one or two lines', () => {
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

test('reads a page without alignment by its lines', () => {
  const plain = [set(undefined, 'NIGHT FERRY'), set(undefined, ''), set(undefined, 'Olive Lind')];
  expect(titleFieldsOf(plain).page).toMatchObject({ title: 'NIGHT FERRY', author: 'Olive Lind' });
});
