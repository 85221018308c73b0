import { describe, expect, test } from 'vitest';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat, defaultStyles, type ParagraphStyle, type ScriptFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { placePage } from './place.ts';
import type { TextRun } from './types.ts';

const runsOf = (elements: ScriptElement[], page = 0, format: ScriptFormat = defaultFormat) =>
  placePage(paginate(elements, format), page);

/**
 * Return the text, the inches from the left, and the line of the page; 0 is the first body line.
 */
const positionOf = ({ text, xPoints, yPoints }: TextRun) => [
  text,
  Math.round((xPoints / 72) * 1000) / 1000,
  (yPoints - 81) / 12,
];

describe('placePage', () => {
  test('places text in the columns of its type, six lines an inch from one inch down', () => {
    const elements = [
      heading('INT. FERRY - NIGHT'),
      action('MARA waits.'),
      cue('MARA'),
      paren('(low)'),
      dialogueLine('Hold on.'),
      transition('CUT TO:'),
    ];
    expect(runsOf(elements).map(positionOf)).toEqual([
      ['INT. FERRY - NIGHT', 1.5, 0],
      ['MARA waits.', 1.5, 2],
      ['MARA', 3.5, 4],
      ['(low)', 2.9, 5],
      ['Hold on.', 2.5, 6],
      ['CUT TO:', 6.4, 8],
    ]);
  });

  test('aligns the second line of a parenthetical with its words, not with its bracket', () => {
    const runs = runsOf([cue('MARA'), paren('(without a look at the shore)')]).map(positionOf);
    expect(runs.slice(1)).toEqual([
      ['(without a look at the', 2.9, 1],
      ['shore)', 3, 2],
    ]);
  });

  test('centres, capitalises and underlines text where its style asks for it', () => {
    const [run] = runsOf([element('action', 'End of act one', { originalType: 'End of Act' })]);
    expect(run).toMatchObject({ text: 'END OF ACT ONE', isUnderlined: true, role: 'text', elementIndex: 0 });
    expect(run?.xPoints).toBeCloseTo(4.5 * 72 - 7 * 7.2);
  });

  test('keeps the length of a text in capitals', () => {
    expect(runsOf([element('action', 'straße', { originalType: 'Shot' })])[0]?.text).toBe('STRAßE');
  });

  test('splits a line into runs of one style', () => {
    const runs = runsOf([action('He *holds **the*** _rail_.')]);
    expect(
      runs.map(({ text, isBold, isItalic, isUnderlined }) => [text, isBold, isItalic, isUnderlined]),
    ).toEqual([
      ['He ', false, false, false],
      ['holds ', false, true, false],
      ['the', true, true, false],
      [' ', false, false, false],
      ['rail', false, false, true],
      ['.', false, false, false],
    ]);
    expect(runs.map(({ xPoints }) => Math.round((xPoints - 108) / 7.2))).toEqual([0, 3, 9, 12, 13, 17]);
  });

  test('sets text from right to left flush right in its column, and a cue where cues stand', () => {
    const hebrew = 'הגשם יורד.';
    const runs = runsOf([action(hebrew), cue('מרה'), dialogueLine(hebrew), action('Night הגשם')]);
    expect(runs.map(positionOf)).toEqual([
      [hebrew, 6.5, 0],
      ['מרה', 3.5, 2],
      [hebrew, 5, 3],
      ['Night הגשם', 1.5, 5],
    ]);
    expect(runs.map(({ isFlushRight = false }) => isFlushRight)).toEqual([true, false, true, false]);
  });

  test('places the styled runs of a line from right to left', () => {
    const runs = runsOf([action('הגשם **יורד** היום')]);
    expect(runs.map(({ text, xPoints }) => [text, Math.round((540 - xPoints) / 7.2)])).toEqual([
      ['הגשם ', 5],
      ['יורד', 9],
      [' היום', 14],
    ]);
  });

  test('continues a style across a line break', () => {
    const runs = runsOf([action(`*${'abcdefghi '.repeat(7)}end*`)]);
    expect(runs.map(({ text, isItalic }) => [text.length, isItalic])).toEqual([
      [59, true],
      [13, true],
    ]);
  });

  test('counts two columns for a wide character', () => {
    const [, second] = runsOf([action('渡輪*x*')]);
    expect(second?.xPoints).toBeCloseTo(108 + 4 * 7.2);
  });

  test('places dual dialogue side by side, each cue in the middle of its column', () => {
    const elements = [
      ...column('left', cue('MARA'), dialogueLine('Now.')),
      ...column('right', cue('TOBIAS'), dialogueLine('Not yet.')),
    ];
    expect(runsOf(elements).map(positionOf)).toEqual([
      ['MARA', 2.738, 0],
      ['Now.', 1.5, 1],
      ['TOBIAS', 5.762, 0],
      ['Not yet.', 4.625, 1],
    ]);
  });

  test('prints (CONT’D) after a continued cue without moving the name', () => {
    const speech = [cue('MARA'), dialogueLine('Now.')];
    const continued = runsOf([...speech, ...speech]).filter(({ role }) => role === 'continued');
    expect(continued.map(positionOf)).toEqual([["(CONT'D)", 4, 3]]);
    const dual = runsOf([
      ...speech,
      ...column('left', ...speech),
      ...column('right', cue('TOBIAS'), dialogueLine('No.')),
    ]);
    expect(dual.filter(({ elementIndex }) => elementIndex === 2).map(positionOf)).toEqual([
      ['MARA', 2.738, 3],
      ["(CONT'D)", 3.238, 3],
    ]);
  });

  test('prints double-spaced dialogue on every second line, the first empty', () => {
    const Dialogue = { ...(defaultStyles.Dialogue as ParagraphStyle), spacing: 2 };
    const styles = { ...defaultStyles, Dialogue };
    const runs = runsOf([cue('MARA'), dialogueLine('One\ntwo'), action('Then.')], 0, {
      ...defaultFormat,
      styles,
    });
    expect(runs.map(({ yPoints }) => (yPoints - 81) / 12)).toEqual([0, 2, 4, 6]);
  });
});

