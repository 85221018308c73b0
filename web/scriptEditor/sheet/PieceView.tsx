import { memo, type ReactNode } from 'react';
import { type ElementType, elementLabels } from '#screenplay/element.ts';
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
  /** Where (MORE), (CONT'D) and a repeated cue stand. */
  cuePx: number;
  moreText: string;
  continuedText: string;
  /** Of a heading; it is said where it is not shown, too. */
  sceneNumber: string | null;
  isNumberShown: boolean;
  /** The field stands over it: the text is not drawn. */
  isLive: boolean;
  /** Tab reaches one element of the script; the arrow keys go on from there. */
  isTabStop: boolean;
}

/** One element's lines on one page. Which lines is the paginator's business, never the browser's. */
export const PieceView = memo(function PieceView(props: PieceViewProps) {
  const { drawn, cuePx, moreText, continuedText, sceneNumber, isNumberShown, isLive, isTabStop } = props;
  const { element, piece, lines, topPx, pitchPx, abovePx, box } = drawn;
  const isBegun = lines[0]?.from === 0;
  const weight = weightOf(box);
  const Tag = element.elementType === 'scene_heading' ? 'h2' : 'p';
  return (
    <Tag
      className={styles.piece}
      style={{ top: topPx, height: lines.length * pitchPx, ...sizeOf(lines, box) }}
      data-size={lines[0]?.charPx === undefined ? undefined : box.sizePoints}
      data-element={element.id}
      data-column={piece.column ?? undefined}
      data-live={isLive || undefined}
      // The field stands elsewhere in the document; it is read here.
      aria-owns={isLive && isBegun ? liveFieldId : undefined}
      tabIndex={isTabStop && isBegun ? 0 : -1}
    >
      {piece.repeatedCue !== null && (
        <span className={`${styles.printed} ${styles.above}`} style={{ left: cuePx }}>
          {piece.repeatedCue}
        </span>
      )}
      {isNumberShown && sceneNumber !== null && isBegun && (
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
          style={{ ...weight, marginLeft: line.leftPx, height: pitchPx - abovePx, marginTop: abovePx }}
          data-from={line.from}
          data-to={line.to}
          data-says={index === 0 ? saysOf(element.elementType, sceneNumber, isBegun) : undefined}
        >
          <span className={styles.run}>{runsOf(drawn, line)}</span>
          {piece.isContinued && index === lines.length - 1 && (
            <span className={styles.printed}> {continuedText}</span>
          )}
        </span>
      ))}
      {isNumberShown && sceneNumber !== null && isBegun && (
        <span className={`${styles.sceneNumber} ${styles.rightNumber}`} aria-hidden="true">
          {sceneNumber}
        </span>
      )}
      {piece.hasMore && moreText !== '' && (
        <span className={styles.printed} style={{ position: 'absolute', left: cuePx }}>
          {moreText}
        </span>
      )}
    </Tag>
  );
});

/** Type of another size than the sheet's. */
function sizeOf([first]: readonly DrawnLine[], { sizePoints }: DrawnPiece['box']) {
  return first?.charPx === undefined ? {} : { fontSize: `${sizePoints / defaultSizePoints}em` };
}

/** What stands before the text for whoever hears the page: what it is, and of a scene its number. */
function saysOf(type: ElementType, sceneNumber: string | null, isBegun: boolean): string {
  const name =
    type !== 'scene_heading' ? elementLabels[type] : sceneNumber === null ? 'Scene' : `Scene ${sceneNumber}`;
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

/** A line's text; an empty line keeps its height by its box. */
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
