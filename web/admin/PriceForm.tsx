import { useEffect, useRef, useState } from 'react';
import {
  type AiPricing,
  type PricingType,
  priceDecimals,
  updateAiPricing,
} from '#shared/contract/dashboard.ts';
import { messageOf } from '#web/lib/api.ts';
import { shownDraft } from '#web/lib/formBody.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useChangePrice } from './dashboard.data.ts';
import styles from './PriceForm.module.css';

export type PriceTask = 'edit' | 'deactivate' | 'reactivate';

const costs = ['inputCostPer1k', 'outputCostPer1k', 'fixedCostPerRequest'] as const;
type CostField = (typeof costs)[number];

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
  const { mutateAsync } = useChangePrice();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const form = useForm({
    schema: updateAiPricing.body,
    opened: () => ({ ...shownDraft(price, costs), reason: '' }),
    // Blank is 0.
    meant: (draft) => ({
      ...draft,
      ...Object.fromEntries(costs.map((cost) => [cost, draft[cost].trim() || '0'])),
    }),
    rules: (draft) => ({
      ...Object.fromEntries(costs.map((cost) => [cost, null])),
      ...Object.fromEntries(fields.map(({ name }) => [name, problemOf(draft[name])])),
      reason: null,
    }),
    warns: false,
    save({ body }) {
      if (body.reason === '') {
        toast(toastTexts.pricingReasonMissing);
        element.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus();
        return null;
      }
      const changed = Object.fromEntries(fields.map(({ name }) => [name, body[name]]));
      const activity = task === 'edit' ? {} : { isActive: task === 'reactivate' };
      return mutateAsync({ price, ...changed, ...activity, reason: body.reason });
    },
    onSaved() {
      toast(task === 'deactivate' ? toastTexts.pricingDeactivated : toastTexts.pricingUpdated);
      onClose();
    },
    onRefused(error) {
      const { pricingFailed } = toastTexts;
      toast({ ...pricingFailed, description: messageOf(error, pricingFailed.description) });
    },
    refusedFields: () => ({}),
  });

  return (
    <form
      {...form.form}
      ref={element}
      className={styles.form}
      aria-label={`${titles[task]} ${price.model}`}
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
            {...form.field(name)}
          />
        </div>
      ))}
      <div className={styles.reason}>
        <TextField
          label="Reason"
          autoComplete="off"
          maxLength={500}
          placeholder={reasons[task]}
          {...form.field('reason')}
        />
      </div>
      <div className={styles.buttons}>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button kind={task === 'deactivate' ? 'danger' : 'primary'} type="submit" isBusy={form.isSaving}>
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

/** Null: nothing is wrong. */
function problemOf(text: string): string | null {
  const plain = text.trim();
  if (plain === '') return null;
  if (/^-/.test(plain)) return 'Prices cannot be negative.';
  if (!/^\d*\.?\d+$|^\d+\.$/.test(plain)) return 'Enter a number, such as 0.02.';
  const decimals = plain.split('.')[1] ?? '';
  return decimals.length > priceDecimals ? 'Prices have at most four decimals.' : null;
}
