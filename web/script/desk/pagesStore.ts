import { shownElements } from '#screenplay/hidden.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { othersWords } from '#web/lib/others.ts';
import { createStore, derived, type Watched } from '#web/lib/store.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import { linePutter } from '../editing/live.ts';
import type { Writing } from '../editing/writing.ts';
import { indexNear } from '../elementIndex.ts';
import type { Filtering } from '../filter/filtering.ts';
import { shownRows } from '../filter/shownRows.ts';
import { bookMaker } from '../sheet/books.ts';
import { measuresFor } from '../sheet/measures.ts';
import { insetsOf, sceneImages } from '../sheet/sceneImages.ts';
import type { GivenProject } from './given.ts';
import { othersPutter } from './othersOnRows.ts';
import type { DeskView } from './useDeskView.ts';
import { roomAboveFor } from './useTypewriter.ts';
import { viewing } from './viewing.ts';

const noImages: ReadonlyMap<number, Scene> = new Map();

interface PagesInput {
  given: Watched<GivenProject>;
  changes: ScriptChanges;
  writing: Writing;
  filtering: Filtering;
  view: Watched<DeskView>;
}

/** The script as pages: its rows with the line being written, how large it is drawn, and the book of sheets. */
export function createPages({ given, changes, writing, filtering, view }: PagesInput) {
  const { script } = changes;
  const { idOf } = changes.outbox;
  const format = derived([given], ({ project }) => project.format);
  const titlePage = derived([given], ({ project }) => project.titlePage);
  const scenes = derived([given], (now) => now.scenes);
  const liveId = derived([writing.line], (live) => live?.id ?? null);
  const withOthers = derived([script, othersWords, liveId], othersPutter());
  const withLine = derived([withOthers, writing.line], linePutter());
  const all = derived([withLine, format], shownElements);
  const rows = derived([all, script, filtering.elements, writing.line], (list, stored, filtered, live) =>
    shownRows(list, stored, filtered, live?.id),
  );
  const measures = derived(
    [
      derived([view], ({ widthPx }) => widthPx),
      derived([view], ({ isPhone }) => isPhone),
      format,
      derived([viewing], ({ zoomPercent }) => zoomPercent),
      derived([viewing, view], ({ isTypewriter }, { heightPx }) => roomAboveFor(isTypewriter, heightPx)),
    ],
    measuresFor,
  );
  const areImagesShown = createStore(false);
  /** Of scenes, by the element above which each stands; none where they are hidden. */
  const images = derived([areImagesShown, script, scenes], (areShown, elements, list) =>
    areShown ? sceneImages(elements, list) : noImages,
  );
  const insets = derived([images, measures], insetsOf);
  const book = derived([all, rows, format, titlePage, insets, measures], bookMaker());
  /** Where the caret is, or was: what is asked for stands near. */
  let lastIndex = 0;
  /** Where an element stands among the rows; -1 where it is not shown. */
  const indexOf = (elementId: number | null): number => {
    const wanted = elementId === null ? null : idOf(elementId);
    return wanted === null ? -1 : indexNear(rows.get(), wanted, lastIndex);
  };
  return {
    /** What is shown, with the line being written among it. */
    rows,
    measures,
    book,
    images,
    areImagesShown,
    indexOf,
    rowOf: (elementId: number | null): Element | undefined => rows.get()[indexOf(elementId)],
    liveIndex: derived([rows, writing.line], (list, live) => {
      const index = live ? indexNear(list, live.id, lastIndex) : -1;
      if (index >= 0) lastIndex = index;
      return index;
    }),
  };
}

export type ScriptPages = ReturnType<typeof createPages>;
