import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { parseFountain } from './parse.ts';
import { writeFountain } from './write.ts';

function parsed(source: string | Uint8Array) {
  const result = parseFountain(source);
  if (!result.ok) throw new Error(result.message);
  return result;
}

/** Return the elements without extras. */
function elementsOf(source: string | Uint8Array): ScriptElement[] {
  return parsed(source).screenplay.elements.map((each) => ({ ...each, extras: null }));
}

describe('parseFountain headings', () => {
  test.each([
    'INT. DECK - DAY',
    'ext. deck',
    'EST. HARBOUR',
    'INT./EXT. CAR',
    'INT/EXT CAR',
    'I/E CAR',
    'EXT - SEA',
    'I./E. TAXI - NIGHT',
    'E/I TAXI',
    'INT/ EXT. TAXI',
    'INT. / EXT. TAXI',
    'INT.CABIN.DAY',
    '**INT. DECK - DAY**',
    '_EXT. DECK - DAY_',
  ])('recognises %s', (text) => {
    expect(elementsOf(`${text}\n\nRain.`)).toEqual([heading(text), action('Rain.')]);
  });

  test.each([
    'INTERIOR VIEW',
    'EXTRA! EXTRA!',
    'Into the night',
    'ESTABLISHING',
    '... and then',
    '. NOT A HEADING',
  ])('reads %s as action', (text) => {
    expect(elementsOf(`${text}\n\nRain.`)).toEqual([action(text), action('Rain.')]);
  });

  test('forces a heading by a period, and .45 calibre to action by !', () => {
    expect(elementsOf('.SNIPER SCOPE POV\n\n.45 calibre\n\n!.45 calibre')).toEqual([
      heading('SNIPER SCOPE POV'),
      heading('45 calibre'),
      action('.45 calibre'),
    ]);
  });

  test('accepts text directly below a heading in capitals', () => {
    expect(elementsOf('INT. DECK\nRain.\n\nInt. deck\nRain.')).toEqual([
      heading('INT. DECK'),
      action('Rain.'),
      action('Int. deck\nRain.'),
    ]);
  });

  test.each([
    ['INT. DECK #12A#', 'INT. DECK', '12A'],
    ['INT. DECK - DAY (1944) #I-1-A#', 'INT. DECK - DAY (1944)', 'I-1-A'],
    ['INT. DECK #110.#', 'INT. DECK', '110.'],
    ['.BELOW #1#', 'BELOW', '1'],
  ])('reads the number of %s', (source, text, number) => {
    expect(elementsOf(source)).toEqual([heading(text, number)]);
    expect(parsed(source).screenplay.format.sceneNumbersShown).toBe(true);
  });

  test('reads # Act #1# as a section without a number', () => {
    expect(parsed('# Act #1#\n\nRain.').receipt).toMatchObject({ kept: ['1 section or synopsis'] });
  });
});

describe('parseFountain cues', () => {
  test.each([
    'MARA',
    "JULIAN (cont'd)",
    'MOM (O.S.) (into phone)',
    'HANS (on the radio)',
    'R2D2',
    'ÉMILE',
    'MARA & TOBIAS',
  ])('recognises %s with a line below', (name) => {
    expect(elementsOf(`${name}\nHold on.`)).toEqual([cue(name), dialogueLine('Hold on.')]);
  });

  test.each(['23', 'Mara', 'McAVOY', '東京', '...'])('reads %s with a line below as action', (text) => {
    expect(elementsOf(`${text}\nHold on.`)).toEqual([action(`${text}\nHold on.`)]);
  });

  test('forces a cue by @ and keeps its case, in any writing system', () => {
    expect(elementsOf('@McAvoy\nHold on.\n\n@真理\n待って。')).toEqual([
      cue('McAvoy'),
      dialogueLine('Hold on.'),
      cue('真理'),
      dialogueLine('待って。'),
    ]);
  });

  test('reads capitals without a line below as action', () => {
    expect(elementsOf('THE BEAST.\n\nRain.\n\nMARA')).toEqual([
      action('THE BEAST.'),
      action('Rain.'),
      action('MARA'),
    ]);
  });

  test('reads SNAP! with a line below as a cue unless forced', () => {
    expect(elementsOf('SNAP!\nThe rope goes.\n\n!SNAP!\nThe rope goes.')).toEqual([
      cue('SNAP!'),
      dialogueLine('The rope goes.'),
      action('SNAP!\nThe rope goes.'),
    ]);
  });
});

