import { useEffect, useRef, useState } from 'react';
import { billingToasts } from '#web/billing/billingToasts.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { usePayInTestMode } from './billing.data.ts';
import styles from './PaymentForm.module.css';
import type { PaymentFormProps } from './paymentProps.ts';
import { returnAddress } from './returnAddress.ts';
import { cardProblems, grouped, type TestCard } from './testCard.ts';

const empty: TestCard = { number: '', expires: '', code: '' };

/** Show a card form for made-up cards; it has the fields of a real one, and charges nothing. */
export function TestCardForm({ clientSecret, returnPath, label, takesFocus = false }: PaymentFormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  const { send, isBusy, needsStep, cancelStep } = usePayment(clientSecret, returnPath);

  const form = useForm({
    opened: empty,
    rules: (card) => cardProblems(card, new Date()),
    warns: false,
    save() {
      if (!isBusy) send(form.draft.number, false);
      return null;
    },
  });
  const field = (name: keyof TestCard) => ({
    ...form.field(name),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  });

  return (
    <form {...form.form} className={styles.form}>
      <TextField
        ref={first}
        label="Card number"
        placeholder="4242 4242 4242 4242"
        hint="4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for one more step."
        {...field('number')}
        onChange={({ target }) => form.write({ number: grouped(target.value) })}
      />
      <div className={styles.two}>
        <TextField label="Expires" placeholder="04 / 29" {...field('expires')} />
        <TextField label="Security code" placeholder="318" {...field('code')} />
      </div>
      <Button type="submit" kind="primary" size="large" isBusy={isBusy}>
        {isBusy ? 'Processing...' : label}
      </Button>
      <StepDialog
        isOpen={needsStep}
        isBusy={isBusy}
        onCancel={cancelStep}
        onConfirm={() => send(form.draft.number, true)}
      />
    </form>
  );
}

/**
 * Return a function that pays with a test card, then leaves the page. `needsStep`: the card
 * requires a confirmation.
 */
function usePayment(clientSecret: string, returnPath: string) {
  const [needsStep, setNeedsStep] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const paying = usePayInTestMode();
  const send = (cardNumber: string, authenticated: boolean) =>
    paying.mutate(
      { clientSecret, card: cardNumber.replaceAll(' ', ''), authenticated },
      {
        onSuccess: ({ paymentIntentId, requiresAction = false }) => {
          setNeedsStep(requiresAction);
          if (requiresAction) return;
          setLeaving(true);
          pageNavigation.leaveTo(returnAddress(`${returnPath}&payment_intent=${paymentIntentId}`));
        },
        onError: (error) => {
          setNeedsStep(false);
          showFailure(error);
        },
      },
    );
  return { send, isBusy: paying.isPending || isLeaving, needsStep, cancelStep: () => setNeedsStep(false) };
}

interface StepDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Dialog for the confirmation that some cards require. */
function StepDialog({ isOpen, isBusy, onCancel, onConfirm }: StepDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && !isBusy && onCancel()}
      title="Is it you?"
      description="With a real card, your bank would ask you to confirm here. This test card asks too."
      footer={
        <>
          <Button disabled={isBusy} onClick={onCancel}>
            No, stop
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={onConfirm}>
            Yes, pay
          </Button>
        </>
      }
    />
  );
}

function showFailure(error: unknown): void {
  const { paymentDeclined } = billingToasts;
  const { paymentUnexpected } = billingToasts;
  const isRejected = error instanceof ApiError && error.status < 500;
  if (!isRejected) logFailure('Failed to confirm the payment', error);
  const description = messageOf(error, paymentDeclined.description);
  toast(isRejected ? { ...paymentDeclined, description } : paymentUnexpected);
}
