import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptPlace } from '#shared/contract/projects.ts';
import { isTouchScreen } from '#web/lib/media.ts';
import type { ReadableStore } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { EditorViewport } from '../pages/editorViewport.ts';
import type { ElementFocus } from '../pages/elementFocus.ts';
import type { EditorNodes } from '../pages/nodes.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { indexOfScene, startsInView } from '../pages/position.ts';
import type { ProjectContext } from '../pages/projectContext.ts';
import type { Filtering } from '../rows/filtering.ts';
import type { EditorSelection } from '../selection/selecting.ts';

interface GoingInput {
  nodes: EditorNodes;
  given: ReadableStore<ProjectContext>;
  changes: ScriptSync;
  filtering: Filtering;
  pages: ScriptPages;
  focus: ElementFocus;
  selecting: EditorSelection;
  view: ReadableStore<EditorViewport>;
}

/** Create the commands that go to a position of the script. */
export function createNavigation(input: GoingInput) {
  const { nodes, given, changes, filtering, pages, focus, selecting, view } = input;
  const focusOn = (elementId: number | null) => {
    if (elementId !== null) focus.focus(elementId);
  };
  /**
   * Scroll an element to the top and put the caret behind its text. For readers, and on a touch
   * screen, where a caret would open the keyboard, the element is focused.
   */
  const goTo = ({ id, content }: Element) => {
    if (!given.get().canWrite || isTouchScreen()) return focus.focus(id, 'top');
    selecting.caretAt({ id, offset: plainText(content).length });
    focus.show(id, 'top');
  };
  return {
    focusOn,
    /** Remove an element and focus the one that takes its position, or the last one. */
    leaveEmptied(elementId: number, remove: () => void) {
      const index = changes.elements().findIndex(({ id }) => id === elementId);
      remove();
      const rest = changes.elements();
      focusOn(rest[Math.min(index, rest.length - 1)]?.id ?? null);
    },
    /**
     * Move the caret to the start or end of the script. In keyboard mode and for readers, move the
     * focus.
     */
    toEdge(edge: 'start' | 'end') {
      const rows = pages.rows.get();
      const element = edge === 'start' ? rows[0] : rows.at(-1);
      if (!element) return;
      const offset = edge === 'start' ? 0 : plainText(element.content).length;
      if (given.get().canWrite && !focus.isOnElement.get()) selecting.caretAt({ id: element.id, offset });
      else focusOn(element.id);
      const node = nodes.desk.current;
      if (node) node.scrollTop = edge === 'start' ? pages.book.get().titlePx : node.scrollHeight;
    },
    /** Move the caret to the first line of a page and scroll the page to the top. */
    toPage(page: number) {
      const book = pages.book.get();
      const start = book.pagination.pages[page - 1];
      const element = start && pages.rows.get()[start.elementIndex];
      if (!element) return;
      if (given.get().canWrite) selecting.caretAt({ id: element.id, offset: start.offset });
      else focusOn(element.id);
      const node = nodes.desk.current;
      if (node) node.scrollTop = (book.tops[page - 1] ?? 0) - book.measures.gapPx;
    },
    toScene(sceneId: number) {
      const rows = pages.rows.get();
      const element =
        rows[indexOfScene(rows, sceneId)] ?? changes.elements().find((each) => each.sceneId === sceneId);
      if (!element) return;
      if (!rows.includes(element)) filtering.clear();
      goTo(element);
    },
    /**
     * Put the caret where it was left, or at the end of the first paragraph. Scroll no further than
     * necessary. For readers, and on a touch screen, only scroll.
     */
    toPlace(place: ScriptPlace | null) {
      const rows = pages.rows.get();
      const left = place && rows.find(({ id }) => id === changes.outbox.idOf(place.elementId));
      const element = left ?? rows[0];
      if (!element) return;
      const { length } = plainText(element.content);
      const offset = left ? Math.min(place.offset ?? length, length) : length;
      if (given.get().canWrite && !isTouchScreen()) selecting.caretAt({ id: element.id, offset });
      const isInView = startsInView(pages.book.get(), rows.indexOf(element), view.get());
      focus.show(element.id, isInView || !left ? 'near' : 'top');
    },
    /** Go to an element. Clears a filter that hides it. */
    toElement(elementId: number) {
      if (!pages.rows.get().some(({ id }) => id === elementId)) filtering.clear();
      const element = changes.elements().find(({ id }) => id === changes.outbox.idOf(elementId));
      if (element) goTo(element);
    },
  };
}

export type ScriptNavigation = ReturnType<typeof createNavigation>;
