import type { ElementType } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { EditorPosition } from '#web/scriptEditor/pages/position.ts';
import { setZoom } from '#web/scriptEditor/pages/viewPreferences.ts';
import styles from './bars.module.css';
import { ZoomMenu } from './ZoomMenu.tsx';

interface StatusLineProps {
  type: ElementType | null;
  /** Null outside the script. */
  position: EditorPosition | null;
  /** Target of the keyboard, if it is not the text. */
  mode: string | null;
  /** Keys and what they do. */
  hints: readonly { key: string; label: string }[];
  zoomPercent: number;
}

/** Status line with the position of the caret. */
export function StatusLine({ type, position, mode, hints, zoomPercent }: StatusLineProps) {
  return (
    <footer className={styles.status} data-fades="">
      {type && <b>{elementLabels[type]}</b>}
      {position && (
        <>
          <span>
            Page {position.page} of {position.pages}
          </span>
          <span>
            Line {position.line} of {position.linesPerPage}
          </span>
        </>
      )}
      {mode && <span className={styles.mode}>{mode}</span>}
      <span className={styles.hints}>
        {hints.map(({ key, label }) => (
          <span key={key}>
            <kbd className={styles.hintKey}>{key}</kbd> {label}
          </span>
        ))}
      </span>
      <ZoomMenu zoomPercent={zoomPercent} setZoom={setZoom} />
    </footer>
  );
}
