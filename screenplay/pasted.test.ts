import { describe, expect, test } from 'vitest';
import { elementTypes } from './element.ts';
import { maxContentLength } from './limits.ts';
import { pastedElements, pastedScript } from './pasted.ts';
import { toStorableText } from './storableText.ts';

/** Format the pasted elements like "action: Rain." */
const pasted = (text: string) =>
  pastedElements(text)?.map(({ elementType, content }) => `${elementType}: ${content}`) ?? null;

const lettersOf = (text: string) => text.replace(/\s/g, '').length;

describe('pastedElements for text within an element', () => {
  test.each([
    '',
    ' \n ',
    'Hold on.',
    'INT. DECK - NIGHT',
    '\n\nHold on.\n\n',
    'Roses are red\nViolets are blue',
  ])('returns null for %j', (text) => {
    expect(pastedElements(text)).toBeNull();
  });
});

describe('pastedElements for a screenplay', () => {
  const scene = [
    'scene_heading: INT. DECK - NIGHT',
    'action: Rain.',
    'character: MARA',
    'parenthetical: (quietly)',
    'dialogue: Hold on.',
    'transition: CUT TO:',
  ];

  test('parses Fountain', () => {
    expect(pasted('INT. DECK - NIGHT\n\nRain.\n\nMARA\n(quietly)\nHold on.\n\nCUT TO:\n')).toEqual(scene);
  });

  test('parses paragraphs separated by blank lines, as word processors copy them', () => {
    expect(pasted('INT. DECK - NIGHT\n\nRain.\n\nMARA\n\n(quietly)\n\nHold on.\n\nCUT TO:')).toEqual(scene);
  });

  test('parses text without blank lines', () => {
    expect(pasted('INT. DECK - NIGHT\nRain.\nMARA\n(quietly)\nHold on.\nCUT TO:')).toEqual(scene);
  });

  test('parses Windows line ends', () => {
    expect(pasted('INT. DECK - NIGHT\r\n\r\nRain.\r\n')).toEqual(scene.slice(0, 2));
  });

  test('parses dual dialogue, centred text and a page break', () => {
    expect(pastedElements('MARA\nNo.\n\nTOBIAS ^\nYes.\n\n> THE END <\n\n===\n\nEXT. SEA - DAY')).toEqual([
      { elementType: 'character', content: 'MARA', dual: 'left' },
      { elementType: 'dialogue', content: 'No.', dual: 'left' },
      { elementType: 'character', content: 'TOBIAS', dual: 'right' },
      { elementType: 'dialogue', content: 'Yes.', dual: 'right' },
      { elementType: 'action', content: 'THE END', alignment: 'Center' },
      { elementType: 'scene_heading', content: 'EXT. SEA - DAY', startsNewPage: true },
    ]);
  });

  test('preserves a title page, note, cut passage, section and synopsis', () => {
    const text =
      'Title: Night Ferry\n\nINT. DECK - DAY\n\nRain [[hard]] /* or not */.\n\n# Act one\n\n= They sail.';
    expect(pasted(text)).toEqual([
      'action: Title: Night Ferry',
      'scene_heading: INT. DECK - DAY',
      'action: Rain [[hard]] /* or not */.',
      'action: # Act one',
      'action: = They sail.',
    ]);
  });

  test('reads copied pages by column and joins their lines', () => {
    const pages = [
      '12    INT. LINNEA - CAR DECK - NIGHT                    12',
      '',
      '      Chains. Diesel. Tobias squeezes between two lorries and',
      '      holds a lamp up. A *clank*.',
      '',
      '                          MARA',
      '                    (not looking',
      '                    up)',
      '                Two hundred and thirteen. Twice. And we',
      '                never count a third time.',
      '                          (MORE)',
      '',
      '                                                        23.',
      '',
      '      CONTINUED:',
      "                          MARA (CONT'D)",
      '                Not at night.',
      '      He nods.',
      '                                              CUT TO:',
    ];
    expect(pasted(pages.join('\n'))).toEqual([
      'scene_heading: INT. LINNEA - CAR DECK - NIGHT',
      'action: Chains. Diesel. Tobias squeezes between two lorries and holds a lamp up. A \\*clank\\*.',
      'character: MARA',
      'parenthetical: (not looking up)',
      'dialogue: Two hundred and thirteen. Twice. And we never count a third time. Not at night.',
      'action: He nods.',
      'transition: CUT TO:',
    ]);
  });
});

