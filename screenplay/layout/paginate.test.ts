import { describe, expect, test } from 'vitest';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat, defaultStyles, type ParagraphStyle, type ScriptFormat } from '../format.ts';
import { paginate } from './paginate.ts';
import { slotsOn } from './pieces.ts';
import { plainTextOf } from './text.ts';

/** Return `lines` lines without space before them. */
function filler(lines: number): ScriptElement[] {
  return Array.from({ length: lines }, () => element('action', 'One line.', { originalType: 'General' }));
}

/** Return a text of `lines` lines of 35 characters, one sentence per line. */
const sentences = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `Sentence number ${i + 10} goes up to here.`).join(' ');
/**
 * Return a text of `lines` lines of 61 characters, the width of action, without a sentence end
 * inside.
 */
const oneSentence = (lines: number) =>
  `${Array.from({ length: lines }, () => `${'abcdefghi '.repeat(5)}abcdefghij`).join(' ')}.`;

/** Return the text at the start of each page, from the second page on. */
function starts(elements: readonly ScriptElement[], format: ScriptFormat = defaultFormat): string[] {
  return paginate(elements, format)
    .pages.slice(1)
    .map(({ elementIndex, offset }) =>
      plainTextOf(elements[elementIndex] as ScriptElement).slice(offset, offset + 18),
    );
}

describe('paginate: pages', () => {
  test('hold 54 lines on Letter and 58 on A4', () => {
    const general = Array.from({ length: 120 }, (_, i) =>
      element('action', `Line ${i}`, { originalType: 'General' }),
    );
    expect(starts(general)).toEqual(['Line 54', 'Line 108']);
    expect(starts(general, { ...defaultFormat, paper: 'a4' })).toEqual(['Line 58', 'Line 116']);
  });

  test('have more lines when the margins of the file are narrower', () => {
    const general = Array.from({ length: 60 }, (_, i) =>
      element('action', `Line ${i}`, { originalType: 'General' }),
    );
    expect(starts(general, { ...defaultFormat, topMarginPoints: 48 })).toEqual(['Line 56']);
  });

  test('drop the space before their first block', () => {
    const elements = [...filler(54), heading('INT. FERRY - NIGHT'), action('MARA waits.')];
    const pagination = paginate(elements, defaultFormat);
    expect(pagination.pages).toHaveLength(2);
    expect(slotsOn(pagination, 0)).toBe(54);
    expect(slotsOn(pagination, 1)).toBe(3);
  });

  test('include one page for a script without elements', () => {
    expect(paginate([], defaultFormat).pages).toEqual([{ elementIndex: 0, offset: 0, blanksSkipped: 0 }]);
  });
});

describe('paginate: action', () => {
  test('is cut after the last sentence that leaves two lines on both sides', () => {
    const text = `${oneSentence(2)} ${oneSentence(2)} ${oneSentence(2)}`;
    // There is room for the space before and four lines.
    expect(starts([...filler(49), action(text)])).toEqual([text.slice(-122, -104)]);
  });

  test('is never cut when it has three lines', () => {
    const text = `Short. ${oneSentence(2)}`;
    expect(starts([...filler(51), action(text)])).toEqual([text.slice(0, 18)]);
  });

  test('is never cut inside a sentence', () => {
    const text = oneSentence(8);
    expect(starts([...filler(48), action(text)])).toEqual([text.slice(0, 18)]);
  });

  test('is not cut after Mr. or Dr.', () => {
    const name = (title: string) =>
      action(`${'abcdefghi '.repeat(12)}and ${title} Tobias ${'abcdefghi '.repeat(12)}`);
    expect(starts([...filler(50), name('he left.')])).toEqual(['Tobias abcdefghi a']);
    expect(starts([...filler(50), name('Mr.')])).toEqual(['abcdefghi abcdefgh']);
  });

  test('is cut after the last line when it fits on no page and has no sentence end', () => {
    const text = oneSentence(130);
    const pagination = paginate([action(text)], defaultFormat);
    expect(pagination.pages).toHaveLength(3);
    expect(slotsOn(pagination, 0)).toBe(54);
    expect(slotsOn(pagination, 1)).toBe(54);
  });
});

