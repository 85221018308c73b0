import { type FormEvent, useEffect, useRef, useState } from 'react';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './PaymentForm.module.css';
import type { PaymentFormProps } from './paymentProps.ts';
import {
  type CardProvider,
  cardProvider,
  type ProviderElements,
  providerAppearance,
} from './providerScript.ts';
import { returnAddress } from './returnAddress.ts';

type Form = { provider: CardProvider; elements: ProviderElements };

interface ProviderCardFormProps extends PaymentFormProps {
  publishableKey: string;
}

/** Show the provider's form in the provider's frame, so that card data never reaches our code. */
export function ProviderCardForm(props: ProviderCardFormProps) {
  const { returnPath, label } = props;
  const { place, form, isReady, hasFailed } = useProviderForm(props);
  const [isPaying, setPaying] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!form || !isReady || isPaying) return;
    setPaying(true);
    try {
      const { provider, elements } = form;
      const confirmParams = { return_url: returnAddress(returnPath) };
      const { error } = await provider.confirmPayment({ elements, confirmParams });
      // Without an error, the provider navigates away from this page.
      if (!error) return;
      const { paymentDeclined } = billingToasts;
      toast({ ...paymentDeclined, description: error.message ?? paymentDeclined.description });
      setPaying(false);
    } catch (error) {
      logFailure('Failed to confirm the payment', error);
      toast(billingToasts.paymentUnexpected);
      setPaying(false);
    }
  };

  if (hasFailed)
    return (
      <LoadFailure
        text="The payment form could not be loaded."
        why="It is served by our payment provider and may be blocked by your network or a browser extension."
        isRetrying={false}
        onRetry={() => pageNavigation.reload()}
      />
    );
  return (
    <form className={styles.form} onSubmit={(event) => void pay(event)}>
      {!isReady && (
        <div role="status" aria-label="Loading the payment form">
          <Skeleton height={120} />
        </div>
      )}
      <div ref={place} className={styles.provider} data-ready={isReady || undefined} />
      <Button type="submit" kind="primary" size="large" disabled={!isReady} isBusy={isPaying}>
        {isPaying ? 'Processing...' : label}
      </Button>
    </form>
  );
}

/** Load the provider's form into the element of `place`. */
function useProviderForm({ clientSecret, publishableKey, takesFocus = false }: ProviderCardFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [isReady, setReady] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isShown = true;
    let unmount = () => {};
    const fail = (error: unknown) => {
      logFailure('Failed to load the payment form', error);
      if (isShown) setFailed(true);
    };
    cardProvider(publishableKey).then((provider) => {
      if (!isShown || !place.current) return;
      const elements = provider.elements({ clientSecret, appearance: providerAppearance() });
      const element = elements.create('payment');
      element.on('ready', () => {
        if (!isShown) return;
        setReady(true);
        if (takesFocus) element.focus?.();
      });
      element.on('loaderror', () => fail('the provider could not load it'));
      element.mount(place.current);
      unmount = () => element.destroy();
      setForm({ provider, elements });
    }, fail);
    return () => {
      isShown = false;
      unmount();
    };
  }, [clientSecret, publishableKey, takesFocus]);
  return { place, form, isReady, hasFailed };
}
