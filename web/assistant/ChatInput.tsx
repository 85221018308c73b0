import { Send, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { chatMessageLimit } from '#shared/contract/assistant.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './AssistantPanel.module.css';

interface ChatInputProps {
  text: string;
  onText: (text: string) => void;
  /** A reply is pending. */
  isPending: boolean;
  /** Sending is disabled; typing is not. */
  isHeld: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;
const label = 'Ask the assistant';

/** Show the input: Enter sends, Shift+Enter inserts a line break (docs/spec/assistant.md). */
export function ChatInput(props: ChatInputProps) {
  const { text, onText, isPending, isHeld, onSend, onStop, fieldRef } = props;
  const noteId = useId();
  const isTooLong = text.trim().length > chatMessageLimit;
  const canSend = text.trim() !== '' && !isTooLong && !isPending && !isHeld;
  const send = () => {
    // The pressed button is removed, so it cannot keep the focus.
    fieldRef.current?.focus();
    if (canSend) onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposingKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.input}>
      <textarea
        ref={fieldRef}
        className={styles.field}
        rows={2}
        aria-label={label}
        placeholder={label}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? noteId : undefined}
        value={text}
        // Read-only instead of disabled, which would remove the focus.
        readOnly={isPending}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      {isPending ? (
        <Button
          size="small"
          icon={<Square {...icon} />}
          onClick={() => {
            fieldRef.current?.focus();
            onStop();
          }}
        >
          Stop
        </Button>
      ) : (
        <Button kind="primary" size="small" icon={<Send {...icon} />} disabled={!canSend} onClick={send}>
          Send
        </Button>
      )}
      {isTooLong && (
        <p className={styles.tooLong} id={noteId} role="alert">
          {text.trim().length.toLocaleString('en-US')} characters. The maximum is{' '}
          {chatMessageLimit.toLocaleString('en-US')}.
        </p>
      )}
    </div>
  );
}
