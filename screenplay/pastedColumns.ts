import type { ElementType } from './element.ts';
import { isActionType } from './elementTypes/predicates.ts';
import { escapeText } from './emphasis.ts';
import { readsAsHeading } from './fountain/rules.ts';
import { isCueLike, isTransitionLike, type PastedElement } from './pastedElement.ts';

/*
 * Pages copied as text from PDFs and Final Draft. The column of a line determines its type: action
 * is at the margin, speeches are further in and cues still further. Lines are wrapped at their
 * column width.
 */

/** Minimum distance between columns, in characters. */
const minColumnStep = 4;
/** A shorter line was not wrapped by the page. */
const minWrappedLength = 20;

/** Return whether a cue is above a less indented speech that is itself indented from the margin. */
export function hasColumns(lines: readonly string[]): boolean {
  const margin = marginOf(lines);
  return lines.some((_line, index) => isCueAt(lines, index, margin));
}

/**
 * Convert such pages to elements and join wrapped lines. Drop page numbers, (MORE) and (CONTINUED).
 */
export function elementsInColumns(lines: readonly string[]): PastedElement[] {
  const margin = marginOf(lines);
  const scriptLines = lines.filter((line) => !isPageFurniture(line.trim()));
  const elements: PastedElement[] = [];
  let open: ElementType | null = null;
  let isInSpeech = false;
  /** Length of the previous line, to distinguish wrapped lines from short ones. */
  let lastLength = 0;
  const add = (elementType: ElementType, text: string) => {
    const last = elements.at(-1);
    const content = escapeText(text);
    if (open === elementType && last) {
      const isWrapped = !isActionType(elementType) || lastLength >= minWrappedLength * 2;
      last.content += (isWrapped ? ' ' : '\n') + content;
    } else elements.push({ elementType, content });
    open = elementType;
  };
  for (const [index, line] of scriptLines.entries()) {
    const text = line.trim();
    if (text === '') {
      open = null;
      isInSpeech = false;
      continue;
    }
    const column = indentOf(line) - margin;
    const heading = withoutSceneNumbers(text);
    if (readsAsHeading(heading, true) && column < minColumnStep * 2) {
      open = null;
      add('scene_heading', heading);
      open = null;
      isInSpeech = false;
    } else if (isCueAt(scriptLines, index, margin)) {
      open = null;
      add('character', text);
      isInSpeech = true;
    } else if (isInSpeech && column >= minColumnStep) {
      const isBracket: boolean = /^[(（]/.test(text) || (open === 'parenthetical' && !isClosed(elements));
      if (isBracket && /^[(（]/.test(text)) open = null;
      add(isBracket ? 'parenthetical' : 'dialogue', text);
    } else if (isTransitionLike(text)) {
      open = null;
      add('transition', text);
      open = null;
    } else {
      isInSpeech = false;
      add('action', text);
    }
    lastLength = text.length;
  }
  return elements;
}

function isCueAt(lines: readonly string[], index: number, margin: number): boolean {
  const line = lines[index] ?? '';
  const below = lines[index + 1] ?? '';
  if (line.trim() === '' || below.trim() === '' || !isCueLike(line.trim())) return false;
  const speech = indentOf(below) - margin;
  return speech >= minColumnStep && indentOf(line) - margin >= speech + minColumnStep;
}

function isClosed(elements: readonly PastedElement[]): boolean {
  return /[)）]$/.test(elements.at(-1)?.content ?? '');
}

/** Return the smallest indent of all lines. */
function marginOf(lines: readonly string[]): number {
  let margin = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const text = line.trim();
    if (text !== '' && !isPageFurniture(text))
      margin = Math.min(margin, line.indexOf(withoutSceneNumbers(text)));
  }
  return Number.isFinite(margin) ? margin : 0;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Return whether a line is printed on pages but not part of the script. */
function isPageFurniture(text: string): boolean {
  return text.length <= 30 && /^(?:\d{1,4}[A-Z]?\.|\(MORE\)|\(?CONTINUED:?\)?(?: ?\(\d+\))?)$/i.test(text);
}

/** Remove the scene numbers on both sides of a heading. */
function withoutSceneNumbers(text: string): string {
  if (!/^\w{1,6}\.? /.test(text)) return text;
  const match = /^(\w{1,6})\.? +(\S.*\S) +\1\.?$/.exec(text) ?? /^(\d{1,4}[A-Z]?)\.? +(\S.*)$/.exec(text);
  const heading = match?.[2]?.trim() ?? '';
  return readsAsHeading(heading, true) ? heading : text;
}
