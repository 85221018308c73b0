import { readsAsHeading } from '../fountain/rules.ts';
import { isCaselessName } from '../language/caselessNames.ts';
import { isCueLike, type PastedElement } from '../pastedElement.ts';
import { linesWithoutFurniture, type PastedLine } from './pageFurniture.ts';
import { minColumnStep, readColumns } from './readColumns.ts';
import { readWrappedLines } from './readWrappedLines.ts';

/*
 * Pages of a print that were copied as text (docs/format.md, "Pasted pages"): with the spaces of
 * their columns, or only with the ends of their lines.
 */

export interface PastedPages {
  elements: PastedElement[];
  /** Number of page numbers, (MORE), (CONTINUED) and repeated cues that were left out. */
  leftOut: number;
  /** Number of elements whose type or beginning is a guess. */
  uncertain: number;
}

/** Return the elements of copied pages; null if a text is none. `lines` are without tabs. */
export function readPages(lines: readonly string[]): PastedPages | null {
  const { lines: body, leftOut, isPaged } = linesWithoutFurniture(lines);
  if (body.length < 2) return null;
  if (hasColumns(body)) return { ...readColumns(body), leftOut };
  return isWrapped(body, isPaged) ? { ...readWrappedLines(body), leftOut } : null;
}

/** Return whether a cue is above a less indented speech that is itself indented from the margin. */
function hasColumns(lines: readonly PastedLine[]): boolean {
  const margin = lines.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  return lines.some(({ text, indent }, index) => {
    const below = lines[index + 1];
    if (!below || below.blanks > 0 || !(isCueLike(text) || isCaselessName(text))) return false;
    return below.indent - margin >= minColumnStep && indent >= below.indent + minColumnStep;
  });
}

const forcedMark = /^(?:[.@]\p{L}|[>~#=]|!\S)/u;
const minWrappedLength = 30;
const maxWrappedLength = 80;

/**
 * Return whether the lines of a script end where they were printed: numbers of pages or scenes are
 * between them, or sentences go on in the next line.
 */
function isWrapped(lines: readonly PastedLine[], isPaged: boolean): boolean {
  const headings = lines.filter(
    ({ text, sceneNumber }) => sceneNumber !== null || readsAsHeading(text, false),
  );
  const cues = lines.filter(({ text }, index) => isCueLike(text) && lines[index + 1]?.blanks === 0);
  if (headings.length === 0 && cues.length < 2) return false;
  if (lines.some(({ text }) => text.length > maxWrappedLength + 10 || forcedMark.test(text))) return false;
  // Word processors copy an empty line between all paragraphs: no line is wrapped.
  if (lines.slice(1).every(({ blanks }) => blanks > 0)) return false;
  if (isPaged || headings.some(({ sceneNumber }) => sceneNumber !== null)) return true;
  const wrapped = lines.filter((line, index) => {
    const above = lines[index - 1];
    if (!above || line.blanks > 0 || above.text.length < minWrappedLength) return false;
    return /^\p{Ll}/u.test(line.text) && !/[.!?…:"”]$/u.test(above.text);
  });
  const hasBlanks = lines.some(({ blanks }) => blanks > 0);
  return wrapped.length > (hasBlanks ? 1 : 0);
}
