import { describe, expect, test } from 'vitest';
import { action, column, cue, dialogueLine, element, heading, paren, transition } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { parseFountain } from './parse.ts';
import { writeFountain } from './write.ts';

function written(...elements: ScriptElement[]): string {
  return writeFountain({ titlePage: emptyTitlePage, elements, format: defaultFormat, source: null });
}

test('writes a plain scene without force marks', () => {
  expect(
    written(
      heading('INT. DECK - NIGHT', '12A'),
      action('Rain.\nMore rain.'),
      cue('MARA (V.O.)'),
      paren('(low)'),
      dialogueLine('Hold on.\n\nPlease.'),
      transition('CUT TO:'),
    ),
  ).toBe(
    'INT. DECK - NIGHT #12A#\n\nRain.\nMore rain.\n\nMARA (V.O.)\n(low)\nHold on.\n  \nPlease.\n\nCUT TO:\n',
  );
});

test('writes an empty script as an empty line', () => {
  expect(written()).toBe('\n');
});

describe('writeFountain force marks', () => {
  test.each([
    ['a heading without a known intro', heading('THE ENGINE ROOM'), '.THE ENGINE ROOM'],
    ['a bold heading without a known intro', heading('**DECK**'), '.**DECK**'],
    ['a later line that reads as a heading', action('FADE IN:\nINT. DECK'), 'FADE IN:\n!INT. DECK'],
    ['action that begins with !', action('!now'), '!\\!now'],
    ['a shot', element('action', 'ON THE LAMP', { originalType: 'Shot' }), '!!ON THE LAMP'],
    ['a heading that begins with a period', heading('.45 CALIBRE'), '.\\.45 CALIBRE'],
    ['a heading that ends like a number', heading('INT. PIER #4#'), 'INT. PIER #4\\#'],
    ['a transition that does not end in TO:', transition('FADE OUT.'), '> FADE OUT.'],
    ['a transition in lower case', transition('Cut to:'), '> Cut to:'],
    ['a transition that would be centred', transition('OUT <'), '> OUT \\<'],
    ['action that reads as a heading', action('INT. is how it starts'), '!INT. is how it starts'],
    ['action that reads as a transition', action('CUT TO:'), '!CUT TO:'],
    ['action that reads as a cue', action('BANG!\nAgain.'), '!BANG!\nAgain.'],
    ['capitals alone, which are action', action('THE BEAST.'), 'THE BEAST.'],
    ['action that begins with a mark', action('@ once'), '!@ once'],
    [
      'a mark in a later line',
      action('Rain\n# not a section\n.but this'),
      'Rain\n!# not a section\n.but this',
    ],
    ['an empty line in action', action('Rain\n\nrain'), 'Rain\n!\nrain'],
    ['action like a comment', action('and/*or*/ [[not]]'), 'and\\/*or*/ \\[[not]]'],
  ])('precede %s', (_, made, text) => {
    expect(written(made)).toBe(`${text}\n`);
  });

  test('precede names that are not in capitals or have no speech', () => {
    expect(written(cue('McAvoy'), dialogueLine('Who?'), cue('MARA'), action('Rain.'))).toBe(
      '@McAvoy\nWho?\n\n@MARA\n\nRain.\n',
    );
    expect(written(cue('真理'), dialogueLine('待って。'))).toBe('@真理\n待って。\n');
  });

  test('precede a first line that would be a title page', () => {
    expect(written(action('Title: Ferry'))).toBe('!Title: Ferry\n');
    expect(written(action('Rain.'), action('Title: Ferry'))).toBe('Rain.\n\nTitle: Ferry\n');
  });
});

