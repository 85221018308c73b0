import { describe, expect, test } from 'vitest';
import { exportLosses } from './exportLosses.ts';
import { parseFountain } from './fountain/parse.ts';

function scriptOf(text: string) {
  const result = parseFountain(new TextEncoder().encode(text));
  if (!result.ok) throw new Error(result.message);
  return { ...result.screenplay, notes: result.notes };
}

describe('exportLosses', () => {
  test('names what a format does not hold, with counts', () => {
    const script = scriptOf('INT. DECK\n\nEngines.\n\nMARA\nYes.\n\nTOBIAS ^\nNo.\n\nOLIVE ^\nWhat?');
    const [heading, action, ...rest] = script.elements;
    if (!heading || !action) throw new Error('no elements');
    const set = { ...action, extras: { layout: { leftInches: 2 }, fdx: {} } };
    const changed = { ...script, elements: [heading, set, ...rest] };
    expect(exportLosses('osf', changed)).toEqual([
      'the columns of 1 speech side by side',
      'revisions, tags and other content of the Final Draft file',
    ]);
    expect(exportLosses('fountain', changed)).toEqual([
      'the indents of 1 paragraph',
      'revisions, tags and other content of the Final Draft file',
    ]);
  });

  test('is empty for a format that holds the whole script', () => {
    expect(exportLosses('docx', scriptOf('INT. DECK\n\nEngines **hum**.'))).toEqual([]);
  });

  test('names the cut passages, sections and synopses of a Fountain file', () => {
    const script = scriptOf(
      'INT. DECK\n\n# Act\n\n= Rain comes.\n\n/* Cut. */\n\nEngines /* loud */ hum.\n\n# End\n\n/* Gone. */',
    );
    for (const format of ['pdf', 'fdx', 'docx', 'fadein', 'osf', 'html', 'epub', 'txt'] as const)
      expect(exportLosses(format, script)).toEqual(['3 cut passages', '3 sections and synopses']);
    expect(exportLosses('fountain', script)).toEqual([]);
  });

  test('counts the comments that a PDF does not hold', () => {
    expect(exportLosses('pdf', scriptOf('INT. DECK\n\nRain. [[Too loud?]]'))).toEqual(['1 comment']);
  });
});
