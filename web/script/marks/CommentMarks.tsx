import { MessageSquare } from 'lucide-react';
import styles from './CommentMarks.module.css';

export interface CommentRow {
  elementId: number;
  /** Of the element's first line, on the desk. */
  topPx: number;
  leftPx: number;
  count: number;
  /** What the button is called: "3 comments". */
  label: string;
}

interface CommentMarksProps {
  rows: readonly CommentRow[];
  onOpen: (elementId: number) => void;
}

/** In the right margin, beside what was commented on. */
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
