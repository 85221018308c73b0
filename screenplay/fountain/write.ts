import { joinParagraphs } from '../longParagraphs.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { type FountainSourceExtras, originalTitlePage } from './extras.ts';
import { withLostCuts } from './lostCuts.ts';
import { allNotes } from './notes.ts';
import { type FountainReading, readFountain } from './reading.ts';
import { SpelledScript } from './spelledScript.ts';

/**
 * Write a screenplay as Fountain 1.1. Blocks are separated by one blank line. Line ends are LF,
 * without a byte order mark, unless the file from which it was imported has others. Force marks are
 * only used where a line would otherwise be misread.
 * parseFountain returns the same types and texts, except:
 * - Headings, cues, parentheticals and transitions become one line.
 * - Trailing white space is removed.
 * - Missing parentheses are added to parentheticals.
 *
 * A script from a Fountain file has the lines of the file where they have not changed, with its
 * blank lines, and notes and cut passages at their place in the line.
 *
 * Two things have no syntax in Fountain: a speech without a cue has the bare cue "@", and an empty
 * note separates two dialogues of one speech. Notes are written at their element with their author:
 * those of the source file, and those of `notes` that are new. Features unknown to Fountain are
 * left out: fonts, colours, right alignment, FDX types other than lyrics and shots.
 */
export function writeFountain(
  { titlePage, elements: allElements, format, source }: Screenplay,
  givenNotes: readonly ScriptNote[] = [],
): string {
  const { elements, notes } = joinParagraphs({
    elements: allElements,
    notes: allNotes(allElements, source, givenNotes),
  });
  const script = {
    titlePage: originalTitlePage(titlePage, source?.fountain),
    elements,
    format,
    fountain: withLostCuts(source?.fountain, elements),
    notes,
  };
  const spelled = new SpelledScript(script);
  const text = spelled.hasSpelling ? spelled.write(readWritten) : spelled.writePlain();
  return withEnds(text, source?.fountain);
}

function readWritten(text: string): FountainReading | null {
  const reading = readFountain(text);
  return typeof reading === 'string' ? null : reading;
}

/** Return a text with the byte order mark and the line ends of its file. */
function withEnds(text: string, fountain: unknown): string {
  const { mark, lineEnd } = (fountain ?? {}) as Partial<FountainSourceExtras>;
  const lines = lineEnd === '\r\n' ? text.replaceAll('\n', lineEnd) : text;
  return mark === '\uFEFF' ? mark + lines : lines;
}
