import type { ElementType } from '#screenplay/element.ts';
import { derived, type ReadableStore } from '#web/lib/store.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { EditorViewport } from '../pages/editorViewport.ts';
import type { ElementFocus } from '../pages/elementFocus.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { elementInView, sceneAt, startsInView } from '../pages/position.ts';
import type { ProjectContext } from '../pages/projectContext.ts';
import type { EditorSelection } from '../selection/selecting.ts';

interface CurrentInput {
  given: ReadableStore<ProjectContext>;
  writing: ActiveLineEditor;
  pages: ScriptPages;
  focus: ElementFocus;
  selecting: EditorSelection;
  lineBelow: ReadableStore<ElementType | null>;
  view: ReadableStore<EditorViewport>;
}

/** Create the stores of the current element, which commands refer to, and of the current scene. */
export function createCurrent({ given, writing, pages, focus, selecting, lineBelow, view }: CurrentInput) {
  const { rows, book, liveIndex } = pages;
  /** Index of the current element among the rows. */
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
      if (!inView || startsInView(sheets, focusedAt, seen)) return at;
      return list.findIndex(({ id }) => id === inView.id);
    },
  );
  return {
    index,
    element: derived([rows, index], (list, at) => list[at] ?? null),
    /** The element of that scene: the current one if it is in view, otherwise the first in view. */
    elementInView: derived([rows, hereIndex], (list, at) => list[at] ?? null),
    scene: derived([rows, given, hereIndex], (list, { scenes }, at) => sceneAt(list, scenes, at)),
  };
}

export type CurrentPlace = ReturnType<typeof createCurrent>;
