import { Sparkles, Square } from 'lucide-react';
import type { AiPrice } from '#shared/contract/ai.ts';
import type { AiState } from '#web/ai/price.ts';
import { useOfflineReason } from '#web/lib/needsConnection.ts';
import { Button } from '#web/ui/Button.tsx';
import type { AssistantContext } from './context.ts';
import { countOrNone } from './givenWords.ts';
import { PriceLine } from './PriceLine.tsx';
import styles from './SuggestionsPanel.module.css';
import type { Session } from './session.ts';

interface SuggestionsFootProps {
  assistant: Session;
  ai: AiState | undefined;
  context: AssistantContext | null;
  isSuggesting: boolean;
  /** Number of parts of the project that are excluded from the context. */
  leftOut: number;
  /** Price of suggestions about this subject, when it is known. */
  price: AiPrice | undefined;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the button that requests suggestions, and its price. */
export function SuggestionsFoot(props: SuggestionsFootProps) {
  const { assistant, ai, context, isSuggesting, leftOut, price = ai?.improvementsPrice } = props;
  const away = useOfflineReason();
  return (
    <>
      <div className={styles.actions}>
        <Button
          icon={<Sparkles {...icon} />}
          isBusy={isSuggesting}
          disabled={ai?.improvementsPrice === null || away !== null}
          onClick={() => void assistant.offers.improve(context)}
        >
          Suggest improvements
        </Button>
        {isSuggesting && (
          <Button kind="ghost" icon={<Square {...icon} />} onClick={assistant.offers.stop}>
            Stop
          </Button>
        )}
      </div>
      {away !== null && <p className={styles.leftOut}>{away}</p>}
      {leftOut > 0 && (
        <p className={styles.leftOut}>
          Without {countOrNone(leftOut, 'part', 'parts')} of the project that you took out in the Assistant
          tab.
        </p>
      )}
      <PriceLine state={ai} price={price} />
    </>
  );
}
