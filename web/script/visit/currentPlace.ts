import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import { elementInView, startsInView } from '#web/scriptEditor/pages/position.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

export interface StorablePlace {
  elementId: number;
  /** Offset in the plain text of the element. */
  offset: number;
}

/**
 * Return where the user is: at the caret, at the end of the script in the bottom input, otherwise
 * at the element at the top of the viewport. Null if the server does not have its element yet.
 */
export function currentPlaceOf(screen: ScriptScreenState): StorablePlace | null {
  const { writing, caretOffset, selecting, lineBelow, pages, sync } = screen;
  const rows = pages.rows.get();
  const { idOf } = sync.outbox;
  const stored = (id: number | null, offset: number | null): StorablePlace | null => {
    const element = rows.find((each) => id !== null && idOf(each.id) === idOf(id));
    if (!element || idOf(element.id) <= 0) return null;
    return { elementId: idOf(element.id), offset: offset ?? plainText(element.content).length };
  };
  const live = writing.line.get();
  if (live) return live.base === null ? stored(live.afterId, null) : stored(live.id, caretOffset.get());
  const head = selecting.selection.get()?.head;
  if (head) return stored(head.id, head.offset);
  if (lineBelow.get() !== null) return stored(rows.at(-1)?.id ?? null, null);
  return stored(elementInSight(screen)?.id ?? null, 0);
}

/** Return the current element if it begins in the viewport, otherwise the one at the top of it. */
function elementInSight({ focus, pages, view }: ScriptScreenState): Element | null {
  const [book, seen, index] = [pages.book.get(), view.get(), focus.currentIndex.get()];
  if (startsInView(book, index, seen)) return pages.rows.get()[index] ?? null;
  return elementInView(book, seen.scrollPx);
}
