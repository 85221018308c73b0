import { describe, expect, test } from 'vitest';
import type { PositionedPage } from './positionedText.ts';
import { readPrintedScript } from './readPrintedScript.ts';
import { positionedRun, printedPage } from './testing.ts';

// Columns of a print: action at 15, dialogue at 25, parentheticals at 30, cues at 35 characters.
const action = (text: string) => `${' '.repeat(15)}${text}`;
const dialogue = (text: string) => `${' '.repeat(25)}${text}`;
const bracket = (text: string) => `${' '.repeat(30)}${text}`;
const cue = (text: string) => `${' '.repeat(35)}${text}`;

const page = (number: string, ...lines: string[]) =>
  printedPage([`${' '.repeat(72)}${number}`, '', '', ...lines].join('\n'));

function read(...pages: PositionedPage[]) {
  const result = readPrintedScript(pages);
  if (!result.ok) throw new Error(result.message);
  const { elements, format, titlePage } = result.screenplay;
  const lines = elements.map(({ elementType, content, dual, sceneNumber }) =>
    [sceneNumber ? `#${sceneNumber}` : '', dual ?? '', elementType, content].filter(Boolean).join(' '),
  );
  return { lines, elements, format, titlePage, notes: result.notes, receipt: result.receipt };
}

const ferry = [
  action('INT. CAR DECK - NIGHT'),
  '',
  action('Engines. MARA leans on a truck that has seen better days and'),
  action('better roads.'),
  '',
  cue('MARA'),
  bracket('(to nobody)'),
  dialogue('Room four is the one with the'),
  dialogue('view.'),
  '',
  `${' '.repeat(60)}CUT TO:`,
  '',
  action('EXT. PIER - DAY'),
  '',
  action('Rain.'),
];

