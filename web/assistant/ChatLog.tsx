import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { paidText } from '#web/ai/price.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ChatLog.module.css';
import { type Card, cardsOf } from './cards.ts';
import { Given } from './Given.tsx';
import type { ChatMessage, SessionState } from './sessionState.ts';

interface ChatLogProps {
  state: SessionState;
  /** Whether questions are disabled. Earlier messages stay visible. */
  isOff: boolean;
  /** Whether there is no room for the empty state. */
  isTight: boolean;
  /** Show the suggestions that arrived with a reply. */
  onSuggestions: (() => void) | undefined;
}

/** Within this distance of the end, the log scrolls along with the reply that is streaming. */
const followPx = 60;

/** Show the conversation; the newest message stays in view unless the reader has scrolled away. */
export function ChatLog({ state, isOff, isTight, onSuggestions }: ChatLogProps) {
  const { messages, writing, isOpening, conversationId, suggestions, shownVariants } = state;
  const cards = useMemo(() => cardsOf(suggestions, shownVariants), [suggestions, shownVariants]);
  const log = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const count = messages.length;
  useEffect(() => {
    if (count > 0 || conversationId !== null) isFollowing.current = true;
  }, [count, conversationId]);
  // Only after a change of what determines the height, because reading it forces a layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they determine the height
  useLayoutEffect(() => {
    const frame = log.current;
    if (frame && isFollowing.current) frame.scrollTop = frame.scrollHeight;
  }, [messages, writing, isOpening, cards, isTight]);
  const onScroll = () => {
    const frame = log.current;
    if (!frame) return;
    isFollowing.current = frame.scrollHeight - frame.scrollTop - frame.clientHeight <= followPx;
  };

  return (
    <section className={styles.frame} aria-label="Conversation">
      <div
        ref={log}
        className={styles.log}
        role="log"
        // Focusable, so that it can be scrolled by keyboard.
        tabIndex={count > 0 ? 0 : -1}
        aria-label="Messages"
        aria-busy={writing !== null}
        onScroll={onScroll}
      >
        {messages.map((message) => (
          <Message key={message.key} message={message} cards={cards} onSuggestions={onSuggestions} />
        ))}
        {writing !== null && writing !== '' && <Prose className={styles.reply} text={writing} />}
        {isOpening && <p className={styles.note}>Loading conversation...</p>}
        {count === 0 && writing === null && !isOpening && !isTight && (
          <div className={styles.empty}>
            <p className={styles.title}>{isOff ? 'No conversation' : 'Ask about your script'}</p>
            <p>
              {isOff
                ? 'Earlier conversations are in the history.'
                : 'Select a line or some words to ask about those, or ask about the whole.'}
            </p>
          </div>
        )}
      </div>
      <p className={styles.thinking} role="status">
        {writing === '' && (
          <>
            <i aria-hidden="true" />
            Thinking
          </>
        )}
      </p>
    </section>
  );
}

interface MessageProps {
  message: ChatMessage;
  /** Suggestions without a decision. */
  cards: readonly Card[];
  onSuggestions: ChatLogProps['onSuggestions'];
}

/** Memoised, so that it does not re-render while the next message streams in. */
const Message = memo(({ message, cards, onSuggestions }: MessageProps) => {
  const { role, content, ending, suggestionIds, given, credits } = message;
  const isOwn = ({ id }: { id: string }) => suggestionIds.includes(id);
  const suggestionCount = cards.filter(({ variants }) => variants.some(isOwn)).length;
  const note = ending && endings[ending];
  if (role === 'user') return <Prose className={styles.question} text={content} name="You" />;
  return (
    <div className={styles.answer}>
      {content !== '' && <Prose className={styles.reply} text={content} name="Assistant" />}
      {note && <p className={styles.note}>{note}</p>}
      {suggestionCount > 0 && onSuggestions && (
        <button type="button" className={styles.suggestions} onClick={onSuggestions}>
          {suggestionCount === 1 ? 'Show 1 suggestion' : `Show ${suggestionCount} suggestions`}
        </button>
      )}
      {credits !== undefined && <p className={styles.cost}>{paidText(credits)}</p>}
      {given && <Given given={given} />}
    </div>
  );
});

const endings = {
  whole: null,
  length: 'The answer was cut off because it reached the length limit.',
  stopped: 'Stopped.',
  cut: 'The answer was interrupted. You were not charged.',
} as const;

/** Show text in paragraphs. Line breaks are preserved, and markup is shown as text. */
function Prose({ className, text, name }: { className: string | undefined; text: string; name?: string }) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  let at = 0;
  return (
    <div className={className}>
      {name && <VisuallyHidden>{name}: </VisuallyHidden>}
      {paragraphs.map((paragraph) => {
        at += 1;
        return <p key={at}>{paragraph}</p>;
      })}
    </div>
  );
}
