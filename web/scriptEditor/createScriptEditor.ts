import type { ElementType } from '#screenplay/element.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { ActiveLineEditor } from './line/activeLineEditor.ts';
import { createCaretOffset } from './line/caretOffset.ts';
import { type EditorViewport, openingView, viewStepOf } from './pages/editorViewport.ts';
import { createElementFocus } from './pages/elementFocus.ts';
import type { VerticalRange } from './pages/hover.ts';
import type { EditorNodes } from './pages/nodes.ts';
import { createPages } from './pages/pages.ts';
import { type ProjectContext, withOptimisticScenes } from './pages/projectContext.ts';
import { noFilter } from './rows/filter.ts';
import { createFiltering } from './rows/filtering.ts';
import type { ScriptEditor } from './scriptEditor.ts';
import { createSelecting } from './selection/selecting.ts';
import { titleSheetsPx } from './sheet/TitleSheet.tsx';
import { createElementAdder } from './verbs/adding.ts';
import { createCurrent } from './verbs/currentPlace.ts';
import { createEditing } from './verbs/editing.ts';
import { createFinding } from './verbs/finding.ts';
import { createFormatting } from './verbs/formatting.ts';
import { createNavigation } from './verbs/navigation.ts';
import { createPasting } from './verbs/pasting.ts';
import { createWritingKeys } from './verbs/writingKeys.ts';

/** Create the editor of a script; `characterId` is the speaker that it is filtered by at first. */
export function createScriptEditor(
  first: ProjectContext,
  changes: ScriptSync,
  { characterId }: { characterId: number | null },
): ScriptEditor {
  const nodes: EditorNodes = {
    desk: { current: null },
    field: { current: null },
    bottomInput: { current: null },
    typePicker: { current: null },
  };
  const stored = createStore(first);
  const rows = Object.assign(derived([stored, changes.scenes], withOptimisticScenes), { set: stored.set });
  const view = createStore<EditorViewport>(openingView());
  const lineBelow = createStore<ElementType | null>(null);
  const { idOf } = changes.outbox;
  const filtering = createFiltering(changes, { ...noFilter, characterId });
  const writing = new ActiveLineEditor(changes);
  const caretOffset = createCaretOffset(writing.line);
  const pages = createPages({ given: rows, changes, writing, filtering, view });
  const { titlePage, format } = first.project;
  // It opens at the first page, below the title page.
  const startPx = titleSheetsPx(titlePage, format, pages.measures.get());
  view.set({ ...view.get(), scrollPx: viewStepOf(startPx) });
  const scrollPx = createStore(startPx);
  const focus = createElementFocus({ desk: nodes.desk, pages, idOf });
  const adds = createElementAdder(changes, () => filtering.filter.get().sceneId);
  const selecting = createSelecting({
    desk: nodes.desk,
    field: nodes.field,
    changes,
    writing,
    pages,
    canWrite: () => rows.get().canWrite,
    edit: (...element) => editing.edit(...element),
    focusOn: (elementId) => going.focusOn(elementId),
    onBelow: () => nodes.bottomInput.current?.focus(),
  });
  const current = createCurrent({ given: rows, writing, pages, focus, selecting, lineBelow, view });
  const going = createNavigation({ nodes, given: rows, changes, filtering, pages, focus, selecting, view });
  const editing = createEditing({
    changes,
    filtering,
    writing,
    lineBelow,
    pages,
    focus,
    selecting,
    adds,
    going,
  });
  const formatting = createFormatting({ nodes, changes, writing, pages, selecting, current, editing });
  const keys = createWritingKeys({ nodes, changes, writing, pages, selecting, going, editing });
  return {
    nodes,
    given: rows,
    sync: changes,
    view,
    scrollPx,
    filtering,
    writing,
    pages,
    focus,
    selecting,
    caretOffset,
    lineBelow,
    current,
    going,
    arrival: { current: Promise.resolve() },
    editing,
    formatting,
    adds,
    keys,
    finding: createFinding({ nodes, pages, selecting }),
    pasting: createPasting({ given: rows, nodes, changes, writing, selecting, adds }),
    marginTools: createStore<VerticalRange | null>(null),
  };
}
