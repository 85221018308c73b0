import { describe, expect, test } from 'vitest';
import { lockedScript, pagesOf } from '#test/lockedFiles.ts';
import { action, cue, dialogueLine, heading } from '#test/script.ts';
import { defaultFormat } from '../format.ts';
import { eighthsOf } from './eighths.ts';
import { pageOfLabel } from './pageNumbers.ts';
import { paginate } from './paginate.ts';
import { piecesOn, slotsOn } from './pieces.ts';
import { placePage } from './place.ts';

/** 60 lines of action: 27 on each page with the empty lines between them. */
const lines = Array.from({ length: 60 }, (_, i) => action(`N${i} waits.`));
const added = (count: number) => Array.from({ length: count }, (_, i) => action(`X${i} comes.`));

describe('paginate with locked pages', () => {
  test('changes no page of an unedited script', () => {
    const script = lockedScript(lines);
    expect(pagesOf(script)).toEqual(['1 N0', '2 N27', '3 N54']);
    expect(paginate(script.elements, script.format).pages).toEqual(paginate(lines, defaultFormat).pages);
  });

  test('continues on A pages when text is added', () => {
    const { elements, format } = lockedScript(lines);
    const longer = [...elements.slice(0, 30), ...added(50), ...elements.slice(30)];
    expect(pagesOf({ elements: longer, format })).toEqual(['1 N0', '2 N27', '2A X24', '2B N31', '3 N54']);
  });

  test('leaves white space when text is cut', () => {
    const { elements, format } = lockedScript(lines);
    const shorter = [...elements.slice(0, 28), ...elements.slice(50)];
    const pagination = paginate(shorter, format);
    expect(pagesOf(pagination)).toEqual(['1 N0', '2 N27', '3 N54']);
    expect(slotsOn(pagination, 1)).toBe(9);
  });

  test('joins the label of a page that is cut away to the page before', () => {
    const { elements, format } = lockedScript(lines);
    const shorter = [...elements.slice(0, 27), ...elements.slice(54)];
    expect(pagesOf({ elements: shorter, format })).toEqual(['1-2 N0', '3 N54']);
  });

  test('continues after the last page with its letters', () => {
    const { elements, format } = lockedScript(lines.slice(0, 54));
    expect(pagesOf({ elements: [...elements, ...added(30)], format })).toEqual([
      '1 N0',
      '2 N27',
      '2A X0',
      '2B X27',
    ]);
  });

  test('puts overflow between issued A pages after a second lock', () => {
    const first = lockedScript(lines);
    const second = lockedScript(
      [...first.elements.slice(0, 30), ...added(20), ...first.elements.slice(30)],
      first.format,
    );
    expect(second.format.pageLock.labels).toEqual(['1', '2', '2A', '3']);
    const third = [...second.elements.slice(0, 40), ...added(20), ...second.elements.slice(40)];
    expect(pagesOf({ elements: third, format: second.format })).toEqual([
      '1 N0',
      '2 N27',
      'A2A X14',
      '2A N34',
      '3 N54',
    ]);
  });

  test('repeats the cue of a speech that goes on after a locked break', () => {
    const speech = Array.from({ length: 12 }, (_, i) => `Sentence ${i} of this speech is rather long.`).join(
      ' ',
    );
    const script = lockedScript([...lines.slice(0, 24), cue('MARA'), dialogueLine(speech), action('End.')]);
    const before = paginate(script.elements, script.format);
    expect(before.pages[1]).toMatchObject({ elementIndex: 25 });
    expect(piecesOn(before, 1)[0]?.repeatedCue).toBe("MARA (CONT'D)");
    // The page begins at its words although there is room for more of them on the page before.
    const shorter = [...script.elements.slice(4)];
    const after = paginate(shorter, script.format);
    expect(after.pages[1]).toEqual({ ...before.pages[1], elementIndex: 21 });
    expect(piecesOn(after, 1)[0]?.repeatedCue).toBe("MARA (CONT'D)");
  });

  test('prints the labels, finds them, and counts eighths on them', () => {
    const { elements, format } = lockedScript([heading('INT. FERRY - DAY'), ...lines]);
    const pagination = paginate([...elements.slice(0, 30), ...added(27), ...elements.slice(30)], format);
    expect(placePage(pagination, 2)[0]?.text).toBe('2A.');
    expect(['1', '2a', '3', '4'].map((label) => pageOfLabel(pagination, label))).toEqual([0, 2, 3, -1]);
    expect(eighthsOf(pagination, 0, pagination.elements.length)).toBeGreaterThan(24);
  });

  test('adds pages for text of A4 pages that does not fit on Letter', () => {
    const { elements, format } = lockedScript(lines, { ...defaultFormat, paper: 'a4' });
    expect(pagesOf({ elements, format: { ...format, paper: 'letter' } })).toEqual([
      '1 N0',
      '1A N27',
      '2 N29',
      '2A N56',
      '3 N58',
    ]);
  });
});
