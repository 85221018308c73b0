import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Payment, SubscriptionStatus } from '#shared/contract/billing.ts';
import { subscriptionPlan, usdText } from '#shared/credits.ts';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { BalanceFigure } from '#web/credits/BalanceFigure.tsx';
import { balanceFigure, creditMessages, creditStatus, owedText } from '#web/credits/creditStatus.ts';
import { messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { longDate } from '#web/lib/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './BillingScreen.module.css';
import {
  configQuery,
  paymentsQuery,
  subscriptionQuery,
  useCancelSubscription,
  useEndTestPeriod,
} from './billing.data.ts';
import { MoneyPage } from './MoneyPage.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';
import { SubscriptionBadge } from './StatusBadge.tsx';

export function BillingScreen() {
  const status = useQuery(subscriptionQuery);
  const payments = useQuery(paymentsQuery);
  return (
    <MoneyPage title="Billing">
      <PageSection title="Current credit balance">
        <Loaded what="Your balance" query={status}>
          {(data) => <Balance status={data} />}
        </Loaded>
      </PageSection>
      <PageSection title="Subscription">
        <Loaded what="Your subscription" query={status}>
          {({ hasSubscription, stripeSubscription }) =>
            hasSubscription && stripeSubscription ? (
              <Subscription subscription={stripeSubscription} />
            ) : (
              <div className={styles.row}>
                <p className={styles.grows}>You don't have an active subscription</p>
                <a className={buttonClass({})} href={hrefOf('/subscribe')}>
                  Subscribe
                </a>
              </div>
            )
          }
        </Loaded>
      </PageSection>
      <PageSection title="Payment history">
        <Loaded what="Your payments" query={payments}>
          {(list: Payment[]) => <PaymentHistory payments={list} />}
        </Loaded>
      </PageSection>
    </MoneyPage>
  );
}

interface LoadedProps<T> {
  /** Subject of the error message: "Your payments". */
  what: string;
  query: { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

function Loaded<T>({ what, query, children }: LoadedProps<T>) {
  const { data, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (isError)
    return (
      <LoadFailure
        text={`${what} could not be loaded.`}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" aria-label={`Loading ${what.toLowerCase()}`}>
      <Skeleton height={54} />
    </div>
  );
}

function Balance({ status: { creditBalance, creditsOwed } }: { status: SubscriptionStatus }) {
  const message = creditMessages[creditStatus(creditBalance)];
  return (
    <>
      <div className={styles.row}>
        <BalanceFigure {...balanceFigure(creditBalance)} />
        <a className={buttonClass({ kind: 'primary' })} href={hrefOf('/buy-credits')}>
          Buy More Credits
        </a>
      </div>
      {creditsOwed > 0 ? (
        <p className={styles.notice} data-tone="bad">
          {owedText(creditsOwed)}
        </p>
      ) : (
        message && <p className={styles.quiet}>{message}</p>
      )}
      <p className={styles.below}>
        <a className={styles.link} href={hrefOf('/billing/credits')}>
          Every credit, and what each project used
        </a>
      </p>
    </>
  );
}

type ShownSubscription = NonNullable<SubscriptionStatus['stripeSubscription']>;

function Subscription({ subscription }: { subscription: ShownSubscription }) {
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const cancellation = useCancellation();
  const [isAsked, setIsAsked] = useState(false);
  const date = currentPeriodEnd === null ? null : longDate(currentPeriodEnd);
  return (
    <>
      <p className={styles.planRow}>
        <b className={styles.plan}>{subscriptionPlan.name}</b>
        <SubscriptionBadge status={status} />
        <span className={styles.price}>${subscriptionPlan.usd}/month</span>
      </p>
      {date && (
        <p className={styles.quiet}>
          {cancelAtPeriodEnd ? 'Ends on' : 'Next billing date'} {date}
        </p>
      )}
      <p className={styles.included}>{subscriptionPlan.credits} credits per month included</p>
      {(status === 'past_due' || status === 'unpaid') && <UnpaidNotice />}
      {cancelAtPeriodEnd && <EndingNotice date={date} />}
      <div className={styles.tools}>
        {status === 'active' && !cancelAtPeriodEnd && (
          <Button kind="danger" isBusy={cancellation.isPending} onClick={() => setIsAsked(true)}>
            {cancellation.isPending ? 'Canceling...' : 'Cancel Subscription'}
          </Button>
        )}
        <TestClock />
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Cancel subscription"
        text={`Your subscription lasts until ${date ?? 'the last day that is paid for'} and is not renewed. Remaining credits stay usable until then.`}
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep Subscription"
        isDestructive
        onConfirm={() => {
          setIsAsked(false);
          cancellation.cancel();
        }}
      />
    </>
  );
}

/** Cancel the subscription, and show the result in a toast. */
function useCancellation() {
  const { mutate, isPending } = useCancelSubscription();
  const cancel = () => {
    if (isPending) return;
    mutate(undefined, {
      onSuccess: () => void toast(billingToasts.subscriptionCanceled),
      onError: (error) => {
        const { cancelFailed } = billingToasts;
        toast({ ...cancelFailed, description: messageOf(error, cancelFailed.description) });
      },
    });
  };
  return { cancel, isPending };
}

function UnpaidNotice() {
  return (
    <div className={styles.notice} data-tone="bad">
      <b>Your last payment did not go through</b>
      <p>
        {usdText(subscriptionPlan.usd)} could not be charged. We have sent you a link to pay it; until then no
        new credits arrive.
      </p>
    </div>
  );
}

function EndingNotice({ date }: { date: string | null }) {
  return (
    <div className={styles.notice}>
      <b>Subscription Ending</b>
      <p>
        Your subscription ends on {date ?? 'the last day that is paid for'}. Remaining credits stay usable
        until then.
      </p>
    </div>
  );
}

/** Show a button that ends the billing period, in test mode. */
function TestClock() {
  const { data: config } = useQuery(configQuery);
  const ending = useEndTestPeriod();
  if (config?.paymentsMode !== 'test') return null;
  return (
    <Button isBusy={ending.isPending} onClick={() => ending.mutate()}>
      Test mode: end this period now
    </Button>
  );
}