describe('writeFountain speeches', () => {
  test('mark the right column by ^', () => {
    const elements = [
      ...column('left', cue('MARA'), dialogueLine('Hold on.')),
      ...column('right', cue('TOBIAS'), dialogueLine('No.')),
    ];
    expect(written(...elements)).toBe('MARA\nHold on.\n\nTOBIAS ^\nNo.\n');
  });

  test('start with a bare @ without a cue, and separate two dialogues', () => {
    expect(written(action('Rain.'), dialogueLine('One.'), dialogueLine('Two.'))).toBe(
      'Rain.\n\n@\nOne. [[ ]]\nTwo.\n',
    );
  });

  test('add parentheses to a parenthetical and escape a dialogue in parentheses', () => {
    expect(written(cue('MARA'), paren('low'), dialogueLine('(beat)'))).toBe('MARA\n(low)\n\\(beat)\n');
  });

  test('mark every line of lyrics by ~, whatever their type name', () => {
    const sung = element('dialogue', 'Forty-one\nForty-two', { originalType: 'Singing' });
    expect(written(cue('GIRL'), sung, element('action', 'La', { originalType: 'Lyric' }))).toBe(
      'GIRL\n~Forty-one\n~Forty-two\n\n~La\n',
    );
  });
});

test('writes centred action between > and <, also if its FDX type is centred', () => {
  const centred = element('action', 'THE\nEND', { extras: { layout: { alignment: 'Center' } } });
  expect(written(centred, element('action', 'ACT ONE', { originalType: 'New Act' }))).toBe(
    '> THE <\n> END <\n\n> ACT ONE <\n',
  );
});

test('writes page breaks, sections and cut passages before their element', () => {
  const extras = { layout: { startsNewPage: true }, fountain: { before: ['# Act Two', '/* gone\n\n*/'] } };
  const source = { fountain: { after: ['# End'] } };
  const elements = [action('Rain.'), element('scene_heading', 'INT. DECK', { extras })];
  expect(writeFountain({ titlePage: emptyTitlePage, elements, format: defaultFormat, source })).toBe(
    'Rain.\n\n# Act Two\n\n/* gone\n\n*/\n\n===\n\nINT. DECK\n\n# End\n',
  );
});

test('ignores extras of other programs', () => {
  const extras = { fountain: { before: 'nonsense' }, fdx: { any: 1 } };
  expect(written(element('action', 'Rain.', { extras }))).toBe('Rain.\n');
});

describe('writeFountain notes', () => {
  const elements = [heading('INT. DECK'), cue('MARA'), dialogueLine('Hold on.'), action('Rain.')];
  const screenplay = { titlePage: emptyTitlePage, elements, format: defaultFormat, source: null };
  const note = (elementIndex: number | null, text: string, author: string | null = null) => ({
    elementIndex,
    text,
    author,
  });

  test('follow their element and name their author', () => {
    const notes = [
      note(null, 'all'),
      note(0, 'where?', 'Cora'),
      note(1, 'who?'),
      note(2, 'why?'),
      note(3, 'wet'),
    ];
    expect(writeFountain(screenplay, notes)).toBe(
      '[[all]]\n\nINT. DECK\n\n[[Cora: where?]]\n\nMARA\n[[who?]]\nHold on.\n[[why?]]\n\nRain.\n\n[[wet]]\n',
    );
  });

  test('are written once if they came with the file', () => {
    const file = '[[all]]\n\nINT. DECK\n\n[[where?]]\n\nMARA\n[[who?]]\nHold on.\n';
    const read = parseFountain(file);
    if (!read.ok) throw new Error(read.message);
    expect(writeFountain(read.screenplay)).toBe(file);
    expect(writeFountain(read.screenplay, [...read.notes, note(2, 'new')])).toBe(
      file.replace('Hold on.\n', 'Hold on.\n[[new]]\n'),
    );
  });

  test.each(['two\n\nparagraphs', 'a ]] b', 'ends in ]', '/* not cut */', '[[nested]]'])(
    'preserve %j',
    (text) => {
      const back = parseFountain(writeFountain(screenplay, [note(3, text)]));
      expect(back.ok && back.notes.map((each) => each.text.replaceAll('] ]', ']]'))).toEqual([text]);
      expect(back.ok && back.screenplay.elements.length).toBe(4);
    },
  );
});

test('writes the title page first, and indents its lines if there are several', () => {
  const titlePage = {
    ...emptyTitlePage,
    title: '**NIGHT FERRY**',
    author: 'Olive\nEddie',
    more: [{ key: 'Revision', value: 'Blue' }],
  };
  expect(writeFountain({ titlePage, elements: [action('Rain.')], format: defaultFormat, source: null })).toBe(
    'Title: **NIGHT FERRY**\nAuthor:\n    Olive\n    Eddie\nRevision: Blue\n\nRain.\n',
  );
});
