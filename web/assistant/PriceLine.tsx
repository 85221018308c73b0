import type { AiPrice } from '#shared/contract/ai.ts';
import { errorTexts } from '#shared/errors.ts';
import { type AiState, balanceText, isLow, limitNotice, priceText } from '#web/ai/price.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import styles from './AssistantPanel.module.css';

interface PriceLineProps {
  state: AiState | undefined;
  /** Exact price of the next call, when it is known. */
  price?: AiPrice | undefined;
}

/** Show the price of the next call, its provider, and the remaining balance (decision OQ-41). */
export function PriceLine({ state: general, price: exactly }: PriceLineProps) {
  if (!general) return null;
  const state = exactly === undefined ? general : { ...general, price: exactly };
  const price = priceText(state);
  if (price === null) {
    return (
      <p className={styles.price} role="status">
        {errorTexts.aiUnavailable}
      </p>
    );
  }
  const { engine } = state;
  const isSure = state.creditBalance <= 0 || (state.price !== null && 'exact' in state.price);
  return (
    <div className={styles.price}>
      <span>{price}</span>
      {!engine.isBuiltIn && (
        <>
          <span className={styles.engine} title={engine.model}>
            {engine.model}
          </span>
          <span>{balanceText(state)}</span>
          {limitNotice(state) && (
            <p className={styles.low} role="status">
              {limitNotice(state)}
            </p>
          )}
          {isLow(state) && (
            <p className={styles.low} role="status">
              {isSure ? 'This costs more than you have.' : 'This may cost more than you have.'}{' '}
              <a href={hrefOf('/buy-credits')}>Buy Credits</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}
