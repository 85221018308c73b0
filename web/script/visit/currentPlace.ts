import { plainText } from '#screenplay/emphasis.ts';
import type { Position } from '#screenplay/selection.ts';
import { isBlank } from '#web/scriptSync/lineEdits.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

/** A position in an element that the server has. */
export interface StorablePlace {
  elementId: number;
  /** Offset in the plain text of the element. */
  offset: number;
}

/** Return the stores whose changes may be a move of the user. */
export function placeStores({ caretOffset, lineBelow, selecting, view, writing }: ScriptScreenState) {
  return [caretOffset, writing.any, selecting.selection, lineBelow, view] as const;
}

/**
 * Return where the user is: at the caret, at the end of the script in the empty bottom input, and
 * for readers at the first element in view. Null for writers without a caret, who keep the place of
 * their last one. The id is a local one if the server does not have the element yet.
 */
export function currentPlaceOf(screen: ScriptScreenState): Position | null {
  const { writing, caretOffset, current, given, nodes, selecting, lineBelow, pages } = screen;
  const endOf = (id: number | undefined): Position | null => {
    const element = pages.rowOf(id ?? null);
    return element ? { id: element.id, offset: plainText(element.content).length } : null;
  };
  const live = writing.any.get();
  // A new line without text is not stored.
  if (live?.base === null && isBlank(live)) return endOf(live.afterId ?? undefined);
  if (live?.isBelow) return { id: live.id, offset: nodes.bottomInput.current?.selection().end ?? 0 };
  if (live) return { id: live.id, offset: caretOffset.get() ?? 0 };
  const head = selecting.selection.get()?.head;
  if (head) return head;
  if (lineBelow.get() !== null) return endOf(pages.rows.get().at(-1)?.id);
  const inView = given.get().canWrite ? null : current.elementInView.get();
  return inView && { id: inView.id, offset: 0 };
}

/**
 * Return a place as the server can store it: in an element that it does not have yet, the end of
 * the one before. Null if there is none.
 */
export function storablePlaceOf({ pages, sync }: ScriptScreenState, place: Position): StorablePlace | null {
  const { idOf } = sync.outbox;
  const id = idOf(place.id);
  const rows = pages.rows.get();
  const index = pages.indexOf(id);
  if (id > 0 && index >= 0) return { elementId: id, offset: place.offset };
  const before = (index < 0 ? rows : rows.slice(0, index)).findLast((row) => idOf(row.id) > 0);
  return before ? { elementId: idOf(before.id), offset: plainText(before.content).length } : null;
}
