import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { configQuery } from './billing.data.ts';
import { ProviderCardForm } from './ProviderCardForm.tsx';
import type { PaymentFormProps } from './paymentProps.ts';
import { TestCardForm } from './TestCardForm.tsx';

/** Show the card form: the provider's, or in test mode our own. */
export function PaymentForm(props: PaymentFormProps) {
  const { data: config, isError, isFetching, refetch } = useQuery(configQuery);
  if (config?.paymentsMode === 'test') return <TestCardForm {...props} />;
  if (config?.stripePublishableKey)
    return <ProviderCardForm {...props} publishableKey={config.stripePublishableKey} />;
  if (isError)
    return (
      <LoadFailure
        text="The payment form could not be loaded."
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" aria-label="Loading the payment form">
      <Skeleton height={120} />
    </div>
  );
}
