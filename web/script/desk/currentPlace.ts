import type { ElementType } from '#screenplay/element.ts';
import { derived, type Watched } from '#web/lib/store.ts';
import type { Writing } from '../editing/writing.ts';
import type { SelectionOnDesk } from '../selection/selecting.ts';
import type { ElementFocus } from './elementFocus.ts';
import type { GivenProject } from './given.ts';
import type { ScriptPages } from './pagesStore.ts';
import { elementInView, isSeen, sceneAt } from './position.ts';
import type { DeskView } from './useDeskView.ts';

interface CurrentInput {
  given: Watched<GivenProject>;
  writing: Writing;
  pages: ScriptPages;
  focus: ElementFocus;
  selecting: SelectionOnDesk;
  lineBelow: Watched<ElementType | null>;
  view: Watched<DeskView>;
}

/** The element that commands are about, and the scene that one is in or looks at. */
export function createCurrent({ given, writing, pages, focus, selecting, lineBelow, view }: CurrentInput) {
  const { rows, book, liveIndex } = pages;
  /** Of the element among the rows. */
  const index = derived(
    [rows, writing.line, liveIndex, selecting.selection, focus.currentIndex],
    (list, live, liveAt, selection, focusedAt) => {
      if (live) return liveAt;
      return selection ? list.findIndex(({ id }) => id === selection.head.id) : focusedAt;
    },
  );
  const hereIndex = derived(
    [rows, book, writing.line, lineBelow, index, focus.currentIndex, view],
    (list, sheets, live, below, at, focusedAt, seen) => {
      if (below !== null && !live) return list.length - 1;
      if (live) return at;
      const inView = elementInView(sheets, seen.scrollPx);
      if (!inView || isSeen(sheets, focusedAt, seen)) return at;
      return list.findIndex(({ id }) => id === inView.id);
    },
  );
  return {
    index,
    element: derived([rows, index], (list, at) => list[at] ?? null),
    scene: derived([rows, given, hereIndex], (list, { scenes }, at) => sceneAt(list, scenes, at)),
  };
}

export type CurrentPlace = ReturnType<typeof createCurrent>;
