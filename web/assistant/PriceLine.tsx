import { errorTexts } from '#shared/errors.ts';
import styles from './AssistantPanel.module.css';
import { type AiState, balanceText, isLow, priceText } from './price.ts';

/** What the next call costs, who answers it, and what is left (decision OQ-41). */
export function PriceLine({ state }: { state: AiState | undefined }) {
  if (!state) return null;
  const price = priceText(state);
  if (price === null) {
    return (
      <p className={styles.price} role="status">
        {errorTexts.aiUnavailable}
      </p>
    );
  }
  const { engine } = state;
  return (
    <div className={styles.price}>
      <span>{price}</span>
      {!engine.isBuiltIn && (
        <>
          <span className={styles.engine} title={engine.model}>
            {engine.model}
          </span>
          <span className={isLow(state) ? styles.low : undefined}>{balanceText(state)}</span>
          {isLow(state) && <a href="/buy-credits">Buy Credits</a>}
        </>
      )}
    </div>
  );
}
