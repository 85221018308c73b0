import { visibleElements } from '#screenplay/hidden.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { createStore, derived, type ReadableStore } from '#web/lib/store.ts';
import { remoteDrafts } from '#web/presence/collaborators.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { createActiveLineOverlay } from '../line/activeLine.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { Filtering } from '../rows/filtering.ts';
import { createRemoteDraftOverlay } from '../rows/remoteDraftOverlay.ts';
import { visibleRows } from '../rows/shownRows.ts';
import { createSheetLayoutCache } from '../sheet/bookMaker.ts';
import { measuresFor } from '../sheet/measures.ts';
import { insetsOf, sceneImages } from '../sheet/sceneImages.ts';
import type { EditorViewport } from './editorViewport.ts';
import type { ProjectContext } from './projectContext.ts';
import { viewPreferences } from './viewPreferences.ts';
import { roomAboveFor } from './writingHeight.ts';

const noImages: ReadonlyMap<number, Scene> = new Map();

interface PagesInput {
  given: ReadableStore<ProjectContext>;
  changes: ScriptSync;
  writing: ActiveLineEditor;
  filtering: Filtering;
  view: ReadableStore<EditorViewport>;
}

/** Create the stores of the pages: rows with the active line, measures, and sheet layout. */
export function createPages({ given, changes, writing, filtering, view }: PagesInput) {
  const { script } = changes;
  const { idOf } = changes.outbox;
  const format = derived([given], ({ project }) => project.format);
  const titlePage = derived([given], ({ project }) => project.titlePage);
  const scenes = derived([given], (now) => now.scenes);
  const liveId = derived([writing.line], (live) => live?.id ?? null);
  // The bottom input shows its line itself, also after it was stored as an element.
  const belowId = derived([writing.below], (below) => (below?.base ? below.id : null));
  const withoutBelow = derived([script, belowId], withoutElement);
  const withOthers = derived([withoutBelow, remoteDrafts, liveId], createRemoteDraftOverlay());
  const withLine = derived([withOthers, writing.line], createActiveLineOverlay());
  const all = derived([withLine, format], visibleElements);
  const rows = derived([all, script, filtering.elements, writing.line], (list, stored, filtered, live) =>
    visibleRows(list, stored, filtered, live?.id),
  );
  const measures = derived(
    [
      derived([view], ({ widthPx }) => widthPx),
      derived([view], ({ isPhone }) => isPhone),
      format,
      derived([viewPreferences], ({ zoomPercent }) => zoomPercent),
      derived([viewPreferences, view], ({ isTypewriter }, { heightPx }) =>
        roomAboveFor(isTypewriter, heightPx),
      ),
    ],
    measuresFor,
  );
  const areImagesShown = createStore(false);
  /** Scene pictures by the element above which they are; none while they are hidden. */
  const images = derived([areImagesShown, script, scenes], (areShown, elements, list) =>
    areShown ? sceneImages(elements, list) : noImages,
  );
  const insets = derived([images, measures], insetsOf);
  const book = derived([all, rows, format, titlePage, insets, measures], createSheetLayoutCache());
  /** Last position that was looked up; the next one is near it. */
  let lastIndex = 0;
  /** Return the index of an element among the rows; -1 if it is not shown. */
  const indexOf = (elementId: number | null): number => {
    const anchorId = elementId === null ? null : idOf(elementId);
    return anchorId === null ? -1 : findIndexNear(rows.get(), anchorId, lastIndex);
  };
  return {
    /** Shown elements with the active line. */
    rows,
    measures,
    book,
    images,
    areImagesShown,
    indexOf,
    rowOf: (elementId: number | null): Element | undefined => rows.get()[indexOf(elementId)],
    liveIndex: derived([rows, writing.line], (list, live) => {
      const index = live ? findIndexNear(list, live.id, lastIndex) : -1;
      if (index >= 0) lastIndex = index;
      return index;
    }),
  };
}

/** Return the list without an element; the same list if it is not in it. */
export function withoutElement(elements: readonly Element[], id: number | null): readonly Element[] {
  const index = id === null ? -1 : elements.findLastIndex((each) => each.id === id);
  return index < 0 ? elements : elements.toSpliced(index, 1);
}

export type ScriptPages = ReturnType<typeof createPages>;