test('parseFountain recognises elements by their words in a file without blank lines', () => {
  const source = 'INT. DECK - DAY\nRain.\nMARA\n(low)\nHold on.\nTOBIAS\nPlease.\nCUT TO:\nEXT. SEA\nMist.';
  expect(elementsOf(source)).toEqual([
    heading('INT. DECK - DAY'),
    action('Rain.'),
    cue('MARA'),
    paren('(low)'),
    dialogueLine('Hold on.'),
    cue('TOBIAS'),
    dialogueLine('Please.'),
    transition('CUT TO:'),
    heading('EXT. SEA'),
    action('Mist.'),
  ]);
  expect(parsed(source).receipt.uncertain).toHaveLength(1);
});

describe('parseFountain speeches', () => {
  test('splits parentheticals from lines, and keeps the writer’s line breaks', () => {
    expect(elementsOf('MARA\n(low)\nHold on.\nNow.\n(loud)  \nPlease.')).toEqual([
      cue('MARA'),
      paren('(low)'),
      dialogueLine('Hold on.\nNow.'),
      paren('(loud)'),
      dialogueLine('Please.'),
    ]);
  });

  test('reads two spaces as an empty line, and ends the speech at an empty line', () => {
    expect(elementsOf('MARA\nHold on.\n  \nPlease.\n\n(beat)\nRain.')).toEqual([
      cue('MARA'),
      dialogueLine('Hold on.\n\nPlease.'),
      action('(beat)\nRain.'),
    ]);
  });

  test('reads force marks as plain text', () => {
    expect(elementsOf('MARA\n@home\n.38\n> right\n!now\n# one')).toEqual([
      cue('MARA'),
      dialogueLine('@home\n.38\n> right\n!now\n# one'),
    ]);
  });

  test('ignores indents', () => {
    expect(elementsOf('\t\tMARA\n\t\t\t(low)\n\t  Hold on.')).toEqual([
      cue('MARA'),
      paren('(low)'),
      dialogueLine('Hold on.'),
    ]);
  });

  test('reads lyrics as dialogue, or as action outside a speech', () => {
    const lyrics = { originalType: 'Lyrics' };
    expect(elementsOf('GIRL\n~Forty-one\n~Forty-two\nHello.\n\n~La la')).toEqual([
      cue('GIRL'),
      element('dialogue', 'Forty-one\nForty-two', lyrics),
      dialogueLine('Hello.'),
      element('action', 'La la', lyrics),
    ]);
  });
});

describe('parseFountain dual dialogue', () => {
  test('pairs a speech marked ^ with the previous one', () => {
    expect(elementsOf('MARA\nHold on.\n\nTOBIAS ^\n(loud)\nPlease.\n\nMARA\nYes?')).toEqual([
      ...column('left', cue('MARA'), dialogueLine('Hold on.')),
      ...column('right', cue('TOBIAS'), paren('(loud)'), dialogueLine('Please.')),
      cue('MARA'),
      dialogueLine('Yes?'),
    ]);
  });

  test('reads ^ after nothing or action as a plain speech, and reports it', () => {
    const source = 'TOBIAS^\nPlease.\n\nRain.\n\nMARA ^\nHold on.';
    expect(elementsOf(source)).toEqual([
      cue('TOBIAS'),
      dialogueLine('Please.'),
      action('Rain.'),
      cue('MARA'),
      dialogueLine('Hold on.'),
    ]);
    expect(parsed(source).receipt.uncertain).toHaveLength(1);
  });
});

describe('parseFountain transitions', () => {
  test('recognises stand-alone capitals that end in TO:', () => {
    expect(elementsOf('CUT TO:\n\nINT. DECK')).toEqual([transition('CUT TO:'), heading('INT. DECK')]);
  });

  test('recognises one directly above a heading, and the heading below an opening', () => {
    const source =
      'The horn sounds.\n\nCUT TO:\nint. engine room, later\n\nSteam.\n\nFADE IN:\nINT. DECK\n\nRain.';
    expect(elementsOf(source)).toEqual([
      action('The horn sounds.'),
      transition('CUT TO:'),
      heading('int. engine room, later'),
      action('Steam.'),
      action('FADE IN:'),
      heading('INT. DECK'),
      action('Rain.'),
    ]);
    expect(parsed(source).receipt.uncertain).toEqual([
      'A line ending in “TO:” directly above a heading became a transition (1)',
    ]);
  });

  test.each(['FADE IN:', 'TITLE:', 'Cut to:', 'CUT TO: '])('reads %j as action', (text) => {
    expect(elementsOf(`Rain.\n\n${text}\n\nRain.`)[1]).toEqual(action(text.trim()));
  });

  test('forces a transition by >', () => {
    expect(elementsOf('> FADE OUT.\n\n>Burn to pink')).toEqual([
      transition('FADE OUT.'),
      transition('Burn to pink'),
    ]);
  });
});