describe('readPrintedScript', () => {
  test('reads the types of elements from their columns and joins wrapped lines', () => {
    expect(read(page('1.', ...ferry)).lines).toEqual([
      'scene_heading INT. CAR DECK - NIGHT',
      'action Engines. MARA leans on a truck that has seen better days and better roads.',
      'character MARA',
      'parenthetical (to nobody)',
      'dialogue Room four is the one with the view.',
      'transition CUT TO:',
      'scene_heading EXT. PIER - DAY',
      'action Rain.',
    ]);
  });

  test('measures columns from the left edge of headings, wherever that is', () => {
    const shifted = printedPage(['', '', '', ...ferry].join('\n'), { leftCells: -4 });
    expect(read(shifted).lines).toEqual(read(page('1.', ...ferry)).lines);
  });

  test('leaves out page numbers, headers, footers and (CONTINUED), and names headers', () => {
    const header = (number: number) =>
      printedPage(
        [
          `${' '.repeat(15)}Night Ferry${' '.repeat(20)}Blue 11/28${' '.repeat(16)}${number}.`,
          '',
          '',
          ...(number > 1 ? [`${' '.repeat(15)}CONTINUED: (2)`, ''] : []),
          ...ferry,
          '',
          `${' '.repeat(60)}(CONTINUED)`,
        ].join('\n'),
      );
    const { lines, receipt } = read(header(1), header(2), header(3));
    expect(lines).toEqual(Array.from({ length: 3 }, () => read(page('1.', ...ferry)).lines).flat());
    expect(receipt.uncertain).toEqual([
      'Left out as a header or footer on 3 pages: “Night Ferry Blue #/# #.”',
    ]);
  });

  test('joins a speech across a page break and drops (MORE) and the repeated cue', () => {
    const first = page(
      '1.',
      ...ferry,
      '',
      cue('TOBIAS (V.O.)'),
      dialogue('Nobody sails at night.'),
      cue('(MORE)'),
    );
    const second = page(
      '2.',
      cue("TOBIAS (V.O.) (CONT'D)"),
      dialogue('Not on this ferry.'),
      '',
      action('A horn.'),
    );
    expect(read(first, second).lines.slice(-3)).toEqual([
      'character TOBIAS (V.O.)',
      'dialogue Nobody sails at night. Not on this ferry.',
      'action A horn.',
    ]);
  });

  test('keeps short speeches above (MORE) and below the repeated cue of many pages', () => {
    const rain = Array.from({ length: 26 }, () => ['', action('Rain.')]).flat();
    const pages = [1, 2, 3].map((number) => {
      const top = [cue("MARA (CONT'D)"), dialogue(`Below ${number}.`)];
      const bottom = ['', cue('MARA'), dialogue(`Above ${number}.`), cue('(MORE)')];
      return page(`${number}.`, ...(number > 1 ? top : []), ...rain.slice(number > 1 ? 2 : 0), ...bottom);
    });
    const { lines } = read(...pages);
    expect(lines.filter((line) => /Above|Below/.test(line))).toEqual([
      'dialogue Above 1. Below 2.',
      'dialogue Above 2. Below 3.',
      'dialogue Above 3.',
    ]);
  });

  test('reads headings, (MORE) and (CONT’D) in another language, and keeps their words', () => {
    const first = page(
      '1.',
      action('INNEN. BÄCKEREI - NACHT'),
      '',
      action('Mehl.'),
      '',
      cue('MARA'),
      dialogue('Zweihundertdreizehn. Und wir'),
      cue('(WEITER)'),
    );
    const second = page(
      '2.',
      cue('MARA (FORTS.)'),
      dialogue('zählen kein drittes Mal.'),
      '',
      action('Regen.'),
    );
    const third = page('3.', cue('MARA (FORTS.)'), dialogue('Nicht nachts.'));
    const { lines, format } = read(first, second, third);
    expect(lines).toEqual([
      'scene_heading INNEN. BÄCKEREI - NACHT',
      'action Mehl.',
      'character MARA',
      'dialogue Zweihundertdreizehn. Und wir zählen kein drittes Mal.',
      'action Regen.',
      'character MARA',
      'dialogue Nicht nachts.',
    ]);
    expect(format).toMatchObject({ moreText: '(WEITER)', continuedText: '(FORTS.)' });
  });

  test('continues a speech across a page break without (MORE)', () => {
    const first = page('1.', ...ferry, '', cue('TOBIAS'), dialogue('Nobody sails at'));
    const second = page('2.', dialogue('night.'), '', action('A horn.'));
    expect(read(first, second).lines.slice(-3)).toEqual([
      'character TOBIAS',
      'dialogue Nobody sails at night.',
      'action A horn.',
    ]);
  });

  test('joins action across a page break inside of a sentence', () => {
    const first = page(
      '1.',
      ...ferry,
      '',
      action('The ferry turns, and the lights of the town go out one after'),
    );
    const second = page('2.', action('another.'), '', action('A horn.'));
    const { lines, notes, receipt } = read(first, second);
    expect(lines.at(-2)).toBe('action The ferry turns, and the lights of the town go out one after another.');
    expect(receipt.uncertain).toEqual([
      '1 paragraph of action was joined across a page break: “The ferry turns, and the lights of the t…” (page 1)',
    ]);
    expect(receipt.places).toEqual([
      {
        reason: 'joined across a page break',
        page: 1,
        yPoints: 45 + (ferry.length + 4) * 12,
        excerpt: expect.stringMatching(
          /\n\nThe ferry turns, and the lights of the town go out one after\n\nanother\.\n\nA horn\.$/,
        ),
      },
    ]);
    expect(notes).toEqual([
      {
        elementIndex: lines.length - 2,
        text: 'Please check: joined across a page break (page 1 of the PDF).',
        author: null,
      },
    ]);
  });

  test('does not join action that ends with a page', () => {
    const first = page('1.', ...ferry, '', action('The ferry turns.'));
    const second = page('2.', action('A horn.'), '', action('Night.'));
    expect(read(first, second).lines.slice(-3)).toEqual([
      'action The ferry turns.',
      'action A horn.',
      'action Night.',
    ]);
  });

  test('removes (CONT’D) from cues where it is printed automatically', () => {
    const again = [
      cue('MARA'),
      dialogue('Hello?'),
      '',
      action('Silence.'),
      '',
      cue("MARA (CONT'D)"),
      dialogue('Hello.'),
    ];
    const { lines, format } = read(page('1.', ...ferry, '', ...again));
    expect(lines.slice(-2)).toEqual(['character MARA', 'dialogue Hello.']);
    expect(format.continuesAutomatically).toBe(true);
  });

  test('reads scene numbers on both sides, and drops revision stars', () => {
    const numbered = [
      `${' '.repeat(8)}12A${' '.repeat(4)}INT. CAR DECK - NIGHT${' '.repeat(36)}12A`,
      '',
      `${action('Engines stop.')}${' '.repeat(51)}*`,
      '',
      `${' '.repeat(8)}13${' '.repeat(5)}OMITTED${' '.repeat(50)}13${' '.repeat(5)}*`,
    ];
    const { lines, format } = read(page('1.', ...numbered));
    expect(lines).toEqual([
      '#12A scene_heading INT. CAR DECK - NIGHT',
      'action Engines stop.',
      '#13 scene_heading OMITTED',
    ]);
    expect(format.sceneNumbersShown).toBe(true);
  });

  test('reads scene numbers in the lines of headings', () => {
    const { lines } = read(
      page('1.', action('12A INT. CABIN - NIGHT'), '', action('Rain.'), '', action('13. EXT. PIER - DAY')),
    );
    expect(lines).toEqual([
      '#12A scene_heading INT. CABIN - NIGHT',
      'action Rain.',
      '#13 scene_heading EXT. PIER - DAY',
    ]);
  });

  test('leaves out the header and footer of a browser, also on the title page', () => {
    const printed = (number: number, body: PositionedPage) => ({
      ...body,
      runs: [
        positionedRun('11/29/26, 12:28 PM', 24, 22, { sizePoints: 8, widthPoints: 84 }),
        positionedRun('Script', 350, 22, { sizePoints: 8, widthPoints: 24 }),
        ...body.runs,
        positionedRun('about:blank', 24, 775, { sizePoints: 8, widthPoints: 50 }),
        positionedRun(`${number}/2`, 574, 775, { sizePoints: 8, widthPoints: 13 }),
      ],
    });
    const title = printedPage(`${' '.repeat(36)}NIGHT FERRY\n\n${' '.repeat(37)}Mara Lind`, {
      topPoints: 154,
    });
    const { titlePage, lines } = read(
      printed(1, title),
      printed(2, printedPage(['', '', '', ...ferry].join('\n'))),
    );
    expect(titlePage.title).toBe('NIGHT FERRY\nMara Lind');
    expect([lines[0], lines.at(-1)]).toEqual(['scene_heading INT. CAR DECK - NIGHT', 'action Rain.']);
    expect(read(printed(1, page('', ...ferry))).lines.at(-1)).toBe('action Rain.');
  });

  test('reads speeches side by side as dual dialogue', () => {
    const both = [
      `${' '.repeat(26)}MARA${' '.repeat(27)}TOBIAS (O.S.)`,
      `${' '.repeat(15)}Stop the engine! Stop it${' '.repeat(7)}I am`,
      `${' '.repeat(15)}now.${' '.repeat(29)}(quietly)`,
      `${' '.repeat(46)}stopping it.`,
    ];
    expect(read(page('1.', ...ferry, '', ...both, '', action('A horn.'))).lines.slice(-7)).toEqual([
      'left character MARA',
      'left dialogue Stop the engine! Stop it now.',
      'right character TOBIAS (O.S.)',
      'right dialogue I am',
      'right parenthetical (quietly)',
      'right dialogue stopping it.',
      'action A horn.',
    ]);
  });

  test('reads speeches side by side whose right one begins with a parenthetical', () => {
    const both = [
      `${' '.repeat(26)}MARA${' '.repeat(27)}TOBIAS`,
      `${' '.repeat(15)}Stop the engine! Stop it${' '.repeat(9)}(quietly)`,
      `${' '.repeat(15)}now.${' '.repeat(27)}I am stopping it.`,
    ];
    expect(read(page('1.', ...ferry, '', ...both)).lines.slice(-5)).toEqual([
      'left character MARA',
      'left dialogue Stop the engine! Stop it now.',
      'right character TOBIAS',
      'right parenthetical (quietly)',
      'right dialogue I am stopping it.',
    ]);
  });

  test('reads two speeches in one column beside another', () => {
    const both = [
      `${' '.repeat(26)}MARA${' '.repeat(27)}TOBIAS`,
      `${' '.repeat(15)}Stop the engine! Stop it${' '.repeat(7)}I am stopping it.`,
      `${' '.repeat(15)}now.`,
      `${' '.repeat(57)}ANNA`,
      `${' '.repeat(46)}Too late.`,
    ];
    expect(read(page('1.', ...ferry, '', ...both)).lines.slice(-6)).toEqual([
      'left character MARA',
      'left dialogue Stop the engine! Stop it now.',
      'right character TOBIAS',
      'right dialogue I am stopping it.',
      'right character ANNA',
      'right dialogue Too late.',
    ]);
  });

  test('ends speeches side by side at a speech of full width without a blank line', () => {
    const both = [
      `${' '.repeat(26)}MARA${' '.repeat(27)}TOBIAS`,
      `${' '.repeat(15)}Stop the engine!${' '.repeat(15)}I am`,
      `${' '.repeat(46)}stopping it.`,
      cue('ANNA'),
      dialogue('That was a ship, wasn’t it? It'),
      dialogue('was.'),
    ];
    expect(read(page('1.', ...ferry, '', ...both)).lines.slice(-6)).toEqual([
      'left character MARA',
      'left dialogue Stop the engine!',
      'right character TOBIAS',
      'right dialogue I am stopping it.',
      'character ANNA',
      'dialogue That was a ship, wasn’t it? It was.',
    ]);
  });

  test('reads a line in capitals as a heading to check, unless it is in quotes or bold', () => {
    const lines = ['INSIDE THE CABIN', '“NIGHT FERRY”', '**THE BELL**', 'TWO', 'LINES'];
    const [cabin, title, bell, ...two] = lines.map(action) as [string, string, string];
    const { lines: types, notes } = read(
      page('1.', ...ferry, '', cabin, '', action('A lamp.'), '', title, '', bell, '', ...two),
    );
    expect(types.slice(-5)).toEqual([
      'scene_heading INSIDE THE CABIN',
      'action A lamp.',
      'action “NIGHT FERRY”',
      'action **THE BELL**',
      'action TWO\nLINES',
    ]);
    expect(notes).toHaveLength(1);
  });

  test('joins lines that were wrapped with the marks of their emphasis', () => {
    const speech = (name: string) => [
      cue(name),
      dialogue('_She has never said a word to_'),
      dialogue('him about the end of the story he'),
      dialogue('tells, or of hers.'),
      '',
    ];
    const { lines } = read(
      page('1.', ...ferry, '', ...speech('MARA'), ...speech('ANNA'), ...speech('TOBIAS')),
    );
    expect(lines.at(-1)).toBe(
      'dialogue _She has never said a word to_ him about the end of the story he tells, or of hers.',
    );
  });

  test('sets a space after a dash before a capital letter where the writer does', () => {
    const speech = ['I was-- Room four is mine. It', 'is-- Room five is yours. The--', 'Wait.'].map(dialogue);
    const closed = action('A dark--almost black--and wet--very wet--night.');
    const { lines } = read(page('1.', ...ferry, '', closed, '', cue('MARA'), ...speech));
    expect(lines.at(-1)).toBe('dialogue I was-- Room four is mine. It is-- Room five is yours. The-- Wait.');
  });

  test('reads double-spaced dialogue', () => {
    const spaced = (name: string) => [
      cue(name),
      '',
      dialogue('Room four is the one'),
      '',
      dialogue('with the view.'),
      '',
    ];
    const { lines } = read(
      page('1.', action('INT. DECK - NIGHT'), '', ...spaced('MARA'), ...spaced('TOBIAS'), ...spaced('ANNA')),
    );
    expect(lines).toEqual([
      'scene_heading INT. DECK - NIGHT',
      ...['MARA', 'TOBIAS', 'ANNA'].flatMap((name) => [
        `character ${name}`,
        'dialogue Room four is the one with the view.',
      ]),
    ]);
  });

  test('keeps centred text centred', () => {
    const { elements } = read(page('1.', ...ferry, '', `${' '.repeat(39)}THE END`));
    expect(elements.at(-1)).toMatchObject({
      elementType: 'action',
      content: 'THE END',
      extras: { layout: { alignment: 'Center' } },
    });
  });

  test('keeps bold, italic and underlined words, and a style of all headings in the format', () => {
    const bold = [
      action('**INT. DECK - NIGHT**'),
      '',
      action('He says  *never*'),
      '',
      action('**EXT. PIER - DAY**'),
      '',
      action('_Rain_'),
    ];
    const { lines, format } = read(page('1.', ...bold));
    expect(lines).toEqual([
      'scene_heading INT. DECK - NIGHT',
      'action He says  *never*',
      'scene_heading EXT. PIER - DAY',
      'action _Rain_',
    ]);
    expect(format.styles['Scene Heading']?.isBold).toBe(true);
  });

  test('keeps line breaks that no width explains', () => {
    const list = [action('The list:'), action('One.'), action('Two.')];
    expect(read(page('1.', ...ferry, '', ...list)).lines.at(-1)).toBe('action The list:\nOne.\nTwo.');
  });

  test('reads the fields of a title page', () => {
    const title = printedPage(
      [
        ...Array.from({ length: 18 }, () => ''),
        `${' '.repeat(37)}NIGHT FERRY`,
        '',
        `${' '.repeat(37)}Written by`,
        '',
        `${' '.repeat(38)}Mara Lind`,
        '',
        `${' '.repeat(32)}Based on a true story`,
        ...Array.from({ length: 28 }, () => ''),
        `${' '.repeat(15)}Lind Films`,
        `${' '.repeat(15)}mara@example.com${' '.repeat(25)}28 November 2026`,
      ].join('\n'),
    );
    const { titlePage, lines } = read(title, page('1.', ...ferry));
    expect(titlePage).toMatchObject({
      title: 'NIGHT FERRY',
      credit: 'Written by',
      author: 'Mara Lind',
      source: 'Based on a true story',
      contact: 'Lind Films\nmara@example.com',
      draftDate: '28 November 2026',
    });
    expect(lines[0]).toBe('scene_heading INT. CAR DECK - NIGHT');
  });

  test('reads a second title page by its roman number', () => {
    const title = printedPage(`${' '.repeat(36)}NIGHT FERRY`, { topPoints: 250 });
    const { titlePage, lines } = read(title, page('ii', action("WRITER'S NOTE")), page('1.', ...ferry));
    expect([titlePage.title, titlePage.notes]).toEqual(['NIGHT FERRY', "WRITER'S NOTE"]);
    expect(lines[0]).toBe('scene_heading INT. CAR DECK - NIGHT');
  });

  test('leaves out watermarks: text that is not horizontal, or large on every page', () => {
    const marked = ['1.', '2.', '3.'].map((number) => {
      const { runs, ...rest } = page(number, ...ferry);
      const large = positionedRun('CONFIDENTIAL', 200, 400, { sizePoints: 48 });
      const rotated = positionedRun('for Anna only', 300, 300, { isRotated: true });
      return { ...rest, runs: [...runs, large, rotated] };
    });
    const { lines, receipt } = read(...marked);
    expect(lines.filter((line) => /CONFIDENTIAL|Anna/.test(line))).toEqual([]);
    expect(receipt.uncertain).toEqual([
      'Left out as a watermark: “CONFIDENTIAL”',
      'Left out as a watermark: “for Anna only”',
    ]);
  });

  test('reads an empty print as a script without elements', () => {
    expect(read(page('')).lines).toEqual([]);
  });
});
