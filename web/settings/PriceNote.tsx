import type { AiPrice } from '#shared/contract/ai.ts';
import { errorTexts } from '#shared/errors.ts';
import type { AiState } from '#web/ai/price.ts';
import { isLow, limitNotice, priceText } from '#web/ai/price.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import styles from './PriceNote.module.css';

interface PriceNoteProps {
  /** Id for aria-describedby. */
  id: string;
  ai: AiState | null | undefined;
  price: AiPrice | undefined;
}

/** Show the price of an action in advance (decision OQ-41), or why it is unavailable. */
export function PriceNote({ id, ai, price }: PriceNoteProps) {
  return (
    <p className={styles.note} id={id}>
      {ai === null && errorTexts.aiUnavailable}
      {ai && price !== undefined && <Words ai={ai} price={price} />}
    </p>
  );
}

function Words({ ai, price }: { ai: AiState; price: AiPrice }) {
  const { access, engine, creditBalance } = ai;
  if (access === 'off') return errorTexts.aiOff;
  if (price === null) return errorTexts.aiUnavailable;
  return (
    <>
      {priceText({ engine, price })}
      {!engine.isBuiltIn && limitNotice(ai) && <>, {limitNotice(ai)} </>}
      {isLow({ engine, price, creditBalance }) && (
        <>
          , <span className={styles.low}>your balance may not be enough.</span>{' '}
          <a href={hrefOf('/buy-credits')}>Buy Credits</a>
        </>
      )}
    </>
  );
}
