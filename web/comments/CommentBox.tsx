import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { commentLimit } from '#shared/contract/comments.ts';
import { messageOf } from '#web/lib/api.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './CommentBox.module.css';
import { sendDraft, useDraft, writeDraft } from './drafts.ts';

interface CommentBoxProps {
  draftKey: string;
  /** Label of the field, also shown as its placeholder. */
  label: string;
  /** Label of the button. */
  verb: string;
  /** Whether it is one line high, with the button next to it. */
  isCompact?: boolean;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  /** Send the text. If it rejects, the text stays. */
  onSend: (content: string) => Promise<unknown>;
  /** Content above the field. */
  children?: ReactNode;
}

/** Show a field for a comment or a reply. Cmd/Ctrl+Enter sends, Enter inserts a line break. */
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
    // A disabled button would lose the focus.
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
      ? `${text.length.toLocaleString('en-US')} characters. The maximum is ${commentLimit.toLocaleString('en-US')}.`
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
