import { memo, type ReactNode } from 'react';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import type { RevisionFacts } from '#screenplay/revisions/shownMarks.ts';
import { shotNumberOf } from '#screenplay/sceneNumbers.ts';
import type { DrawnPage } from './drawPage.ts';
import { cueLeftPx } from './lines.ts';
import type { Measures } from './measures.ts';
import { PieceView } from './PieceView.tsx';
import { RunningLines } from './RunningLines.tsx';
import styles from './Sheet.module.css';

interface SheetPageProps {
  page: DrawnPage;
  number: number;
  /** Number of pages of the script. */
  pages: number;
  /** Labels of the page and of the last one, if the pages are locked. */
  label?: string | undefined;
  lastLabel?: string | undefined;
  /** Values of header fields that revisions have. */
  revised?: RevisionFacts | null | undefined;
  /** File name that a header field may print. */
  fileName: string;
  topPx: number;
  heightPx: number;
  measures: Measures;
  format: ScriptFormat;
  /** Printed scene numbers by scene id. */
  sceneNumbers: ReadonlyMap<number, string>;
  areNumbersShown: boolean;
  canWrite: boolean;
  /** Active and focusable element; null if they are on other pages. */
  liveId: number | null;
  tabStopId: number | null;
  /** Content below the text of the last page. */
  children?: ReactNode;
}

/** One sheet of the script, with header and footer. */
export const SheetPage = memo(function SheetPage(props: SheetPageProps) {
  const { page, number, topPx, heightPx, measures, format, sceneNumbers, canWrite, liveId, tabStopId } =
    props;
  const { inchPx } = measures;
  const places = format.sceneNumberPlaces;
  const moreLeftPx = cueLeftPx(format.moreText, format, measures);
  return (
    <article
      className={canWrite ? `${styles.sheet} ${styles.canWrite}` : styles.sheet}
      style={{
        top: topPx,
        minHeight: heightPx,
        ...(places && {
          ['--left-number' as string]: places.leftInches,
          ['--right-number' as string]: places.rightInches,
        }),
      }}
      aria-label={`Page ${props.label ?? number}`}
      lang=""
    >
      <RunningLines
        number={number}
        pages={props.pages}
        label={props.label}
        lastLabel={props.lastLabel}
        revised={props.revised}
        measures={measures}
        format={format}
        fileName={props.fileName}
      />
      <div className={styles.body}>
        {page.continueds.map(({ text, slot, inches, isRightAligned }) => (
          <span
            key={slot}
            className={styles.printed}
            style={{
              position: 'absolute',
              left: inches * inchPx,
              ...(isRightAligned
                ? { top: page.bodyPx - measures.linePx, transform: 'translateX(-100%)' }
                : { top: slot * measures.linePx }),
            }}
          >
            {text}
          </span>
        ))}
        {page.pieces.map((drawn) => (
          <PieceView
            key={drawn.element.id}
            drawn={drawn}
            cueLeftPx={cueLeftPx(drawn.piece.repeatedCue ?? '', format, measures)}
            moreLeftPx={moreLeftPx}
            moreText={format.moreText}
            continuedText={format.continuedText}
            sceneNumber={numberOf(drawn.element, sceneNumbers)}
            isLeftNumberShown={props.areNumbersShown && (places?.isLeftShown ?? true)}
            isRightNumberShown={props.areNumbersShown && (places?.isRightShown ?? true)}
            isLive={drawn.element.id === liveId}
            isTabStop={drawn.element.id === tabStopId}
          />
        ))}
      </div>
      {props.children}
    </article>
  );
});

function numberOf(
  element: DrawnPage['pieces'][number]['element'],
  sceneNumbers: ReadonlyMap<number, string>,
): string | null {
  const { elementType, sceneId } = element;
  if (!isHeadingType(elementType)) return shotNumberOf(element);
  if (sceneId === null) return null;
  return sceneNumbers.get(sceneId) ?? null;
}
