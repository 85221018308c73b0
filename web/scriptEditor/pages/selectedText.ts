import type { ScriptSelection } from '#screenplay/selection.ts';

/** Selected text within one element. Offsets refer to its plain text. */
export interface SelectedText {
  elementId: number;
  start: number;
  end: number;
  text: string;
}

/** Return the selected text; null without a selection, and for one over several elements. */
export function selectedText(desk: HTMLElement | null): SelectedText | null {
  const selection = document.getSelection();
  if (!desk || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  if (!start || !end || start.elementId !== end.elementId || !desk.contains(range.startContainer))
    return null;
  if (start.offset >= end.offset) return null;
  const text = selection.toString().replace(/\s+/g, ' ').trim();
  return text === '' ? null : { elementId: start.elementId, start: start.offset, end: end.offset, text };
}

/**
 * Return the browser's selection on the pages, over any number of elements; null if it is
 * elsewhere.
 */
export function selectedOnPages(desk: HTMLElement): ScriptSelection | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!desk.contains(range.startContainer) || !desk.contains(range.endContainer)) return null;
  const [start, end] = [
    placeOf(range.startContainer, range.startOffset),
    placeOf(range.endContainer, range.endOffset),
  ];
  if (!start || !end) return null;
  return {
    anchor: { id: start.elementId, offset: start.offset },
    head: { id: end.elementId, offset: end.offset },
  };
}

function placeOf(node: Node, offset: number): { elementId: number; offset: number } | null {
  const element = node instanceof HTMLElement ? node : node.parentElement;
  const piece = element?.closest<HTMLElement>('[data-element]');
  if (!piece || !element) return null;
  const elementId = Number(piece.dataset.element);
  const line = element.closest<HTMLElement>('[data-from]');
  if (!line) {
    // The end is between two lines, such as after a triple click.
    const lines = [...piece.querySelectorAll<HTMLElement>('[data-from]')];
    const at = lines[Math.min(offset, lines.length - 1)];
    return at
      ? { elementId, offset: Number(offset >= lines.length ? at.dataset.to : at.dataset.from) }
      : null;
  }
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(node, offset);
  const within = Math.min(before.toString().length, Number(line.dataset.to) - Number(line.dataset.from));
  return { elementId, offset: Number(line.dataset.from) + within };
}