describe('parseFountain action', () => {
  test('keeps line breaks and indents', () => {
    expect(elementsOf('Rain\n  on black\n\twater.\n\n\n\n   A lamp.')).toEqual([
      action('Rain\n  on black\n    water.'),
      action('   A lamp.'),
    ]);
  });

  test('centres text between > and <', () => {
    expect(parsed('> THE END <\n> or is it <').screenplay.elements).toEqual([
      element('action', 'THE END\nor is it', { extras: { layout: { alignment: 'Center' } } }),
    ]);
  });

  test('keeps emphasis marks', () => {
    expect(elementsOf('The \\*real\\* _Linnea_, **late**.')).toEqual([
      action('The \\*real\\* _Linnea_, **late**.'),
    ]);
  });

  test('starts a page at the element after a page break, which == is not', () => {
    const { elements } = parsed('One.\n\n====\n\nTwo.\n\n==').screenplay;
    expect(elements.map(({ content, extras }) => [content, extras?.layout])).toEqual([
      ['One.', undefined],
      ['Two.', { startsNewPage: true }],
      ['==', undefined],
    ]);
  });

  test('starts a page at a numbered page break', () => {
    const { screenplay, receipt } = parsed('Flour.\n\n=== 7 ===\n\nRain.');
    expect(screenplay.elements.map(({ content, extras }) => [content, extras?.layout])).toEqual([
      ['Flour.', undefined],
      ['Rain.', { startsNewPage: true }],
    ]);
    expect(receipt.kept).toEqual(['1 page number of a page break']);
  });

  test('reads !! as a shot, and !!! as action', () => {
    expect(elementsOf('Mara looks up:\n\n!!on the lamp\n\n!!!\n\n!\\!now')).toEqual([
      action('Mara looks up:'),
      element('action', 'on the lamp', { originalType: 'Shot' }),
      action('!!'),
      action('!now'),
    ]);
  });

  test('counts the blank lines that the writer set', () => {
    expect(parsed('Silence.\n\n\n\nThen the bell.\n\n\nRain.').receipt.kept).toEqual([
      '3 additional blank lines',
    ]);
  });
});

describe('parseFountain hidden content', () => {
  test('returns notes with the element in or after which they are', () => {
    const { screenplay, notes } = parsed(
      '[[first]]\n\nINT. DECK [[where?]]\n\nRain [[more\nof it\n  \nand more]] falls.\n\n[[alone]]\n\nMARA\n[[how?]]\nHold on.',
    );
    expect(screenplay.elements).toMatchObject([
      { content: 'INT. DECK' },
      { content: 'Rain falls.' },
      { content: 'MARA' },
      { content: 'Hold on.' },
    ]);
    expect(notes.map(({ elementIndex, text }) => [elementIndex, text])).toEqual([
      [null, 'first'],
      [0, 'where?'],
      [1, 'more\nof it\n\nand more'],
      [1, 'alone'],
      [2, 'how?'],
    ]);
  });

  test('reads a note with an empty line as text', () => {
    expect(elementsOf('Rain [[this\n\nis text]].')).toEqual([action('Rain [[this'), action('is text]].')]);
  });

  test('accepts cut passages anywhere and with any content', () => {
    const { screenplay, receipt } = parsed(
      'CUT TO:\n/*\nINT. GONE\n\nGone.\n*/\nEXT. SEA\n\nThe /* very */ end.',
    );
    expect(elementsOf('CUT TO:\n/*\nINT. GONE\n*/\nEXT. SEA')).toEqual([
      transition('CUT TO:'),
      heading('EXT. SEA'),
    ]);
    expect(screenplay.elements[1]?.extras?.fountain).toMatchObject({
      before: ['/*\nINT. GONE\n\nGone.\n*/'],
    });
    expect(screenplay.elements[2]?.content).toBe('The end.');
    expect(receipt.kept).toEqual(['2 cut passages']);
  });

  test('reads a cut passage without an end as text', () => {
    expect(elementsOf('Rain /* and\n\nwind.')).toEqual([action('Rain /* and'), action('wind.')]);
    expect(parsed('Rain /* and').receipt.uncertain).toHaveLength(1);
  });

  test('preserves sections and synopses at their position, also at the end', () => {
    const { screenplay } = parsed('# Act\n= What happens\nINT. DECK\n= Rain\nRain.\n\n# End');
    expect(screenplay.elements).toMatchObject([
      { content: 'INT. DECK', extras: { fountain: { before: ['# Act', '= What happens'] } } },
      { content: 'Rain.', extras: { fountain: { before: ['= Rain'] } } },
    ]);
    expect(screenplay.source).toMatchObject({ fountain: { after: ['# End'] } });
  });
});

