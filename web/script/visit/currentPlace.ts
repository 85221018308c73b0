import { plainText } from '#screenplay/emphasis.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

export interface StorablePlace {
  elementId: number;
  /** Offset in the plain text of the element. */
  offset: number;
}

/**
 * Return where the user is: at the caret, at the end of the script in the bottom input, and for
 * readers at the first element in view. Null for writers without a caret, who keep the place of
 * their last one, and if the server does not have the element yet.
 */
export function currentPlaceOf(screen: ScriptScreenState): StorablePlace | null {
  const { writing, caretOffset, current, given, selecting, lineBelow, pages, sync } = screen;
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
  return given.get().canWrite ? null : stored(current.elementInView.get()?.id ?? null, 0);
}
