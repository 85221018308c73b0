import type { ContextReach } from '#shared/contract/assistant.ts';
import { priceText } from '#web/ai/price.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { type ContextPreview, inNumbers, reachWords } from './givenWords.ts';
import styles from './ReachChoice.module.css';

interface ReachChoiceProps {
  reaches: ContextPreview['reaches'];
  chosen: ContextReach;
  /** Whether a line is selected; without one, "This scene" is disabled. */
  hasSelection: boolean;
  onChoose: (reach: ContextReach) => void;
}

/** Choose how much of the script is sent with a question, each at its price (decision OQ-110). */
export function ReachChoice({ reaches, chosen, hasSelection, onChoose }: ReachChoiceProps) {
  if (reaches.length === 0) return null;
  const noRoom = reaches.find(({ reach }) => reach === chosen && reach === 'whole')?.omittedScenes ?? 0;
  return (
    <fieldset className={styles.choice}>
      <VisuallyHidden as="legend">Context to include</VisuallyHidden>
      {reaches.map(({ reach, price, size }) => {
        const isOff = reach === 'scene' && !hasSelection;
        return (
          <label
            key={reach}
            className={styles.reach}
            data-chosen={reach === chosen || undefined}
            title={isOff ? 'Select a line to ask about its scene.' : `${inNumbers(size)} characters`}
          >
            <input
              type="radio"
              name="reach"
              checked={reach === chosen}
              disabled={isOff}
              onChange={() => onChoose(reach)}
            />
            <span className={styles.words}>
              {reachWords[reach]}
              <span className={styles.price}>
                {isOff ? 'needs a selection' : (priceText({ engine: { isBuiltIn: false }, price }) ?? '')}
              </span>
            </span>
          </label>
        );
      })}
      {noRoom > 0 && (
        <p className={styles.note}>
          The model has no room for {inNumbers(noRoom)} {noRoom === 1 ? 'scene' : 'scenes'}.
        </p>
      )}
    </fieldset>
  );
}