describe('parseFountain title page', () => {
  test('reads known keys in any case and other keys, with one or several lines', () => {
    const { titlePage, elements } = parsed(
      'title: Night Ferry\nAuthors:\n\tOlive\n   Eddie\nDATE: 3 March\nFormat: Feature\nContact: Pier 4\n    Harbour\n\nRain.',
    ).screenplay;
    expect(titlePage).toEqual({
      ...emptyTitlePage,
      title: 'Night Ferry',
      author: 'Olive\nEddie',
      draftDate: '3 March',
      contact: 'Pier 4\nHarbour',
      more: [{ key: 'Format', value: 'Feature' }],
    });
    expect(elements).toEqual([action('Rain.')]);
  });

  test.each(['FADE IN:', 'INT. X - DAY: NIGHT', 'Mara: Hello', 'Rain: more rain'])(
    'finds none in %j',
    (source) => {
      expect(parsed(`${source}\n\nRain.`).screenplay.titlePage).toEqual(emptyTitlePage);
      expect(elementsOf(`${source}\n\nRain.`)).toHaveLength(2);
    },
  );

  test('accepts lines without indent below a bare key, up to a line that is no value', () => {
    const { titlePage, elements } = parsed('Title: Ferry\nContact:\nPier 4\nHarbour\n\nRain.').screenplay;
    expect([titlePage.contact, elements.length]).toEqual(['Pier 4\nHarbour', 1]);
    expect(elementsOf('Title: Ferry\nRain.')).toEqual([action('Rain.')]);
  });

  test('accepts a title page that is indented as a whole', () => {
    const { titlePage, elements } = parsed(
      '    Title: Ferry\n    Contact:\n        Pier 4\n\nRain.',
    ).screenplay;
    expect([titlePage.title, titlePage.contact, elements.length]).toEqual(['Ferry', 'Pier 4', 1]);
  });

  test('accepts a blank line above', () => {
    expect(parsed('\n \nTitle: Ferry\n\nRain.').screenplay.titlePage.title).toBe('Ferry');
    expect(elementsOf('\nTitle: Ferry\n\nRain.')).toEqual([action('Rain.')]);
  });

  test('accepts a note above', () => {
    expect(parsed('[[draft]]\n\nTitle: Ferry\n\nRain.').screenplay.titlePage.title).toBe('Ferry');
  });
});

