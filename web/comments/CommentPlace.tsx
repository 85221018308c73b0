import { elementLabels } from '#screenplay/elementTypes/table.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { Comment } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './CommentThread.module.css';

interface CommentPlaceProps {
  comment: Comment;
  /** Element of the comment, while it is in the script. */
  element: Element | undefined;
  onGo: () => void;
}

/**
 * Show the quoted words or the element of a thread; a press goes there. Empty for a thread on the
 * whole script.
 */
export function CommentPlace({ comment, element, onGo }: CommentPlaceProps) {
  const { selectedText, scriptElementId, wasOnElement } = comment;
  if (element) {
    return (
      <button type="button" className={selectedText ? styles.quote : styles.place} onClick={onGo}>
        <VisuallyHidden>Go to</VisuallyHidden>{' '}
        <span className={styles.words}>{selectedText ?? beginningOf(element)}</span>
      </button>
    );
  }
  return (
    <>
      {selectedText && (
        <blockquote className={styles.quote}>
          <span className={styles.words}>{selectedText}</span>
        </blockquote>
      )}
      {wasOnElement && scriptElementId === null && <p className={styles.gone}>Element deleted</p>}
    </>
  );
}

/** Maximum length of the shown text; two lines of the panel hold less. */
const shownLength = 160;

function beginningOf({ elementType, content }: Element): string {
  return `${elementLabels[elementType]}: ${Array.from(plainText(content)).slice(0, shownLength).join('')}`;
}