describe('pastedElements for prose', () => {
  test('returns one action element per paragraph', () => {
    expect(pasted('It was **night**.\n\n\nThe sea lay flat.')).toEqual([
      'action: It was **night**.',
      'action: The sea lay flat.',
    ]);
  });

  test('does not treat a single line in capitals as a screenplay', () => {
    expect(pasted('THE CROSSING\nIt was night.\n\nThe sea lay flat.')).toEqual([
      'action: THE CROSSING\nIt was night.',
      'action: The sea lay flat.',
    ]);
  });

  test('joins hard-wrapped lines and keeps short ones', () => {
    const broken =
      'It was a night that nobody on board would later be able to describe,\nand that nobody forgot.';
    expect(pasted(`${broken}\n\nA poem\nof lines.`)).toEqual([
      `action: ${broken.replace('\n', ' ')}`,
      'action: A poem\nof lines.',
    ]);
  });

  test('preserves all letters of a novel', () => {
    const novel = 'The night ferry sails at ten, whatever the sea may think of it.\n\n'.repeat(32_000);
    const elements = pastedElements(novel) ?? [];
    expect(elements).toHaveLength(32_000);
    expect(lettersOf(elements.map(({ content }) => content).join(''))).toBe(lettersOf(novel));
  });
});

describe('pastedElements for text that is too long for an element', () => {
  test('continues in the next element after a sentence', () => {
    const text = 'Hold on to it. '.repeat(3000);
    const elements = pastedElements(text) ?? [];
    expect(elements).toHaveLength(3);
    for (const { content } of elements) {
      expect(content.length).toBeLessThanOrEqual(maxContentLength);
      expect(content).toMatch(/^Hold .* it\.$/);
    }
    expect(lettersOf(elements.map(({ content }) => content).join(''))).toBe(lettersOf(text));
  });

  test('keeps the style on both sides of the cut', () => {
    const elements = pastedElements(`**${'Hold on to it. '.repeat(3000).trim()}**`) ?? [];
    expect(elements).toHaveLength(3);
    for (const { content } of elements) expect(content).toMatch(/^\*\*Hold .* it\.\*\*$/);
  });

  test('cuts between characters where there is no space', () => {
    const elements = pastedElements(`${'😀'.repeat(15_000)}\n\n${'*'.repeat(30_000)}`) ?? [];
    for (const { content } of elements) {
      expect(content.isWellFormed()).toBe(true);
      expect(content.length).toBeLessThanOrEqual(maxContentLength);
    }
    expect(elements.map(({ content }) => content).join('')).toContain('😀'.repeat(10_000));
  });

  test('cuts text that is too long only in capitals', () => {
    const elements = pastedElements(`int. ${'ß'.repeat(19_000)}\n\nRain.`) ?? [];
    expect(elements.every(({ content }) => content.length <= maxContentLength)).toBe(true);
    expect(elements.map(({ content }) => content).join('')).toContain('S'.repeat(18_000));
  });
});

describe('toStorableText', () => {
  test('removes characters that cannot be stored', () => {
    expect(toStorableText('a\0b\ud800c\udc00d\u0007e\ufefff\r\ng\rh\u2028i\u00a0j😀')).toBe(
      'abcdef\ng\nh\ni j😀',
    );
  });
});

describe('pastedElements', () => {
  test('can return every element type', () => {
    const text = 'INT. DECK - DAY\n\nRain.\n\nMARA\n(low)\nHold on.\n\nCUT TO:';
    const types = new Set(pastedElements(text)?.map(({ elementType }) => elementType));
    expect(types).toEqual(new Set(elementTypes));
  });
});

