import { MessageSquare } from 'lucide-react';
import styles from './CommentMarks.module.css';

export interface CommentRow {
  elementId: number;
  /** Position of the element's first line. */
  topPx: number;
  leftPx: number;
  count: number;
  /** Label: "3 comments". */
  label: string;
}

interface CommentMarksProps {
  rows: readonly CommentRow[];
  onOpen: (elementId: number) => void;
}

/** Comment marks in the right margin. */
export function CommentMarks({ rows, onOpen }: CommentMarksProps) {
  return rows.map(({ elementId, topPx, leftPx, count, label }) => (
    <button
      key={elementId}
      type="button"
      className={styles.mark}
      style={{ top: topPx, left: leftPx }}
      aria-label={label}
      onClick={() => onOpen(elementId)}
    >
      <MessageSquare size={14} strokeWidth={1.6} aria-hidden="true" />
      {count}
    </button>
  ));
}
