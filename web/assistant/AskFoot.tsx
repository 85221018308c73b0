import type { RefObject } from 'react';
import type { AiPrice } from '#shared/contract/ai.ts';
import type { AiState } from '#web/ai/price.ts';
import { useOfflineReason } from '#web/lib/needsConnection.ts';
import styles from './AssistantPanel.module.css';
import { ChatInput } from './ChatInput.tsx';
import type { AssistantContext } from './context.ts';
import { PriceLine } from './PriceLine.tsx';
import { promptsFor } from './prompts.ts';
import type { Session } from './session.ts';
import type { SessionState } from './sessionState.ts';

interface AskFootProps {
  assistant: Session;
  state: SessionState;
  ai: AiState | undefined;
  context: AssistantContext | null;
  /** Price of the next question, when it is known. */
  price: AiPrice | undefined;
  onSend: (text: string) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
}

/** Show the quick prompts, the input and the price of the next question. */
export function AskFoot({ assistant, state, ai, context, price, onSend, fieldRef }: AskFootProps) {
  const isPending = state.writing !== null;
  const away = useOfflineReason();
  const isHeld = state.isOpening || ai?.price === null || away !== null;
  return (
    <>
      <section className={styles.prompts} aria-label="Quick prompts">
        {promptsFor(context).map((prompt) => (
          <button
            key={prompt}
            type="button"
            className={styles.prompt}
            disabled={isPending || isHeld}
            onClick={() => {
              fieldRef.current?.focus();
              onSend(prompt);
            }}
          >
            {prompt}
          </button>
        ))}
      </section>
      <ChatInput
        text={state.draft}
        onText={assistant.chat.write}
        isPending={isPending}
        isHeld={isHeld}
        onSend={onSend}
        onStop={assistant.chat.stop}
        fieldRef={fieldRef}
      />
      <PriceLine state={ai} price={price} />
    </>
  );
}
