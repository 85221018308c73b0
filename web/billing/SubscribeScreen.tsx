import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { subscriptionPlan, usdText } from '#shared/credits.ts';
import { errorStatuses } from '#shared/errors.ts';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useBeginSubscription } from './billing.data.ts';
import styles from './Checkout.module.css';
import { MoneyPage } from './MoneyPage.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { afterSubscribing } from './returnAddress.ts';

const { usd, credits, name } = subscriptionPlan;

const inclusions = [
  'Unlimited script projects',
  'AI dialogue generation',
  'Voice synthesis for characters',
  'Scene image generation',
  'Real-time collaboration',
  'Advanced export options',
  'Priority support',
];

/** Show the subscribe page. Opening it starts a subscription (decision OQ-45). */
export function SubscribeScreen() {
  const subscription = useSubscriptionOnOpen();
  return (
    <MoneyPage title="Subscribe">
      <div className={styles.two}>
        <Plan />
        {subscription.isError ? (
          <Failure error={subscription.error} />
        ) : (
          <Payment clientSecret={subscription.data?.clientSecret} />
        )}
      </div>
    </MoneyPage>
  );
}

function useSubscriptionOnOpen() {
  const subscription = useBeginSubscription();
  const hasAsked = useRef(false);
  const { mutate } = subscription;
  useEffect(() => {
    // In development, React runs effects twice.
    if (hasAsked.current) return;
    hasAsked.current = true;
    const { subscriptionFailed } = billingToasts;
    mutate(undefined, {
      onError: (error) =>
        void toast({
          ...subscriptionFailed,
          description: messageOf(error, subscriptionFailed.description),
        }),
    });
  }, [mutate]);
  return subscription;
}

function Plan() {
  return (
    <section aria-label="The plan">
      <h2 className={styles.plan}>{name}</h2>
      <p className={styles.tagline}>Credits every month for everything that AI does beside you.</p>
      <p className={styles.price}>
        <span className={styles.amount}>${usd}</span> per month
        <span className={styles.quiet}>Cancel anytime</span>
      </p>
      <ul className={styles.inclusions}>
        <li>
          <Mark />
          {credits} AI credits per month
          <span className={styles.value}>${usd} value</span>
        </li>
        {inclusions.map((text) => (
          <li key={text}>
            <Mark />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <section className={styles.card} aria-label="Subscription Error">
      <h2 className={styles.cardTitle}>Subscription Error</h2>
      <p className={styles.rejection} role="alert">
        {messageOf(error, billingToasts.subscriptionFailed.description)}
      </p>
      <Button onClick={() => pageNavigation.reload()}>Try Again</Button>
      {/* A retry does not help a user who already has a subscription. */}
      {isRejected(error) && (
        <a className={buttonClass({})} href={hrefOf('/billing')}>
          Manage Subscription
        </a>
      )}
    </section>
  );
}

/** Show the card form. `clientSecret`: undefined until the subscription has started. */
function Payment({ clientSecret }: { clientSecret: string | undefined }) {
  return (
    <section className={styles.card} aria-label="Payment">
      <h2 className={styles.cardTitle}>Payment</h2>
      {clientSecret !== undefined ? (
        <>
          <p className={styles.sum}>
            {name}
            <b>{usdText(usd)}</b>
          </p>
          <PaymentForm
            clientSecret={clientSecret}
            returnPath={afterSubscribing}
            label={`Subscribe for $${usd}/month`}
          />
        </>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
      <p className={styles.foot}>
        By subscribing you agree to our terms and privacy policy. You can cancel anytime from your account
        settings.
      </p>
    </section>
  );
}

function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === errorStatuses.invalid;
}

function Mark() {
  return <Check size={16} strokeWidth={1.8} aria-hidden="true" />;
}
