import { useState } from 'react';
import { commentLimit } from '#shared/contract/comments.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './LineComment.module.css';

interface LineCommentProps {
  /** The commented line: "MARA: Hold on." */
  about: string;
  isSending: boolean;
  onSend: (content: string) => void;
  onClose: () => void;
}

/**
 * Show a form to comment on the line that was playing when the form was opened. The reading
 * continues.
 */
export function LineComment({ about, isSending, onSend, onClose }: LineCommentProps) {
  const [content, setContent] = useState('');
  const isBlank = content.trim() === '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank) onSend(content);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposingKey(event)) onClose();
      }}
    >
      <p className={styles.about}>{`On ${about}`}</p>
      <input
        className={styles.input}
        aria-label={`Comment on ${about}`}
        placeholder="Comment"
        // The user has just opened the form.
        ref={(node) => node?.focus()}
        maxLength={commentLimit}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      <Button type="submit" size="small" kind="primary" disabled={isBlank} isBusy={isSending}>
        Comment
      </Button>
      <Button size="small" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
