import { useEffect, useRef } from 'react';
import type { ConfirmedPayment } from '#shared/contract/billing.ts';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { useConfirmPayment, useRefreshMoney } from './billing.data.ts';

/**
 * Handle the return from a payment: fetch its result from the server, and ignore the address
 * (decision OQ-21). Renders nothing.
 */
export function PaymentReturn() {
  const { mutateAsync: confirm } = useConfirmPayment();
  const refresh = useRefreshMoney();
  const hasAsked = useRef(false);
  useEffect(() => {
    // In development, React runs effects twice.
    if (hasAsked.current) return;
    hasAsked.current = true;
    const id = new URLSearchParams(window.location.search).get('payment_intent');
    const request =
      id === null ? Promise.resolve() : confirm(id).then((payment) => tell(newsOf(payment)), doubt);
    // Remove the parameters, so that a reload shows no second toast. This unmounts the component,
    // so it comes last.
    void request.then(() => window.history.replaceState(window.history.state, '', window.location.pathname));

    function tell(news: ToastMessage) {
      toast(news);
      void refresh();
    }
    function doubt(error: unknown) {
      logFailure('Failed to confirm the payment', error);
      toast(billingToasts.paymentUnconfirmed);
    }
  }, [confirm, refresh]);
  return null;
}

function newsOf({ status, paymentType, creditsGranted }: ConfirmedPayment): ToastMessage {
  const { paymentSuccessful } = billingToasts;
  const { paymentProcessing } = billingToasts;
  const { paymentDeclined } = billingToasts;
  if (status === 'processing' || status === 'pending') return paymentProcessing;
  if (status !== 'succeeded') {
    const path = paymentType === 'subscription' ? '/subscribe' : '/buy-credits';
    return {
      ...paymentDeclined,
      action: { label: 'Try Again', onClick: () => pageNavigation.leaveTo(hrefOf(path)) },
    };
  }
  return {
    ...paymentSuccessful,
    description:
      paymentType === 'subscription'
        ? 'Your subscription is active.'
        : `${creditsGranted.toLocaleString('en-US')} credits have been added to your balance.`,
  };
}
