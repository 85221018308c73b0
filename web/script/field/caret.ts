import { hasMarks } from '#screenplay/emphasis.ts';
import { styledTextOf } from '#screenplay/layout/text.ts';
import type { Element } from '#shared/contract/elements.ts';
import { asPrinted } from '../sheet/asPrinted.ts';

/** What is selected when a field opens: all of it, or a caret at an offset of the content. */
export type FirstSelection = 'all' | number;

/** Offset into an element's plain text → offset into its content, behind the marks that stand there. */
export function contentOffset(element: Element, plainOffset: number): number {
  const { content } = element;
  if (!hasMarks(content)) return Math.min(plainOffset, content.length);
  const { text } = styledTextOf(asPrinted(element));
  let at = 0;
  for (let plain = 0; at < content.length; at++) {
    const isPrinted = content.charAt(at) === text.charAt(plain) && !isEscape(content, at, text, plain);
    if (!isPrinted) continue;
    if (plain === plainOffset) return at;
    plain++;
  }
  return content.length;
}

/** A backslash before a mark is an escape, unless a backslash is printed there and no mark follows it. */
function isEscape(content: string, at: number, text: string, plain: number): boolean {
  if (content.charAt(at) !== '\\') return false;
  const next = content.charAt(at + 1);
  return /[*_\\]/.test(next) && text.charAt(plain + 1) !== next;
}

/** Column of a click in a line, from the line's left edge → offset, the nearer side of the character. */
export function offsetInLine(line: { from: number; to: number }, xPx: number, charPx: number): number {
  const column = Math.round(xPx / charPx);
  return Math.min(line.to, Math.max(line.from, line.from + column));
}

/** Puts the selection of the document into an editable element that holds one text. */
export function select(field: HTMLElement, selection: FirstSelection): void {
  const range = document.createRange();
  const node = field.firstChild;
  if (selection === 'all' || !node) range.selectNodeContents(field);
  else {
    const offset = Math.min(selection, node.textContent?.length ?? 0);
    range.setStart(node, offset);
    range.collapse(true);
  }
  const current = document.getSelection();
  current?.removeAllRanges();
  current?.addRange(range);
}

/**
 * What is written in the field. Some browsers break lines with an element; and they end a text whose last line is
 * empty with one line feed more.
 */
export function textIn(field: HTMLElement): string {
  const parts = [...field.childNodes].map((node) =>
    node.nodeName === 'BR' ? '\n' : (node.textContent ?? ''),
  );
  return parts.join('').replace(/\n$/, '');
}

/** The other way round. */
export function textFor(content: string): string {
  return content.endsWith('\n') ? `${content}\n` : content;
}
