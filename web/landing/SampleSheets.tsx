import { defaultFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import { toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';
import { type Measures, measuresFor } from '#web/scriptEditor/sheet/measures.ts';
import { SheetPage } from '#web/scriptEditor/sheet/SheetPage.tsx';
import { createSheetLayout, pageIn, sheetHeightPx } from '#web/scriptEditor/sheet/sheetLayout.ts';
import { sheetStyle } from '#web/scriptEditor/sheet/sheetStyle.ts';
import styles from './SampleSheets.module.css';

/**
 * Sizes of a page by the available width (web/scriptEditor/sheet/measures.ts): full, three
 * quarters, and phone, where lines break at the screen's width. All are in the document; styles
 * show one.
 */
const sizes = {
  whole: cropped(measuresFor(900, false, defaultFormat)),
  small: cropped(measuresFor(700, false, defaultFormat)),
  phone: measuresFor(344, true, defaultFormat),
} as const;

/** A sheet as high as its text, with less paper around it. */
function cropped(measures: Measures): Measures {
  return { ...measures, paperPx: 0, headPx: 52, footPx: 20 };
}

/** Show the editor's pages as an illustration that mouse, keyboard and screen readers ignore. */
export function SampleSheets({ elements }: { elements: readonly Element[] }) {
  const pagination = paginate(toScriptElements(elements), defaultFormat);
  return Object.entries(sizes).map(([size, measures]) => {
    const book = createSheetLayout(pagination, measures, 0);
    return (
      <div
        key={size}
        className={`${styles.sheets} ${styles[size]}`}
        style={{ width: measures.sheetPx, height: book.tops.at(-1), ...sheetStyle(defaultFormat, measures) }}
        inert
        aria-hidden="true"
        data-sheets=""
      >
        {book.pages.map((page, index) => (
          <SheetPage
            key={page}
            page={pageIn(book, index)}
            number={page + 1}
            pages={book.pagination.pages.length}
            fileName=""
            topPx={book.tops[index] ?? 0}
            heightPx={sheetHeightPx(book, index)}
            measures={measures}
            format={defaultFormat}
            sceneNumbers={noNumbers}
            areNumbersShown={false}
            canWrite={false}
            liveId={null}
            tabStopId={null}
          />
        ))}
      </div>
    );
  });
}

const noNumbers: ReadonlyMap<number, string> = new Map();
