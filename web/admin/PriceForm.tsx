import type { AiPricing } from '#shared/contract/dashboard.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './PriceForm.module.css';
import { type PriceTask, usePriceForm } from './usePriceForm.ts';

interface PriceFormProps {
  /** The current price; it may change while the form is open. */
  price: AiPricing;
  task: PriceTask;
  onClose: () => void;
}

/** Show the form that changes, deactivates or activates a price. A reason is required. */
export function PriceForm({ price: current, task, onClose }: PriceFormProps) {
  const { price, fields, element, form } = usePriceForm({ price: current, task, onDone: onClose });

  return (
    <form
      {...form.form}
      ref={element}
      className={styles.form}
      aria-label={`${titles[task]} ${price.model}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposingKey(event) || form.isSaving) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <p className={styles.title}>
        {titles[task]} <b>{price.model}</b>
      </p>
      {current.lastChangeId !== price.lastChangeId && (
        <p className={styles.stale} role="alert">
          Someone else has changed this price. Close this form, check the current price, then change it.
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
        <Button kind="ghost" disabled={form.isSaving} onClick={onClose}>
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
  deactivate: 'Why it is being deactivated (features that use it become unavailable)',
  reactivate: 'Why it is being reactivated',
};
