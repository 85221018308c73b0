import type { ScriptElement, TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { ScriptNote } from '../screenplay.ts';
import { blocksOf } from './extras.ts';
import { type FountainParts, FountainWriter } from './fountainWriter.ts';
import { writePreserved } from './outlineBlock.ts';
import { titleEntriesOf } from './titlePage.ts';

/** A script to be written, with all its notes. */
export interface FountainScript {
  titlePage: TitlePage;
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  notes: readonly ScriptNote[];
  /** Preserved content of the file, of any shape. */
  fountain: unknown;
}

/**
 * Write a script without its title page, in parts. `knownLines` returns the lines that are known to
 * be written for an element, or null.
 */
export function writeParts(
  { titlePage, elements, format, notes, fountain }: FountainScript,
  knownLines: (index: number) => string | null = () => null,
): FountainParts {
  const hasTitle = titleEntriesOf(titlePage).length > 0;
  const writer = new FountainWriter(elements, notes, format, hasTitle);
  writer.addBlocks(writer.notesAt(null));
  for (let index = 0; index < elements.length; index++) writer.add(index, knownLines(index));
  return writer.end(blocksOf(fountain, 'after').map(writePreserved));
}

/** Join the parts of a script below its title page, which may be empty. */
export function joinParts({ own, gaps }: FountainParts, title = ''): string {
  let text = gaps[0] ?? '';
  let index = 0;
  for (; index < own.length && /^[ \t]*$/.test(text); index++)
    text += (own[index] ?? '') + (gaps[index + 1] ?? '');
  // The gap of the file can be that of a script without a title page.
  if (title !== '') text = title + (/^[ \t]*\n/.test(text) ? '' : '\n\n') + text;
  for (; index < own.length; index++) text += (own[index] ?? '') + (gaps[index + 1] ?? '');
  return text;
}