describe('paginate: a speech', () => {
  test('is cut after a sentence, with two spoken lines on both sides', () => {
    // There is room for the cue and four lines.
    expect(starts([...filler(48), cue('MARA'), dialogueLine(sentences(8))])).toEqual(['Sentence number 14']);
    // There is room for the cue and two lines.
    expect(starts([...filler(50), cue('MARA'), dialogueLine(sentences(8))])).toEqual(['Sentence number 12']);
    // There is room for the cue and one line: the whole speech moves.
    expect(starts([...filler(51), cue('MARA'), dialogueLine(sentences(8))])).toEqual(['MARA']);
  });

  test('keeps two lines for the next page', () => {
    expect(starts([...filler(46), cue('MARA'), dialogueLine(sentences(7))])).toEqual(['Sentence number 15']);
  });

  test('can be cut between its parts, but not after the cue', () => {
    const parts = [
      cue('MARA'),
      paren('(low)'),
      dialogueLine('Hold on to the rail, whatever happens, and do not once look back'),
    ];
    expect(starts([...filler(49), ...parts, paren('(beat)'), dialogueLine('Go.')])).toEqual(['(beat)']);
    expect(starts([...filler(51), ...parts])).toEqual(['MARA']);
  });

  test('can leave a parenthetical as the last line of a page', () => {
    const parts = [
      cue('MARA'),
      dialogueLine('Two.'),
      paren('(beat)'),
      dialogueLine('This is said in one breath and takes three lines of the page up to here.'),
    ];
    expect(starts([...filler(50), ...parts])).toEqual(['This is said in on']);
  });

  test('counts two slots for a line of double-spaced dialogue', () => {
    const Dialogue: ParagraphStyle = { ...(defaultStyles.Dialogue as ParagraphStyle), spacing: 2 };
    const format = { ...defaultFormat, styles: { ...defaultStyles, Dialogue } };
    expect(slotsOn(paginate([cue('MARA'), dialogueLine(sentences(4))], format), 0)).toBe(9);
    expect(starts([...filler(46), cue('MARA'), dialogueLine(sentences(8))], format)).toEqual([
      'Sentence number 13',
    ]);
  });

  test('is cut like action when it has no cue', () => {
    expect(starts([...filler(51), dialogueLine(sentences(8))])).toEqual(['Sentence number 13']);
  });
});

describe('paginate: a scene heading', () => {
  test('moves with a block that does not fit below it', () => {
    expect(starts([...filler(50), heading('INT. FERRY - NIGHT'), action(oneSentence(2))])).toEqual([
      'INT. FERRY - NIGHT',
    ]);
  });

  test('stays when the block below it can be cut', () => {
    const speech = [cue('MARA'), dialogueLine(sentences(8))];
    expect(starts([...filler(47), heading('INT. FERRY - NIGHT'), ...speech])).toEqual(['Sentence number 12']);
    expect(starts([...filler(48), heading('INT. FERRY - NIGHT'), ...speech])).toEqual(['INT. FERRY - NIGHT']);
  });

  test('moves together with the headings above it', () => {
    const elements = [
      ...filler(47),
      heading('INT. FERRY - NIGHT'),
      element('action', 'ON THE LAMP', { originalType: 'Shot' }),
    ];
    expect(starts([...elements, action(oneSentence(2))])).toEqual(['INT. FERRY - NIGHT']);
  });

  test('can be the last line of the script, but not of a page', () => {
    expect(starts([...filler(51), heading('INT. FERRY - NIGHT')])).toEqual([]);
    expect(starts([...filler(52), heading('INT. FERRY - NIGHT')])).toEqual(['INT. FERRY - NIGHT']);
  });

  test('stays above the beginning of a block that fits on no page', () => {
    const elements = [...filler(30), heading('INT. FERRY - NIGHT'), action(oneSentence(80))];
    const pagination = paginate(elements, defaultFormat);
    expect(pagination.pages.map(({ elementIndex }) => elementIndex)).toEqual([0, 30, 31]);
    expect(slotsOn(pagination, 1)).toBe(54);
    expect(starts([heading('INT. FERRY - NIGHT'), cue('MARA'), dialogueLine(oneSentence(80))])).not.toContain(
      'MARA',
    );
  });

  test('stays when the block below it begins a page anyway', () => {
    const forced = element('action', 'Morning.', { extras: { layout: { startsNewPage: true } } });
    expect(starts([...filler(50), heading('INT. FERRY - NIGHT'), forced])).toEqual(['Morning.']);
  });
});

describe('paginate: a transition', () => {
  test('takes the end of a speech with it to the next page', () => {
    expect(starts([...filler(46), cue('MARA'), dialogueLine(sentences(6)), transition('CUT TO:')])).toEqual([
      'Sentence number 14',
    ]);
  });

  test('takes the whole block and the heading above it when nothing can be cut', () => {
    const end = [action(oneSentence(2)), transition('CUT TO:')];
    expect(starts([...filler(50), ...end])).toEqual([oneSentence(2).slice(0, 18)]);
    expect(starts([...filler(47), heading('INT. FERRY'), ...end])).toEqual(['INT. FERRY']);
  });

  test('begins a page only when the block above it fills a whole page', () => {
    expect(starts([action(oneSentence(53)), transition('CUT TO:')])).toEqual(['CUT TO:']);
  });
});

