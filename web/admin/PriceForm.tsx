import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AiPricing, type PricingType, priceDecimals } from '#shared/contract/dashboard.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useChangePrice } from './dashboard.data.ts';
import styles from './PriceForm.module.css';

export type PriceTask = 'edit' | 'deactivate' | 'reactivate';

type CostField = 'inputCostPer1k' | 'outputCostPer1k' | 'fixedCostPerRequest';

/** What each kind of price is made of. */
const fieldsOf: Record<PricingType, readonly { name: CostField; label: string }[]> = {
  per_token: [
    { name: 'inputCostPer1k', label: 'Input, $ per 1k' },
    { name: 'outputCostPer1k', label: 'Output, $ per 1k' },
  ],
  per_character: [{ name: 'inputCostPer1k', label: 'Input, $ per 1k' }],
  per_request: [{ name: 'fixedCostPerRequest', label: 'Fixed, $ per request' }],
};

interface PriceFormProps {
  /** As it is now: it may change while the form is open. */
  price: AiPricing;
  task: PriceTask;
  onClose: () => void;
}

/** Changes one price, or whether it holds; always with a reason. */
export function PriceForm({ price: current, task, onClose }: PriceFormProps) {
  // What is sent names the price that the administrator saw, so that a change of somebody else's is not undone.
  const [price] = useState(current);
  const fields = task === 'edit' ? fieldsOf[price.pricingType] : [];
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(fields.map(({ name }) => [name, String(price[name])])),
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useChangePrice();
  const isUnderWay = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    const found: Record<string, string> = {};
    for (const { name } of fields) {
      const problem = problemOf(typed[name] ?? '');
      if (problem) found[name] = problem;
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (reason.trim() === '') {
      toast(toastTexts.pricingReasonMissing);
      form.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus();
      return;
    }
    isUnderWay.current = true;
    const costs = Object.fromEntries(fields.map(({ name }) => [name, Number(typed[name])]));
    mutate(
      { price, ...costs, ...(task !== 'edit' && { isActive: task === 'reactivate' }), reason },
      {
        onSuccess: () => {
          toast(task === 'deactivate' ? toastTexts.pricingDeactivated : toastTexts.pricingUpdated);
          onClose();
        },
        onError: (error) =>
          void toast({
            ...toastTexts.pricingFailed,
            description: messageOf(error, toastTexts.pricingFailed.description),
          }),
        onSettled: () => {
          isUnderWay.current = false;
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={`${titles[task]} ${price.model}`}
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <p className={styles.title}>
        {titles[task]} <b>{price.model}</b>
      </p>
      {current.lastChangeId !== price.lastChangeId && (
        <p className={styles.stale} role="alert">
          Somebody else has changed this price meanwhile. Close this, look at it as it is now, and change it
          then.
        </p>
      )}
      {fields.map(({ name, label }) => (
        <div key={name} className={styles.cost}>
          <TextField
            label={label}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            maxLength={12}
            value={typed[name] ?? ''}
            error={problems[name]}
            onChange={({ target }) => {
              setTyped({ ...typed, [name]: target.value });
              setProblems({ ...problems, [name]: '' });
            }}
          />
        </div>
      ))}
      <div className={styles.reason}>
        <TextField
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={500}
          placeholder={reasons[task]}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind={task === 'deactivate' ? 'danger' : 'primary'} type="submit" isBusy={isPending}>
          {buttons[task]}
        </Button>
      </div>
    </form>
  );
}

const titles: Record<PriceTask, string> = {
  edit: 'Change the price of',
  deactivate: 'Deactivate the price of',
  reactivate: 'Activate the price of',
};
const buttons: Record<PriceTask, string> = { edit: 'Save', deactivate: 'Deactivate', reactivate: 'Activate' };
const reasons: Record<PriceTask, string> = {
  edit: 'Why it changes',
  deactivate: 'Why it ends; what needs it is unavailable then',
  reactivate: 'Why it holds again',
};

/** Blank is 0. */
function problemOf(text: string): string | undefined {
  const plain = text.trim();
  if (plain === '') return undefined;
  if (/^-/.test(plain)) return 'Prices cannot be negative.';
  if (!/^\d*\.?\d+$|^\d+\.$/.test(plain)) return 'Enter a number, such as 0.02.';
  const decimals = plain.split('.')[1] ?? '';
  return decimals.length > priceDecimals ? 'Prices have at most four decimals.' : undefined;
}
