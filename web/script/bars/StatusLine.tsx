import { type ElementType, elementLabels } from '#screenplay/element.ts';
import type { Position } from '../desk/position.ts';
import styles from './bars.module.css';

/** Where the writer is. */
export function StatusLine({ type, position }: { type: ElementType | null; position: Position }) {
  const { page, pages, line, linesPerPage } = position;
  return (
    <footer className={styles.status}>
      {type && <b>{elementLabels[type]}</b>}
      <span>
        Page {page} of {pages}
      </span>
      <span>
        Line {line} of {linesPerPage}
      </span>
    </footer>
  );
}
