import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { commentLimit } from '#shared/contract/comments.ts';
import { messageOf } from '#web/lib/api.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './CommentBox.module.css';
import { sendDraft, useDraft, writeDraft } from './drafts.ts';

interface CommentBoxProps {
  draftKey: string;
  /** The name of the field, and what stands in it while it is empty. */
  label: string;
  /** On the button. */
  verb: string;
  /** One line, its button beside it. */
  isCompact?: boolean;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** Rejects where the server rejects; the text then stays. */
  onSend: (content: string) => Promise<unknown>;
  /** Content above the field. */
  children?: ReactNode;
}

/** A field for a comment or a reply. Cmd or Ctrl with Enter sends, Enter alone begins a line. */
export function CommentBox({
  draftKey,
  label,
  verb,
  isCompact = false,
  fieldRef,
  onSend,
  children,
}: CommentBoxProps) {
  const { text, isSending, canSend, note, write, send } = useCommentDraft(draftKey, onSend);
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  const noteId = useId();

  const sendIfReady = () => {
    if (!canSend) return;
    // The button that was pressed cannot hold the focus while it is disabled.
    field.current?.focus();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposingKey(event)) return;
    event.preventDefault();
    sendIfReady();
  };

  return (
    <div className={isCompact ? `${styles.box} ${styles.compact}` : styles.box}>
      {children}
      <textarea
        ref={field}
        className={styles.field}
        rows={isCompact ? 1 : 3}
        aria-label={label}
        placeholder={label}
        aria-invalid={note !== null || undefined}
        aria-describedby={note === null ? undefined : noteId}
        value={text}
        readOnly={isSending}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        className={styles.send}
        size="small"
        disabled={!canSend}
        isBusy={isSending}
        onClick={sendIfReady}
      >
        {verb}
      </Button>
      {note !== null && (
        <p className={styles.note} id={noteId} role="alert">
          {note}
        </p>
      )}
    </div>
  );
}

/** Hold the draft of a comment. `note`: why it cannot or could not be sent. */
function useCommentDraft(draftKey: string, onSend: CommentBoxProps['onSend']) {
  const { text, isSending } = useDraft(draftKey);
  const [failure, setFailure] = useState<string | null>(null);
  const isTooLong = text.length > commentLimit;
  return {
    text,
    isSending,
    canSend: text.trim() !== '' && !isTooLong && !isSending,
    note: isTooLong
      ? `${text.length.toLocaleString('en-US')} characters. ${commentLimit.toLocaleString('en-US')} are the most.`
      : failure,
    write(content: string) {
      setFailure(null);
      writeDraft(draftKey, content);
    },
    async send() {
      setFailure(null);
      try {
        await sendDraft(draftKey, onSend);
      } catch (error) {
        setFailure(messageOf(error, 'It could not be sent. Check your connection and try again.'));
      }
    },
  };
}
