import { memo, type ReactNode } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { defaultSizePoints } from '#screenplay/layout/metrics.ts';
import { styledRuns } from '#screenplay/layout/styledRuns.ts';
import { styledTextOf } from '#screenplay/layout/text.ts';
import type { DrawnLine, DrawnPiece } from './drawPage.ts';
import { toScriptElement } from './elementCasts.ts';
import { printable } from './lines.ts';
import { liveFieldId } from './liveFieldId.ts';
import styles from './Sheet.module.css';

interface PieceViewProps {
  drawn: DrawnPiece;
  /** Left edge of a repeated cue, and of (MORE). */
  cueLeftPx: number;
  moreLeftPx: number;
  moreText: string;
  continuedText: string;
  /** Number of a heading or shot. That of a heading is announced even if it is not shown. */
  sceneNumber: string | null;
  isLeftNumberShown: boolean;
  isRightNumberShown: boolean;
  /** The field covers it, so the text is not rendered. */
  isLive: boolean;
  /** Tab reaches one element of the script; the arrow keys continue from there. */
  isTabStop: boolean;
}

/** Lines of one element on one page, as the paginator broke them. */
export const PieceView = memo(function PieceView(props: PieceViewProps) {
  const { drawn, cueLeftPx, moreLeftPx, moreText, continuedText, sceneNumber, isLive, isTabStop } = props;
  const { element, piece, lines, topPx, pitchPx, abovePx, box } = drawn;
  const isBegun = lines[0]?.from === 0;
  const weight = weightOf(box);
  const Tag = isHeadingType(element.elementType) ? 'h2' : 'p';
  return (
    <Tag
      className={styles.piece}
      style={{ top: topPx, height: lines.length * pitchPx, ...sizeOf(lines, box) }}
      data-size={lines[0]?.charPx === undefined ? undefined : box.sizePoints}
      data-element={element.id}
      data-column={piece.column ?? undefined}
      data-live={isLive || undefined}
      // The field is elsewhere in the document and belongs here for screen readers.
      aria-owns={isLive && isBegun ? liveFieldId : undefined}
      tabIndex={isTabStop && isBegun ? 0 : -1}
    >
      {piece.repeatedCue !== null && (
        <span className={`${styles.printed} ${styles.above}`} style={{ left: cueLeftPx }}>
          {piece.repeatedCue}
        </span>
      )}
      {props.isLeftNumberShown && sceneNumber !== null && isBegun && (
        <span
          className={`${styles.sceneNumber} ${styles.leftNumber}`}
          style={{ ['--letters' as string]: sceneNumber.length }}
          aria-hidden="true"
        >
          {sceneNumber}
        </span>
      )}
      {lines.map((line, index) => (
        <span
          key={line.from}
          className={styles.line}
          style={{ ...weight, ...sidesOf(line, box), height: pitchPx - abovePx, marginTop: abovePx }}
          data-from={line.from}
          data-to={line.to}
          data-says={index === 0 ? saysOf(element.elementType, sceneNumber, isBegun) : undefined}
        >
          <span className={styles.run} dir={box.isRightToLeft ? 'rtl' : undefined}>
            {runsOf(drawn, line)}
          </span>
          {piece.isContinued && index === lines.length - 1 && (
            <span className={styles.printed}> {continuedText}</span>
          )}
        </span>
      ))}
      {props.isRightNumberShown && sceneNumber !== null && isBegun && (
        <span className={`${styles.sceneNumber} ${styles.rightNumber}`} aria-hidden="true">
          {sceneNumber}
        </span>
      )}
      {piece.hasMore && moreText !== '' && (
        <span
          className={styles.printed}
          style={{ position: 'absolute', left: moreLeftPx, marginTop: abovePx }}
        >
          {moreText}
        </span>
      )}
    </Tag>
  );
});

/**
 * Return the margins of a line. One that is flush right is set from there, because letters may be
 * narrower than their cells.
 */
function sidesOf({ leftPx, rightPx }: DrawnLine, { alignment }: DrawnPiece['box']) {
  if (rightPx === undefined || alignment !== 'Right') return { marginLeft: leftPx };
  return { marginLeft: 'auto', marginRight: `calc(100% - ${rightPx}px)` };
}

/** Return the font size if it differs from the sheet's. */
function sizeOf([first]: readonly DrawnLine[], { sizePoints }: DrawnPiece['box']) {
  return first?.charPx === undefined ? {} : { fontSize: `${sizePoints / defaultSizePoints}em` };
}

/** Return the label for screen readers: the type and, for a scene, its number. */
function saysOf(type: ElementType, sceneNumber: string | null, isBegun: boolean): string {
  const sceneName = sceneNumber === null ? 'Scene' : `Scene ${sceneNumber}`;
  const name = isHeadingType(type) ? sceneName : elementLabels[type];
  return isBegun ? `${name}: ` : `${name}, continued: `;
}

function weightOf({ isBold, isItalic, isUnderlined }: DrawnPiece['box']) {
  return {
    ...(isBold && { fontWeight: 700 }),
    ...(isItalic && { fontStyle: 'italic' }),
    ...(isUnderlined && { textDecoration: 'underline' }),
  };
}

const plain = {
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  xPoints: 0,
  yPoints: 0,
  role: 'text' as const,
  elementIndex: null,
};

/** Render the text of a line; an empty line keeps its height. */
function runsOf({ element, box }: DrawnPiece, { from, to }: DrawnLine): ReactNode {
  const { text, spans } = styledTextOf(toScriptElement(element));
  const printed = printable(text.slice(from, to), box);
  if (spans.length === 0) return printed;
  return styledRuns(printed, from, spans, plain).map(
    ({ text: run, isBold, isItalic, isUnderlined, isStruck, xPoints }) => {
      let node: ReactNode = run;
      if (isStruck) node = <s>{node}</s>;
      if (isUnderlined) node = <u>{node}</u>;
      if (isItalic) node = <em>{node}</em>;
      if (isBold) node = <strong>{node}</strong>;
      return <span key={xPoints}>{node}</span>;
    },
  );
}
