import { describe, expect, test } from 'vitest';
import { emptyTitlePage } from '../element.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { draftOfRunning, runningOfDraft } from '../runningDraft.ts';
import { defaultRunning, type RunningTexts, type SetParagraph } from '../setText.ts';
import { placeRunning } from './setText.ts';
import { placeTitlePages } from './titlePage.ts';

const place = { leftInches: 1.25, rightInches: -1, firstIndentInches: 0, spaceBeforeLines: 0, spacing: 1 };
const facts = { fileName: 'Night Ferry', date: 'May 4, 2026' };
const header: SetParagraph = {
  ...place,
  alignment: 'Left',
  runs: [
    { text: 'Ferry\t' },
    { text: '', field: 'date' },
    { text: '\t' },
    { text: '', field: 'page' },
    { text: '.' },
  ],
  tabs: [
    { inches: 4.5, type: 'Center' },
    { inches: 7.25, type: 'Right' },
  ],
};
const running: RunningTexts = {
  header: { paragraphs: [header], isVisible: true, isOnFirstPage: false },
  footer: {
    paragraphs: [{ ...place, rightInches: -1.25, alignment: 'Right', runs: [{ text: '', field: 'file' }] }],
    isVisible: true,
    isOnFirstPage: true,
  },
  firstNumber: 5,
};
const format: ScriptFormat = { ...defaultFormat, running };
const placed = (index: number) =>
  placeRunning(format, null, index, 9, facts).map(({ text, xPoints, yPoints }) => [text, xPoints, yPoints]);

describe('placeRunning', () => {
  test('places header and footer at their tab stops and margins, with fields filled in', () => {
    const width = (text: string) => text.length * 7.2;
    expect(placed(1)).toEqual([
      ['Ferry', 90, 45],
      ['May 4, 2026', 4.5 * 72 - width('May 4, 2026') / 2, 45],
      ['6.', 7.25 * 72 - width('6.'), 45],
      ['Night Ferry', 7.25 * 72 - width('Night Ferry'), 792 - 36 - 3],
    ]);
  });

  test('prints the header on the first page when the file asks for it', () => {
    expect(placed(0).map(([text]) => text)).toEqual(['Night Ferry']);
  });

  test('prints nothing for the names of revisions, which the form shows', () => {
    const runs = [
      { text: '', field: 'collatedRevisions' as const },
      { text: '', field: 'page' as const },
    ];
    const paragraphs = [{ ...place, alignment: 'Right' as const, runs }];
    const withField = { ...running, header: { ...running.header, paragraphs } };
    expect(placeRunning(defaultFormat, withField, 1, 9, facts)[0]?.text).toBe('6');
    const draft = draftOfRunning(withField.header);
    expect(draft.right).toBe('{collated revisions}{page}');
    expect(draftOfRunning({ ...running.header, paragraphs: runningOfDraft(draft) })).toEqual(draft);
  });

  test('returns the same header after a round trip through the form with three columns', () => {
    const draft = draftOfRunning(running.header);
    expect(draft).toEqual({ left: 'Ferry', center: '{date}', right: '{page}.' });
    expect(draftOfRunning({ ...running.header, paragraphs: runningOfDraft(draft) })).toEqual(draft);
    expect(runningOfDraft({ left: ' ', center: '', right: '' })).toEqual([]);
  });
});

describe('placeTitlePages for a title section of a file', () => {
  const line = (text: string, more: Partial<SetParagraph> = {}): SetParagraph => ({
    ...place,
    leftInches: 1,
    rightInches: 7.5,
    alignment: 'Center',
    runs: [{ text }],
    ...more,
  });
  const paragraphs = [
    line('Night Ferry', {
      runs: [{ text: 'Night Ferry', isBold: true, isUnderlined: true, isAllCaps: true }],
    }),
    line(''),
    line('A contact line that is longer than any corner of the page', { alignment: 'Left' }),
    line('“Home.”', { startsNewPage: true }),
    line(''),
  ];
  const page = {
    ...emptyTitlePage,
    title: 'Night Ferry',
    contact: 'A contact line that is longer than any corner of the page',
    notes: '',
  };
  const pages = placeTitlePages(page, { ...defaultFormat, titleSection: { paragraphs, running: null } });

  test('prints all pages as the file sets them', () => {
    expect(pages.map((runs) => runs.map(({ text }) => text))).toEqual([
      ['NIGHT FERRY', 'A contact line that is longer than any corner of the page'],
      ['“Home.”'],
    ]);
    expect(pages[0]?.[0]).toMatchObject({ isBold: true, isUnderlined: true, yPoints: 81 });
    expect(pages[0]?.[1]).toMatchObject({ xPoints: 72, yPoints: 81 + 24 });
  });
});

describe('placeTitlePages for the pages of a cast list', () => {
  const row: SetParagraph = {
    ...place,
    leftInches: 3,
    rightInches: 7.5,
    firstIndentInches: -1.5,
    alignment: 'Left',
    runs: [{ text: 'MARA\tthe ferry’s deckhand, who has not slept since the storm took the pier light' }],
  };
  const placedOf = (paragraphs: SetParagraph[], running: RunningTexts | null = null) =>
    placeTitlePages(emptyTitlePage, { ...defaultFormat, titleSection: { paragraphs, running } }).map((runs) =>
      runs.map(({ text, xPoints, yPoints }) => [text, xPoints / 72, (yPoints - 81) / 12]),
    );

  test('continue a long line at the hanging indent', () => {
    expect(placedOf([row])).toEqual([
      [
        ['MARA', 1.5, 0],
        ['the ferry’s deckhand, who has not slept since', 3, 0],
        ['the storm took the pier light', 3, 1],
      ],
    ]);
  });

  test('continue a long line after a tab stop, and start a new one where no word fits', () => {
    const tabs = [{ inches: 7, type: 'Left' as const }];
    const runs = [{ text: 'MARA\tdeckhand of the ferry' }];
    expect(placedOf([{ ...row, firstIndentInches: 0, runs, tabs }])).toEqual([
      [
        ['MARA', 3, 0],
        ['deckhand of the ferry', 3, 1],
      ],
    ]);
  });

  test('number the pages after the first in small roman letters if the header holds only the number', () => {
    const paragraphs = [
      row,
      ...['A', 'B', 'C'].map((text) => ({ ...row, runs: [{ text }], startsNewPage: true as const })),
    ];
    const header = { ...defaultRunning.header, isOnFirstPage: true };
    const numbers = placedOf(paragraphs, { ...defaultRunning, header }).map(([first]) => first?.[0]);
    expect(numbers).toEqual(['MARA', 'ii.', 'iii.', 'iv.']);
  });
});
