import { plainText } from '#screenplay/emphasis.ts';
import type { Bounds, ScriptSelection } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { FirstSelection, TextRange } from '../field/liveText.ts';

/* The selection in forms for the page, the field and a screen reader. */

/** Maximum number of elements whose text a screen reader receives. */
const maxSpoken = 12;

export function beginningOf(rows: readonly Element[], bounds: Bounds | null): string {
  if (!bounds) return '';
  const { from, to } = bounds;
  return rows
    .slice(from.index, Math.min(to.index + 1, from.index + maxSpoken))
    .map(({ content }, at) => {
      const end = from.index + at === to.index ? to.offset : undefined;
      return plainText(content).slice(at === 0 ? from.offset : 0, end);
    })
    .join('\n');
}

export function stretchIn(rows: readonly Element[], { from, to }: Bounds) {
  const selected = rows.slice(from.index, to.index + 1);
  const indexes = new Map(selected.map(({ id }, at) => [id, from.index + at]));
  return (id: number): TextRange | null => {
    const index = indexes.get(id);
    if (index === undefined) return null;
    const start = index === from.index ? from.offset : 0;
    return { start, end: index === to.index ? to.offset : Number.POSITIVE_INFINITY };
  };
}

export function firstSelectionOf({ anchor, head }: ScriptSelection): FirstSelection {
  if (anchor.offset === head.offset) return head.offset;
  return anchor.offset < head.offset
    ? { start: anchor.offset, end: head.offset }
    : { start: head.offset, end: anchor.offset, isBackward: true };
}

/** Replace local ids by server ids. Returns the same object if none changed. */
export function remapSelectionIds(
  selection: ScriptSelection | null,
  idOf: (id: number) => number,
): ScriptSelection | null {
  if (!selection) return null;
  const { anchor, head } = selection;
  const [anchorId, headId] = [idOf(anchor.id), idOf(head.id)];
  if (anchorId === anchor.id && headId === head.id) return selection;
  return { anchor: { ...anchor, id: anchorId }, head: { ...head, id: headId } };
}