describe('parseFountain files', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('ignores line ends, a byte order mark and control characters', () => {
    const expected = [heading('INT. DECK'), cue('MARA'), dialogueLine('Hold\non.')];
    expect(elementsOf('\uFEFFINT. DECK\r\n\r\nMARA\r\nHold\r\non.\r\n')).toEqual(expected);
    expect(elementsOf('INT. DECK\r\rMARA\rHold\ron.')).toEqual(expected);
    expect(elementsOf('INT.\0 DECK\n\nMA\u0002RA\nHold\non.')).toEqual(expected);
  });

  test('decodes UTF-8, and UTF-16 with a byte order mark', () => {
    expect(elementsOf(bytes('Häfen'))).toEqual([action('Häfen')]);
    expect(elementsOf(new Uint8Array([0xff, 0xfe, 0x48, 0, 0xe4, 0]))).toEqual([action('Hä')]);
    expect(elementsOf(new Uint8Array([0xfe, 0xff, 0, 0x48, 0, 0xe4]))).toEqual([action('Hä')]);
  });

  test('decodes other bytes as Windows-1252, and reports it', () => {
    const latin = new Uint8Array([
      ...bytes('CAF'),
      0xc9,
      ...bytes(' \n\n'),
      0x93,
      ...bytes('Na'),
      0xef,
      ...bytes('f.'),
      0x94,
    ]);
    const result = parseFountain(latin);
    expect(result).toMatchObject({
      ok: true,
      screenplay: { elements: [{ content: 'CAFÉ' }, { content: '“Naïf.”' }] },
    });
    expect(result.ok && result.receipt.uncertain).toEqual([
      'The file is not UTF-8; it was read as Windows-1252',
    ]);
  });

  test('returns the reason why a file cannot be read', () => {
    expect(parseFountain('')).toMatchObject({ ok: false, kind: 'empty' });
    expect(parseFountain(bytes(' \n\t\n'))).toMatchObject({ ok: false, kind: 'empty' });
    // UTF-8 with one damaged byte.
    const damaged = new Uint8Array([...bytes('Ä ö ü ß'), 0xe4]);
    expect(parseFountain(damaged)).toMatchObject({ ok: false, kind: 'encoding' });
    expect(parseFountain(new Uint8Array(10 * 1024 * 1024 + 1))).toMatchObject({
      ok: false,
      kind: 'too-large',
    });
    expect(parseFountain('INT. DECK\n\n'.repeat(100_001))).toMatchObject({
      kind: 'too-large',
      message: 'The file has more than 100,000 paragraphs.',
    });
    expect(parseFountain('[[Why?]]'.repeat(20_001))).toMatchObject({
      kind: 'too-large',
      message: 'The file has more than 20,000 notes.',
    });
  });
});

describe('parseFountain', () => {
  test('reads the fixture', () => {
    const { screenplay, notes, receipt } = parsed(
      readFileSync(new URL('../fixtures/night-ferry.fountain', import.meta.url)),
    );
    expect(receipt.countsByType).toEqual({
      scene_heading: 6,
      action: 23,
      character: 25,
      dialogue: 26,
      parenthetical: 5,
      transition: 3,
    });
    expect(screenplay.elements.flatMap((each) => each.sceneNumber ?? [])).toEqual([
      '1',
      '2',
      '3',
      '3A',
      '4',
      '5',
    ]);
    expect(screenplay.elements.filter((each) => each.dual).map((each) => each.content)).toEqual([
      'MARA',
      'Hold on.',
      'TOBIAS',
      'Please.',
    ]);
    expect(notes).toHaveLength(1);
    expect(receipt.kept).toEqual(['3 sections and synopses', '1 cut passage']);
  });
});

describe('parseFountain with words of other languages', () => {
  const german = 'INN. BÄCKEREI - NACHT\n\nMehl.\n\nSCHNITT AUF:\n\nИНТ. ПЕКАРНЯ - НОЧЬ\n\nТихо.\n';

  test('reads headings and transitions and lists them as uncertain', () => {
    const read = parseFountain(german);
    if (!read.ok) throw new Error(read.message);
    expect(read.screenplay.elements.map(({ elementType }) => elementType)).toEqual([
      'scene_heading',
      'action',
      'transition',
      'scene_heading',
      'action',
    ]);
    expect(read.receipt.uncertain).toEqual([
      '3 lines were read as scene headings or transitions by words of other languages than English',
    ]);
  });

  test('writes them with the signs that other programs need', () => {
    const read = parseFountain(german);
    if (!read.ok) throw new Error(read.message);
    const elements = read.screenplay.elements.map((each) => ({ ...each, extras: null }));
    const written = writeFountain({ ...read.screenplay, elements, source: null });
    expect(written).toBe(
      german.replace('INN', '.INN').replace('SCHNITT', '> SCHNITT').replace('ИНТ', '.ИНТ'),
    );
    const again = parseFountain(written);
    const withoutExtras = again.ok && again.screenplay.elements.map((each) => ({ ...each, extras: null }));
    expect(withoutExtras).toEqual(elements);
  });

  test('keeps action that only looks like them', () => {
    const read = parseFountain('!INN. BÄCKEREI - NACHT\n\n!SCHNITT AUF:\n');
    if (!read.ok) throw new Error(read.message);
    expect(read.screenplay.elements.map(({ elementType }) => elementType)).toEqual(['action', 'action']);
    expect(writeFountain(read.screenplay)).toBe('!INN. BÄCKEREI - NACHT\n\n!SCHNITT AUF:\n');
  });
});