describe('paginate: a forced page', () => {
  const isNew = { extras: { layout: { startsNewPage: true } } };

  test('begins where a paragraph or its style sets it', () => {
    const elements = [
      action('One.'),
      element('action', 'Two.', isNew),
      element('action', 'ACT TWO', { originalType: 'New Act' }),
    ];
    expect(starts(elements)).toEqual(['Two.', 'ACT TWO']);
  });

  test('leaves no empty page at the start of the script', () => {
    expect(starts([element('action', 'ACT ONE', { originalType: 'New Act' }), action('One.')])).toEqual([]);
  });

  test('can begin inside a speech', () => {
    expect(starts([cue('MARA'), dialogueLine('One.'), element('dialogue', 'Two.', isNew)])).toEqual(['Two.']);
  });
});

describe('paginate: a dual dialogue', () => {
  const speech = (name: string, lines: number) => [cue(name), dialogueLine(sentences(lines))];

  test('is as high as its taller column', () => {
    const elements = [...column('left', ...speech('MARA', 1)), ...column('right', ...speech('TOBIAS', 4))];
    const right = Math.ceil((4 * 36 - 1) / 29);
    expect(slotsOn(paginate(elements, defaultFormat), 0)).toBeGreaterThan(right);
    expect(slotsOn(paginate(elements, defaultFormat), 0)).toBe(
      slotsOn(paginate(elements.slice(2), defaultFormat), 0),
    );
  });

  test('is never cut', () => {
    const elements = [
      ...filler(50),
      ...column('left', ...speech('MARA', 4)),
      ...column('right', ...speech('TOBIAS', 4)),
    ];
    expect(starts(elements)).toEqual(['MARA']);
  });

  test('is set as two speeches, one below the other, when it fits on no page', () => {
    const elements = [...column('left', ...speech('MARA', 60)), ...column('right', ...speech('TOBIAS', 3))];
    expect(starts(elements)).toEqual(['Sentence number 63']);
  });
});

describe('paginate: blank paragraphs of the source', () => {
  const blanks = (count: number) => ({
    extras: { blanksBefore: Array.from({ length: count }, () => ({ type: 'General' })) },
  });

  test('take a line each and have the space before of their style', () => {
    expect(slotsOn(paginate([action('One.'), element('action', 'Two.', blanks(3))], defaultFormat), 0)).toBe(
      6,
    );
    const spaced = { extras: { blanksBefore: [{ type: 'Action' }] } };
    expect(slotsOn(paginate([action('One.'), element('action', 'Two.', spaced)], defaultFormat), 0)).toBe(5);
  });

  test('can be on both sides of a page break', () => {
    const { pages } = paginate([action('One.'), element('action', 'Two.', blanks(60))], defaultFormat);
    expect(pages).toEqual([
      { elementIndex: 0, offset: 0, blanksSkipped: 0 },
      { elementIndex: 1, offset: 0, blanksSkipped: 53 },
    ]);
  });
});

describe('paginate: very large scripts', () => {
  test('paginates 90,000 elements', () => {
    const elements = Array.from({ length: 90_000 }, (_, i) =>
      i % 2 === 0 ? cue('MARA') : dialogueLine('Hold on.'),
    );
    expect(paginate(elements, defaultFormat).pages).toHaveLength(45_000 / 18);
  });

  test.each(['dialogue', 'scene_heading', 'character', 'parenthetical', 'transition'] as const)(
    'paginates 90,000 elements of the single type %s',
    (type) => {
      const elements = [cue('MARA'), ...Array.from({ length: 90_000 }, () => element(type, 'Hold on.'))];
      expect(paginate(elements, defaultFormat).pages.length).toBeGreaterThan(1000);
    },
  );

  test.each([
    ['of words without a sentence end', 'abcdefghi '.repeat(100_000)],
    ['of sentences', 'Hold on now. '.repeat(80_000)],
    ['of one word', 'x'.repeat(1_000_000)],
    ['of line feeds', '\n'.repeat(1_000_000)],
    ['of spaces', `x${' '.repeat(1_000_000)}x`],
    ['of marks', '*a* '.repeat(250_000)],
    ['of Chinese', '夜間渡輪'.repeat(100_000)],
  ])('cuts a paragraph of a megabyte %s into pages', (_, content) => {
    const { pages } = paginate([action(content)], defaultFormat);
    const offsets = pages.map(({ offset }) => offset);
    expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
  });
});