describe('pastedScript with pages of a print', () => {
  const typed = (text: string) =>
    pastedScript(text)?.elements.map(({ elementType, content }) => `${elementType}: ${content}`);

  const viewer = [
    'INT. CAR DECK - NIGHT',
    'Chains and diesel. TOBIAS squeezes between two lorries and holds a',
    'lamp up.',
    'MARA',
    '(over the engine)',
    'We have two hundred and thirteen of',
    'them, and I have counted them twice',
    'before the gate was shut.',
    'TOBIAS',
    'Then count',
    '(MORE)',
    '14.',
    "TOBIAS (CONT'D)",
    'again.',
    'He lets the lamp go. It breaks on the wet steel between them and the',
    'light is gone.',
  ];

  test('joins the lines that a viewer of PDFs copies, and leaves page furniture out', () => {
    expect(typed(viewer.join('\n'))).toEqual([
      'scene_heading: INT. CAR DECK - NIGHT',
      'action: Chains and diesel. TOBIAS squeezes between two lorries and holds a lamp up.',
      'character: MARA',
      'parenthetical: (over the engine)',
      'dialogue: We have two hundred and thirteen of them, and I have counted them twice before the gate was shut.',
      'character: TOBIAS',
      'dialogue: Then count again.',
      'action: He lets the lamp go. It breaks on the wet steel between them and the light is gone.',
    ]);
    expect(pastedScript(viewer.join('\n'))).toMatchObject({ leftOut: 3 });
  });

  test('reads a short line of action below a speech, and counts it as a guess', () => {
    const text = 'INT. DECK - DAY\nMARA\nHold on.\nRain.\n- 8 -\nTOBIAS\nNo.';
    const made = pastedScript(text);
    expect(made?.elements.map(({ elementType }) => elementType)).toEqual([
      ...['scene_heading', 'character', 'dialogue', 'action', 'character', 'dialogue'],
    ]);
    expect(made).toMatchObject({ leftOut: 1, uncertain: 1 });
  });

  test('keeps a parenthetical that reads like (MORE) in another language', () => {
    const text = 'INT. DECK - TAG\nMARA\n(weiter)\nKomm.\nTOBIAS\n(WEITER)\n7.\nTOBIAS (FORTS.)\nNein.';
    expect(typed(text)?.slice(1)).toEqual([
      'character: MARA',
      'parenthetical: (weiter)',
      'dialogue: Komm.',
      'character: TOBIAS',
      'dialogue: Nein.',
    ]);
  });

  test('keeps a number that somebody says, and reads no pages for one number', () => {
    const typesOf = (text: string) => pastedElements(text)?.map(({ elementType }) => elementType);
    const short = pastedElements('INT. HOUSE - DAY\n\nMARA\nWhat year?\n\nJULIAN\n1984.');
    expect(short?.map(({ content }) => content)).toEqual([
      ...['INT. HOUSE - DAY', 'MARA', 'What year?', 'JULIAN', '1984.'],
    ]);
    expect(typesOf('INT. HOUSE - DAY\nMARA\nWhat year?\nJULIAN\n1984.')).toEqual([
      ...['scene_heading', 'character', 'dialogue', 'character', 'dialogue'],
    ]);
    expect(typesOf('INT. HOUSE - DAY\n\nMARA\nWhat year?\n\n1984.\n\nJULIAN\nNo.')).toContain('action');
  });

  test('leaves paragraphs that are all apart to the rules for word processors', () => {
    const text = 'INT. DECK - DAY\n\nRain.\n\nMARA\n\nHold on.\n\n14.\n\nTOBIAS\n\nNo.';
    expect(typed(text)).toContain('dialogue: Hold on.');
  });

  test('keeps scene numbers of pages and of Fountain', () => {
    const numbers = (text: string) => pastedElements(text)?.flatMap((each) => each.sceneNumber ?? []);
    expect(numbers('31 INT. DECK - DAY 31\nRain.\n31A EXT. SEA - DAY 31A\nWaves.')).toEqual(['31', '31A']);
    const columns = '12   INT. DECK - DAY   12\n\nRain.\n\n          MARA\n     Hold on.';
    expect(numbers(columns)).toEqual(['12']);
    expect(numbers('INT. DECK - DAY #12A#\n\nRain.')).toEqual(['12A']);
  });

  test('reads shots and lyrics of Fountain as such', () => {
    const made = pastedElements('INT. DECK - DAY\n\n!!THE LAMP\n\nMARA\n~Row, row\n\n~your boat');
    expect(
      made?.map(({ elementType, content, originalType }) => [elementType, content, originalType]),
    ).toEqual([
      ['scene_heading', 'INT. DECK - DAY', undefined],
      ['action', 'THE LAMP', 'Shot'],
      ['character', 'MARA', undefined],
      ['dialogue', 'Row, row', 'Lyrics'],
      ['action', 'your boat', 'Lyrics'],
    ]);
  });

  test('knows scene numbers on both sides', () => {
    const text = '31 INT. DECK - DAY 31\nRain.\nMARA\nHold on.\n31A EXT. SEA - DAY 31A\nWaves.';
    expect(typed(text)).toEqual([
      'scene_heading: INT. DECK - DAY',
      'action: Rain.',
      'character: MARA',
      'dialogue: Hold on.',
      'scene_heading: EXT. SEA - DAY',
      'action: Waves.',
    ]);
  });

  test('joins the lines of a mail that has empty lines', () => {
    const mail = [
      'INT. DECK - DAY',
      '',
      'Chains and diesel. Tobias squeezes between two lorries and holds',
      'a lamp up.',
      '',
      'MARA',
      'We have two hundred and thirteen of',
      'them.',
      '',
      'She counts them again, slowly, as if the number were a name that',
      'somebody had forgotten.',
    ];
    expect(typed(mail.join('\n'))).toEqual([
      'scene_heading: INT. DECK - DAY',
      'action: Chains and diesel. Tobias squeezes between two lorries and holds a lamp up.',
      'character: MARA',
      'dialogue: We have two hundred and thirteen of them.',
      'action: She counts them again, slowly, as if the number were a name that somebody had forgotten.',
    ]);
  });

  test('keeps the line breaks of Fountain', () => {
    const text = 'INT. DECK - DAY\n\nA sign:\nno smoking\nno dogs\n\nMARA\nRoses are red\nviolets are blue';
    expect(typed(text)).toEqual([
      'scene_heading: INT. DECK - DAY',
      'action: A sign:\nno smoking\nno dogs',
      'character: MARA',
      'dialogue: Roses are red\nviolets are blue',
    ]);
  });

  test('takes linear time for long pages', () => {
    const pages = Array.from({ length: 3000 }, () => viewer.join('\n')).join('\n');
    expect(pastedScript(pages)?.elements.length).toBe(3000 * 8);
  });
});
