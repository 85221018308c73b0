import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  creditsForCents,
  creditsPerUsd,
  purchaseProblem,
  purchaseTexts,
  purchaseUsd,
  usdText,
} from '#shared/credits.ts';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useBeginPurchase } from './billing.data.ts';
import styles from './Checkout.module.css';
import { MoneyPage } from './MoneyPage.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { afterBuying } from './returnAddress.ts';

const { min, max, step, presets } = purchaseUsd;

/** Examples of what a number of credits buys (docs/spec/billing.md). */
const guide = [
  ['Value', `${creditsPerUsd} credits = $1`],
  ['Dialogue generation', 'about 5 to 10 credits'],
  ['Voice synthesis', 'about 20 to 30 credits'],
  ['Image generation', 'about 15 to 25 credits'],
  ['Script analysis', 'about 10 to 20 credits'],
] as const;

const creditsFor = (usd: number) => creditsForCents(usd * 100);

export function BuyCreditsScreen() {
  const { amount, choose, purchase, begin } = usePurchase();
  return (
    <MoneyPage title="Buy credits">
      <div className={styles.two}>
        <section aria-label="Amount">
          <Presets amount={amount} isOff={purchase.isPending} onChoose={choose} />
          <Stepper amount={amount} isOff={purchase.isPending} onChoose={choose} />
          <Guide />
        </section>
        <Payment amount={amount} purchase={purchase} onBegin={begin} />
      </div>
    </MoneyPage>
  );
}

/** Hold the chosen amount, and the payment that was started for it. */
function usePurchase() {
  const [amount, setAmount] = useState<number>(min);
  const purchase = useBeginPurchase();

  /** A payment has a fixed amount, so another amount discards it. */
  const choose = (usd: number) => {
    if (purchaseProblem(usd) !== null || usd === amount) return;
    setAmount(usd);
    purchase.reset();
  };
  const begin = () => {
    if (purchase.isPending) return;
    purchase.mutate(amount, {
      onError: (error) => {
        const { purchaseFailed } = billingToasts;
        toast({ ...purchaseFailed, description: messageOf(error, purchaseFailed.description) });
      },
    });
  };
  return { amount, choose, purchase, begin };
}

interface AmountProps {
  amount: number;
  isOff: boolean;
  onChoose: (usd: number) => void;
}

function Presets({ amount, isOff, onChoose }: AmountProps) {
  return (
    <fieldset className={styles.presets}>
      <legend>
        <VisuallyHidden>Amounts</VisuallyHidden>
      </legend>
      {presets.map((usd) => (
        <button
          key={usd}
          type="button"
          aria-pressed={usd === amount}
          disabled={isOff}
          onClick={() => onChoose(usd)}
        >
          <b>${usd}</b>
          <span className={styles.presetCredits}>{creditsFor(usd).toLocaleString('en-US')} credits</span>
        </button>
      ))}
    </fieldset>
  );
}

function Stepper({ amount, isOff, onChoose }: AmountProps) {
  return (
    <div className={styles.stepper}>
      <Button
        className={styles.step}
        aria-label={`$${step} less`}
        disabled={amount <= min || isOff}
        onClick={() => onChoose(amount - step)}
      >
        <Minus size={18} strokeWidth={1.6} aria-hidden="true" />
      </Button>
      <output className={styles.chosen}>${amount}</output>
      <Button
        className={styles.step}
        aria-label={`$${step} more`}
        disabled={amount >= max || isOff}
        onClick={() => onChoose(amount + step)}
      >
        <Plus size={18} strokeWidth={1.6} aria-hidden="true" />
      </Button>
      <p>
        <b className={styles.credits}>{creditsFor(amount).toLocaleString('en-US')} credits</b>
        <span className={styles.quiet}>{purchaseTexts.offStep}</span>
      </p>
    </div>
  );
}

function Guide() {
  return (
    <>
      <h2 className={styles.guideTitle}>What credits buy</h2>
      <dl className={styles.guide}>
        {guide.map(([what, cost]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{cost}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface PaymentProps extends Pick<ReturnType<typeof usePurchase>, 'amount' | 'purchase'> {
  onBegin: () => void;
}

/** Show the button that starts the payment, then the card form. */
function Payment({ amount, purchase, onBegin }: PaymentProps) {
  const begun = purchase.data;
  return (
    <section className={styles.card} aria-label="Payment">
      <h2 className={styles.cardTitle}>Payment</h2>
      {!begun && <p className={styles.prompt}>Select an amount and continue to payment.</p>}
      {purchase.isError && (
        <p className={styles.problem} role="alert">
          {messageOf(purchase.error, billingToasts.purchaseFailed.description)}
        </p>
      )}
      <p className={styles.sum}>
        {creditsFor(amount).toLocaleString('en-US')} credits
        <b>{usdText(amount)}</b>
      </p>
      {begun ? (
        <PaymentForm
          key={begun.clientSecret}
          clientSecret={begun.clientSecret}
          returnPath={afterBuying(begun.credits)}
          label={`Purchase ${begun.credits} Credits for $${begun.amount}`}
          takesFocus
        />
      ) : (
        <Button kind="primary" size="large" isBusy={purchase.isPending} onClick={onBegin}>
          {purchase.isPending ? 'Preparing Payment...' : 'Continue to Payment'}
        </Button>
      )}
      <p className={styles.foot}>Credits are added immediately after payment.</p>
    </section>
  );
}
