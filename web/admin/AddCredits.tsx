import { type RefObject, useRef } from 'react';
import { addCredits } from '#shared/contract/dashboard.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './AddCredits.module.css';
import { useAddCredits } from './dashboard.data.ts';
import { countText } from './figures.ts';
import tabStyles from './UsageTabs.module.css';

interface AddCreditsProps {
  /** Id typed here, or chosen in the list below. */
  userId: string;
  onUserId: (userId: string) => void;
  /** Receives the focus when a user is chosen in the list. */
  amountField: RefObject<HTMLInputElement | null>;
}

/** Show the form that gives a user credits, with a reason. */
export function AddCredits({ userId, onUserId, amountField }: AddCreditsProps) {
  const { mutateAsync } = useAddCredits();
  const { withKey, forget } = useGrantKey();
  const empty = { amount: '', reason: '' };
  const { form, field, isSaving, reopen } = useForm({
    schema: addCredits.body,
    opened: empty,
    // Errors are shown in a toast, because the missing field may be the user.
    rules: () => ({ amount: null, reason: null }),
    rejectedFields: () => ({}),
    warns: false,
    save({ draft: { amount, reason } }) {
      const toastMessage = problemOf([userId, amount, reason], Number(amount));
      if (toastMessage) {
        toast(toastMessage);
        return null;
      }
      return mutateAsync(withKey({ userId, amount: Number(amount), reason }));
    },
    onSaved({ creditBalance }) {
      toast({
        ...adminToasts.creditsAdded,
        description: `The balance is ${countText(creditBalance)} now.`,
      });
      forget();
      onUserId('');
      reopen(empty);
    },
    onRejected: showFailure,
  });
  return (
    <section className={tabStyles.section} aria-label="Add credits">
      <Head />
      <form {...form} className={styles.form}>
        <div className={styles.user}>
          <UserIdField userId={userId} onUserId={onUserId} />
        </div>
        <div className={styles.amount}>
          <TextField
            ref={amountField}
            label="Credits"
            type="number"
            min={0.01}
            step={0.01}
            autoComplete="off"
            {...field('amount')}
          />
        </div>
        <div className={styles.reason}>
          <TextField label="Reason" autoComplete="off" maxLength={500} {...field('reason')} />
        </div>
        <Button kind="primary" type="submit" isBusy={isSaving}>
          Add credits
        </Button>
      </form>
    </section>
  );
}

function showFailure(error: unknown): void {
  const { creditsFailed } = adminToasts;
  toast({ ...creditsFailed, description: messageOf(error, creditsFailed.description) });
}

interface Grant {
  userId: string;
  amount: number;
  reason: string;
}

/** Hold the idempotency key of a grant. A grant repeated after a lost answer uses the same key. */
function useGrantKey() {
  const unanswered = useRef<{ what: string; key: string } | null>(null);
  return {
    withKey(grant: Grant) {
      const what = JSON.stringify(grant);
      if (unanswered.current?.what !== what) unanswered.current = { what, key: crypto.randomUUID() };
      return { ...grant, key: unanswered.current.key };
    },
    forget: () => {
      unanswered.current = null;
    },
  };
}

function Head() {
  return (
    <header className={tabStyles.head}>
      <h2>Add credits</h2>
      <p className={tabStyles.note}>
        One credit is $0.02. The recipient sees neither your name nor the reason.
      </p>
    </header>
  );
}

function UserIdField({ userId, onUserId }: Pick<AddCreditsProps, 'userId' | 'onUserId'>) {
  return (
    <TextField
      label="User ID"
      autoComplete="off"
      spellCheck={false}
      placeholder="Choose a user from the list below"
      maxLength={100}
      value={userId}
      onChange={({ target }) => onUserId(target.value)}
    />
  );
}

function problemOf(needed: readonly string[], credits: number) {
  if (needed.some((text) => text.trim() === '')) return adminToasts.creditsIncomplete;
  return credits >= 0.01 ? null : adminToasts.creditsInvalid;
}