describe('placePage in dual dialogue', () => {
  test('does not hang the bracket of a parenthetical', () => {
    const elements = [
      ...column('left', cue('MARA'), paren('(without a look at the shore)'), dialogueLine('Now.')),
      ...column('right', cue('TOBIAS'), dialogueLine('Not yet.')),
    ];
    expect(runsOf(elements).map(positionOf).slice(1, 4)).toEqual([
      ['(without a look at the', 1.75, 1],
      ['shore)', 1.75, 2],
      ['Now.', 1.5, 3],
    ]);
  });
});

describe('placePage around the body', () => {
  const filler = Array.from({ length: 48 }, () =>
    element('action', 'One line.', { originalType: 'General' }),
  );
  const speech = dialogueLine(
    Array.from({ length: 8 }, (_, i) => `Sentence number ${i + 10} goes up to here.`).join(' '),
  );

  test('prints the page number from the second page on, at the right, half an inch down', () => {
    expect(runsOf([...filler, ...filler]).some(({ role }) => role === 'page-number')).toBe(false);
    const [number] = runsOf([...filler, ...filler], 1);
    expect(number).toMatchObject({ text: '2.', role: 'page-number', yPoints: 45, elementIndex: null });
    expect(number?.xPoints).toBeCloseTo(7.25 * 72 - 2 * 7.2);
  });

  test('prints (MORE) below the last line, even below the page, and the repeated cue above the first', () => {
    const elements = [
      element('action', 'One line.', { originalType: 'General' }),
      ...filler,
      cue('MARA'),
      speech,
    ];
    const pages = [runsOf(elements, 0), runsOf(elements, 1)];
    expect(pages[0]?.slice(-2).map(positionOf)).toEqual([
      ['Sentence number 12 goes up to here.', 2.5, 53],
      ['(MORE)', 3.5, 54],
    ]);
    expect(pages[1]?.slice(1, 3).map(positionOf)).toEqual([
      ["MARA (CONT'D)", 3.5, -1],
      ['Sentence number 13 goes up to here.', 2.5, 0],
    ]);
    expect(
      pages.map((runs) => runs.find(({ role }) => role === 'more' || role === 'continued')?.role),
    ).toEqual(['more', 'continued']);
  });

  test('prints (MORE) of double-spaced dialogue on the second line below the last one', () => {
    const Dialogue = { ...(defaultStyles.Dialogue as ParagraphStyle), spacing: 2 };
    const format = { ...defaultFormat, styles: { ...defaultStyles, Dialogue } };
    const runs = runsOf([...filler.slice(0, 44), cue('MARA'), speech], 0, format);
    expect(
      runs
        .slice(-2)
        .map(positionOf)
        .map(([text, , line]) => [text, line]),
    ).toEqual([
      ['Sentence number 13 goes up to here.', 53],
      ['(MORE)', 55],
    ]);
  });

  test('prints scene numbers on both sides of a heading when the format shows them', () => {
    const elements = [heading('INT. FERRY - NIGHT', '12A')];
    expect(runsOf(elements)).toHaveLength(1);
    const runs = runsOf(elements, 0, { ...defaultFormat, sceneNumbersShown: true });
    expect(runs.map(positionOf)).toEqual([
      ['12A', 0.75, 0],
      ['INT. FERRY - NIGHT', 1.5, 0],
      ['12A', 7.075, 0],
    ]);
    expect(runs[0]?.role).toBe('scene-number');
  });

  test('prints the numbers of shots, and numbers where the format places them', () => {
    const elements = [
      heading('INT. FERRY - NIGHT', '12'),
      element('action', 'ON THE LAMP', { originalType: 'Shot', extras: { number: '12A' } }),
    ];
    const sceneNumberPlaces = { leftInches: 1, rightInches: 7.25, isLeftShown: true, isRightShown: false };
    const runs = runsOf(elements, 0, { ...defaultFormat, sceneNumbersShown: true, sceneNumberPlaces });
    expect(runs.map(positionOf)).toEqual([
      ['12', 1, 0],
      ['INT. FERRY - NIGHT', 1.5, 0],
      ['12A', 1, 2],
      ['ON THE LAMP', 1.5, 2],
    ]);
  });

  test('returns no runs for a script without elements', () => {
    expect(runsOf([])).toEqual([]);
  });
});
