import { type ElementType, elementLabels } from '#screenplay/element.ts';
import type { DeskPosition } from '../desk/position.ts';
import { setZoom } from '../desk/viewing.ts';
import styles from './bars.module.css';
import { ZoomMenu } from './ZoomMenu.tsx';

interface StatusLineProps {
  type: ElementType | null;
  position: DeskPosition;
  /** What the keyboard acts on, where it is not the text. */
  mode: string | null;
  /** What the next keys do. */
  hints: readonly { key: string; does: string }[];
  zoomPercent: number;
}

/** Where the writer is. */
export function StatusLine({ type, position, mode, hints, zoomPercent }: StatusLineProps) {
  const { page, pages, line, linesPerPage } = position;
  return (
    <footer className={styles.status} data-fades="">
      {type && <b>{elementLabels[type]}</b>}
      <span>
        Page {page} of {pages}
      </span>
      <span>
        Line {line} of {linesPerPage}
      </span>
      {mode && <span className={styles.mode}>{mode}</span>}
      <span className={styles.hints}>
        {hints.map(({ key, does }) => (
          <span key={key}>
            <kbd className={styles.hintKey}>{key}</kbd> {does}
          </span>
        ))}
      </span>
      <ZoomMenu zoomPercent={zoomPercent} setZoom={setZoom} />
    </footer>
  );
}
