import { domPointAt, offsetAt, type Reading, readField, renderField } from './domText.ts';
import type { FirstSelection, TextRange } from './liveText.ts';

/** Return the offset nearest to a horizontal distance from the left edge of a line. */
export function offsetInLine(line: { from: number; to: number }, xPx: number, charPx: number): number {
  const column = Math.round(xPx / charPx);
  return Math.min(line.to, Math.max(line.from, line.from + column));
}

/**
 * Set the document's selection in a field. Returns the selected range, because reading it back
 * forces a layout.
 */
export function select(field: HTMLElement, reading: Reading, selection: FirstSelection): TextRange {
  const range = rangeOf(selection, reading.live.text.length);
  const { start, end, isBackward } = range;
  const from = domPointAt(field, reading, start);
  const to = end === start ? from : domPointAt(field, reading, end);
  const [anchor, head] = isBackward ? [to, from] : [from, to];
  document.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
  return range;
}

/**
 * Return the position in the document under a point. WebKit before Safari 18.4 has only
 * `caretRangeFromPoint`.
 */
export function domPointUnder(x: number, y: number): { node: Node; offset: number } | null {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** Return the selected range of a field; null while the selection is elsewhere. */
export function selectedIn(field: HTMLElement, reading: Reading): TextRange | null {
  const current = document.getSelection();
  if (!current || current.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = current.getRangeAt(0);
  if (!field.contains(startContainer) || !field.contains(endContainer)) return null;
  const start = offsetAt(reading, startContainer, startOffset);
  if (current.isCollapsed) return { start, end: start };
  const end = Math.max(start, offsetAt(reading, endContainer, endOffset));
  const isBackward = current.focusNode === startContainer && current.focusOffset === startOffset;
  return { start, end, ...(isBackward && { isBackward }) };
}

function rangeOf(selection: FirstSelection, length: number): TextRange {
  const within = (offset: number) => Math.min(Math.max(0, offset), length);
  if (selection === 'all') return { start: 0, end: length };
  if (typeof selection === 'number') return { start: within(selection), end: within(selection) };
  return { ...selection, start: within(selection.start), end: within(selection.end) };
}

/**
 * Return the range that an input will replace or delete; null if the browser does not report it.
 */
export function rangeOfInput(field: HTMLElement, reading: Reading, event: InputEvent): TextRange | null {
  const [target] = typeof event.getTargetRanges === 'function' ? event.getTargetRanges() : [];
  if (!target || !field.contains(target.startContainer) || !field.contains(target.endContainer)) return null;
  const start = offsetAt(reading, target.startContainer, target.startOffset);
  return { start, end: Math.max(start, offsetAt(reading, target.endContainer, target.endOffset)) };
}

/** Remove foreign markup. This clears the browser's undo. */
export function tidy(field: HTMLElement, reading: Reading): void {
  if (!reading.isForeign) return;
  const selection = selectedIn(field, reading);
  renderField(field, reading.live);
  if (selection) select(field, readField(field), selection);
}
