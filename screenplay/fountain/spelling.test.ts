import { describe, expect, test } from 'vitest';
import { action } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import type { Screenplay } from '../screenplay.ts';
import { parseFountain } from './parse.ts';
import { type FountainReading, readFountain } from './reading.ts';
import { SpelledScript } from './spelledScript.ts';
import { writeFountain } from './write.ts';

function read(source: string): Screenplay {
  const result = parseFountain(source);
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

/** Return the file after elements with these texts got others. */
function rewritten(source: string, changes: Record<string, string>): string {
  const screenplay = read(source);
  const elements = screenplay.elements.map((each) => ({
    ...each,
    content: changes[each.content] ?? each.content,
  }));
  return writeFountain({ ...screenplay, elements });
}

const bakery = `INT. DECK - DAY #7# [[COLOR GREEN]]

She weighs flour [[rye?]], salt [[coarse]] and /* no */ yeast.

MARA [[younger]]
Two [[or three]] loaves.
[[louder]]
Now.
`;

describe('writeFountain for a Fountain file', () => {
  test.each([
    ['notes and cut passages in lines', bakery],
    ['blank lines', 'INT. DECK\n\n\nSilence.\n\n\n\nThen the bell.\n\n\n'],
    ['shots and numbered page breaks', 'Mara looks up:\n\n!!ON THE LAMP\n\n=== 7 ===\n\n====\n\nRain.'],
    ['headings in small letters, and marks that are not needed', '.int. deck\n\n!Rain.\n\n@MARA\nHold on.\n'],
    ['a transition above a heading', 'CUT TO:\nINT. DECK\nRain.\n'],
    ['keys of the title page', 'Title:\n\tFerry\nAuthors: Olive\nDate: May\nCredit:\nFormat:  A\n\nRain.\n'],
    ['blank lines above the title page', '\n \nTitle: Ferry\nDate: May\n\nRain.\n'],
    ['an indented title page', '  Title: Ferry\n  Contact:\n      Pier 4\n\n\nRain.\n'],
    ['a file without blank lines', 'INT. DECK\nRain.\nMARA\nNo.\nEXT. SEA\nMist.\n'],
    ['tabs and spaces', '\t\tMARA\n\t\t(low)  \n\tHold on.\n'],
    ['bold headings and cues', '**INT. DECK**\n\n**MARA**\nNo.\n'],
    ['line ends of Windows and a byte order mark', '\uFEFFINT. DECK\r\n\r\nRain.\r\n'],
    ['sections without blank lines', '# Act\n= What happens\nINT. DECK\n= Rain\nRain.\n\n# End\n'],
  ])('writes the same bytes with %s', (_, source) => {
    expect(writeFountain(read(source))).toBe(source);
  });

  test('leaves notes at their place in a line that changed', () => {
    expect(
      rewritten(bakery, {
        'She weighs flour, salt and yeast.': 'Mara weighs flour, salt and old yeast.',
        'Two loaves.\nNow.': 'Two dark loaves.\nNow.',
      }),
    ).toBe(
      bakery
        .replace('She', 'Mara')
        .replace('yeast', 'old yeast')
        .replace('[[or three]] loaves', '[[or three]] dark loaves'),
    );
  });

  test('writes a note of a line once, also if it is a comment', () => {
    const result = parseFountain(bakery);
    if (!result.ok) throw new Error(result.message);
    expect(writeFountain(result.screenplay, result.notes)).toBe(bakery);
    expect(result.notes.map(({ elementIndex, text }) => [elementIndex, text])).toEqual([
      [0, 'COLOR GREEN'],
      [1, 'rye?'],
      [1, 'coarse'],
      [2, 'younger'],
      [3, 'or three'],
      [3, 'louder'],
    ]);
    expect(result.screenplay.elements[1]?.content).toBe('She weighs flour, salt and yeast.');
  });

  test('writes a line as ours where the line of the file would be misread', () => {
    // Without the blank line, a heading that became action would take the line below it.
    const screenplay = read('Wind.\n\n\n\nINT. DECK\nRain.\n\n\n\nMist.\n');
    const [wind, deck, ...rest] = screenplay.elements as [ScriptElement, ScriptElement, ...ScriptElement[]];
    const elements = [wind, { ...deck, elementType: 'action' as const, content: 'A deck.' }, ...rest];
    expect(writeFountain({ ...screenplay, elements })).toBe('Wind.\n\nA deck.\n\nRain.\n\n\n\nMist.\n');
  });

  test('leaves the blank lines above a line that moved', () => {
    const screenplay = read('Wind.\n\n\n\nRain.\n\nMist.\n');
    const [wind, rain, mist] = screenplay.elements as [ScriptElement, ScriptElement, ScriptElement];
    expect(writeFountain({ ...screenplay, elements: [wind, action('Fog.'), rain, mist] })).toBe(
      'Wind.\n\nFog.\n\n\n\nRain.\n\nMist.\n',
    );
  });

  test('changes one entry of the title page and leaves the others', () => {
    const screenplay = read('Title: Ferry\nAuthors: Olive\nDate: May\nCredit:\n\nRain.\n');
    const titlePage = { ...screenplay.titlePage, draftDate: 'June', copyright: 'Olive' };
    expect(writeFountain({ ...screenplay, titlePage })).toBe(
      'Title: Ferry\nAuthors: Olive\nDate: June\nCredit:\nCopyright: Olive\n\nRain.\n',
    );
  });

  test('writes the same bytes after headings and cues were stored in capitals', () => {
    const source = 'int. deck\n\n@McAvoy\nHold on.\n\n> Fade out.\n';
    const screenplay = read(source);
    const elements = screenplay.elements.map((each) =>
      each.elementType === 'dialogue' ? each : { ...each, content: each.content.toUpperCase() },
    );
    expect(writeFountain({ ...screenplay, elements })).toBe(source);
  });

  test('leaves notes with a line to themselves within a line that was joined', () => {
    const source = 'MARA\nTwo loaves.\n[[louder]]\n[[slower]]\nNow.\n';
    const written = rewritten(source, { 'Two loaves.\nNow.': 'Two loaves. Now.' });
    expect(written).toBe('MARA\nTwo loaves. [[louder]][[slower]] Now.\n');
    expect(read(written).elements[1]?.content).toBe('Two loaves. Now.');
  });

  test('writes cut passages of lines that were deleted or joined at the end', () => {
    const screenplay = read('Rain. /* a */\n\nWind /* b */ blows.\n\nMist.\n');
    const [rain, wind, mist] = screenplay.elements as [ScriptElement, ScriptElement, ScriptElement];
    const deleted = writeFountain({ ...screenplay, elements: [rain, mist] });
    expect(deleted).toBe('Rain. /* a */\n\nMist.\n\n/* b */\n');
    const joined = writeFountain({
      ...screenplay,
      elements: [{ ...rain, content: 'Rain. Wind blows.' }, mist],
    });
    expect(joined).toBe('Rain. /* a */Wind blows.\n\nMist.\n\n/* b */\n');
    expect(writeFountain({ ...screenplay, elements: [rain, wind] })).not.toContain('Mist');
  });

  test('writes cut passages above elements that were deleted at the end', () => {
    const screenplay = read('Rain.\n\n/* a */\n\nWind.\n\nMist.\n');
    const elements = screenplay.elements.filter(({ content }) => content !== 'Wind.');
    expect(writeFountain({ ...screenplay, elements })).toBe('Rain.\n\nMist.\n\n/* a */\n');
  });

  test.each([
    [
      'above the next element',
      ['INT. PIER', 'Rain.'],
      'INT. DECK\n\n# Two\n\n= Rain comes.\n\nINT. SEA\n\n# Three\n\nMist.\n',
    ],
    [
      'above the next section without its elements',
      ['INT. PIER', 'Rain.', 'INT. SEA'],
      'INT. DECK\n\n# Two\n\n= Rain comes.\n\n# Three\n\nMist.\n',
    ],
    [
      'at the end',
      ['INT. PIER', 'Rain.', 'INT. SEA', 'Mist.'],
      'INT. DECK\n\n# Two\n\n= Rain comes.\n\n# Three\n',
    ],
    [
      'at the beginning',
      ['INT. DECK'],
      '# One\n\n# Two\n\n= Rain comes.\n\nINT. PIER\n\nRain.\n\nINT. SEA\n\n# Three\n\nMist.\n',
    ],
  ])('writes sections and synopses above elements that were deleted %s', (_where, deleted, expected) => {
    const source =
      'INT. DECK\n\n# Two\n\n= Rain comes.\n\nINT. PIER\n\nRain.\n\nINT. SEA\n\n# Three\n\nMist.\n';
    const isFirst = expected.startsWith('# One');
    const screenplay = read(isFirst ? `# One\n\n${source}` : source);
    const elements = screenplay.elements.filter(({ content }) => !deleted.includes(content));
    expect(writeFountain({ ...screenplay, elements })).toBe(expected);
  });

  test('leaves an empty line below the title page after the first element was deleted', () => {
    const screenplay = read('Credit:\n\nRain.\n\nMist.\n');
    const elements = screenplay.elements.slice(1);
    expect(writeFountain({ ...screenplay, elements })).toBe('Credit:\n\nMist.\n');
  });

  test('writes a script in our own lines if what is written cannot be read', () => {
    const { source, ...screenplay } = read('INT. DECK\n\n\nSilence.\n');
    const script = new SpelledScript({ ...screenplay, notes: [], fountain: source?.fountain });
    const readWritten = (text: string) => readFountain(text) as FountainReading;
    expect(script.write(readWritten)).toBe('INT. DECK\n\n\nSilence.\n');
    expect(script.write(() => null)).toBe('INT. DECK\n\nSilence.\n');
  });
});

describe('parseFountain for lines that are too long to be preserved', () => {
  const tooLong = 200_001;

  test.each([
    ['blank lines', `Rain.\n\n${'\n'.repeat(tooLong)}Mist.\n`, 'Rain.\n\nMist.\n'],
    ['blank lines at the end', `Rain.\n${'\n'.repeat(tooLong)}`, 'Rain.\n'],
    ['a mark before a long line', `!${'x'.repeat(tooLong)}\n`, `${'x'.repeat(tooLong)}\n`],
  ])('stores no %s, and reports it', (_, source, written) => {
    const result = parseFountain(source);
    if (!result.ok) throw new Error(result.message);
    expect(JSON.stringify([result.screenplay.source, result.screenplay.elements[1]?.extras ?? null])).toBe(
      '[null,null]',
    );
    expect(result.receipt.shortened).toEqual([
      '1 passage was too long to preserve the blank lines and marks as written',
    ]);
    expect(writeFountain(result.screenplay)).toBe(written);
  });

  test('stores the notes of a long line, which follow it', () => {
    const line = 'x'.repeat(tooLong);
    expect(writeFountain(read(`${line} [[slower]] y\n\nMist.\n`))).toBe(`${line} y\n\n[[slower]]\n\nMist.\n`);
  });
});
