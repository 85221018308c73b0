import { joinParagraphs } from '../longParagraphs.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { originalTitlePage } from './extras.ts';
import { withLostCuts } from './lineCuts.ts';
import { allNotes } from './notes.ts';
import { parseFountain } from './parse.ts';
import { SpelledScript } from './spelledScript.ts';

/**
 * Write a screenplay as Fountain 1.1, with LF line ends and without a byte order mark. Blocks are
 * separated by one blank line. Force marks are only used where a line would otherwise be misread.
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
  return spelled.hasSpelling ? spelled.write(parseFountain) : spelled.writePlain();
}
