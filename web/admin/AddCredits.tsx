import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './AddCredits.module.css';
import { useAddCredits } from './dashboard.data.ts';
import { countText } from './figures.ts';
import tabStyles from './UsageTabs.module.css';

interface AddCreditsProps {
  /** Typed here, or chosen in the list below. */
  userId: string;
  onUserId: (userId: string) => void;
  /** Where the keyboard goes on when somebody was chosen. */
  amountField: RefObject<HTMLInputElement | null>;
}

/** Gives a person credits, with a reason. */
export function AddCredits({ userId, onUserId, amountField }: AddCreditsProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useAddCredits();
  const isUnderWay = useRef(false);
  // The name of this grant: an answer that was lost may have been one all the same.
  const unanswered = useRef<{ what: string; key: string } | null>(null);

  const give = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    if ([userId, amount, reason].some((text) => text.trim() === ''))
      return void toast(toastTexts.creditsIncomplete);
    const credits = Number(amount);
    if (!(credits >= 0.01)) return void toast(toastTexts.creditsInvalid);
    isUnderWay.current = true;
    const what = JSON.stringify([userId, credits, reason]);
    if (unanswered.current?.what !== what) unanswered.current = { what, key: crypto.randomUUID() };
    mutate(
      { userId, amount: credits, reason, key: unanswered.current.key },
      {
        onSuccess: ({ creditBalance }) => {
          toast({
            ...toastTexts.creditsAdded,
            description: `The balance is ${countText(creditBalance)} now.`,
          });
          unanswered.current = null;
          onUserId('');
          setAmount('');
          setReason('');
        },
        onError: (error) =>
          void toast({
            ...toastTexts.creditsFailed,
            description: messageOf(error, toastTexts.creditsFailed.description),
          }),
        onSettled: () => {
          isUnderWay.current = false;
        },
      },
    );
  };
  return (
    <section className={tabStyles.section} aria-label="Add credits">
      <header className={tabStyles.head}>
        <h2>Add credits</h2>
        <p className={tabStyles.note}>One credit is $0.02. The person reads neither who gave them nor why.</p>
      </header>
      <form className={styles.form} noValidate onSubmit={give}>
        <div className={styles.user}>
          <TextField
            label="User ID"
            autoComplete="off"
            spellCheck={false}
            placeholder="Choose somebody in the list below"
            maxLength={100}
            value={userId}
            onChange={({ target }) => onUserId(target.value)}
          />
        </div>
        <div className={styles.amount}>
          <TextField
            ref={amountField}
            label="Credits"
            type="number"
            min={0.01}
            step={0.01}
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </div>
        <div className={styles.reason}>
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        <Button kind="primary" type="submit" isBusy={isPending}>
          Add credits
        </Button>
      </form>
    </section>
  );
}
