import type { ElementType } from './element.ts';
import { escapeText } from './emphasis.ts';
import { readsAsHeading } from './fountain/rules.ts';
import { isCueLike, isTransitionLike, type PastedElement } from './pastedElement.ts';

/*
 * Pages as text, as PDFs and Final Draft give them: what a line is, its column says. Action stands at the margin,
 * speeches further in, cues still further, and lines are broken at the width of their column.
 */

/** Characters that a column is further in than the one before, at least. */
const step = 4;
/** A line that is shorter has not been broken by the page. */
const leastBroken = 20;

/** Whether somewhere a cue stands above a speech that stands less far in, and both in from the margin. */
export function hasColumns(lines: readonly string[]): boolean {
  const margin = marginOf(lines);
  return lines.some((_line, index) => isCueAt(lines, index, margin));
}

/** The paragraphs of such pages, whole again. Page numbers, (MORE) and (CONTINUED) go. */
export function elementsInColumns(lines: readonly string[]): PastedElement[] {
  const margin = marginOf(lines);
  const shown = lines.filter((line) => !isFurniture(line.trim()));
  const elements: PastedElement[] = [];
  let open: ElementType | null = null;
  let isInSpeech = false;
  /** Of the line before, for telling broken lines from short ones. */
  let lastLength = 0;
  const add = (elementType: ElementType, text: string) => {
    const last = elements.at(-1);
    const content = escapeText(text);
    if (open === elementType && last) {
      const isBroken = elementType !== 'action' || lastLength >= leastBroken * 2;
      last.content += (isBroken ? ' ' : '\n') + content;
    } else elements.push({ elementType, content });
    open = elementType;
  };
  for (const [index, line] of shown.entries()) {
    const text = line.trim();
    if (text === '') {
      open = null;
      isInSpeech = false;
      continue;
    }
    const column = indentOf(line) - margin;
    const heading = withoutNumbers(text);
    if (readsAsHeading(heading, true) && column < step * 2) {
      open = null;
      add('scene_heading', heading);
      open = null;
      isInSpeech = false;
    } else if (isCueAt(shown, index, margin)) {
      open = null;
      add('character', text);
      isInSpeech = true;
    } else if (isInSpeech && column >= step) {
      const isBracket: boolean = text.startsWith('(') || (open === 'parenthetical' && !isClosed(elements));
      if (isBracket && text.startsWith('(')) open = null;
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
  return speech >= step && indentOf(line) - margin >= speech + step;
}

function isClosed(elements: readonly PastedElement[]): boolean {
  return elements.at(-1)?.content.endsWith(')') ?? false;
}

/** How far in the line is that is least so. */
function marginOf(lines: readonly string[]): number {
  let margin = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const text = line.trim();
    if (text !== '' && !isFurniture(text)) margin = Math.min(margin, line.indexOf(withoutNumbers(text)));
  }
  return Number.isFinite(margin) ? margin : 0;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** What is on a page and not in the script. */
function isFurniture(text: string): boolean {
  return text.length <= 30 && /^(?:\d{1,4}[A-Z]?\.|\(MORE\)|\(?CONTINUED:?\)?(?: ?\(\d+\))?)$/i.test(text);
}

/** A heading without the numbers that stand on both sides of it. */
function withoutNumbers(text: string): string {
  if (!/^\w{1,6}\.? /.test(text)) return text;
  const match = /^(\w{1,6})\.? +(\S.*\S) +\1\.?$/.exec(text) ?? /^(\d{1,4}[A-Z]?)\.? +(\S.*)$/.exec(text);
  const heading = match?.[2]?.trim() ?? '';
  return readsAsHeading(heading, true) ? heading : text;
}
