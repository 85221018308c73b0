import { useEffect, useRef, useState } from 'react';
import {
  type AiPricing,
  type PricingType,
  priceDecimals,
  updateAiPricing,
} from '#shared/contract/dashboard.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { formValuesOf } from '#web/lib/formBody.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
import { useChangePrice } from './dashboard.data.ts';

export type PriceTask = 'edit' | 'deactivate' | 'reactivate';

const costs = ['inputCostPer1k', 'outputCostPer1k', 'fixedCostPerRequest'] as const;
type CostField = (typeof costs)[number];

/** Fields of each type of price. */
const fieldsOf: Record<PricingType, readonly { name: CostField; label: string }[]> = {
  per_token: [
    { name: 'inputCostPer1k', label: 'Input, $ per 1k' },
    { name: 'outputCostPer1k', label: 'Output, $ per 1k' },
  ],
  per_character: [{ name: 'inputCostPer1k', label: 'Input, $ per 1k' }],
  per_request: [{ name: 'fixedCostPerRequest', label: 'Fixed, $ per request' }],
};

interface PriceToChange {
  /** The price when the form opens. */
  price: AiPricing;
  task: PriceTask;
  onDone: () => void;
}

/** Hold the form of a price; errors are shown before it is sent. */
export function usePriceForm({ price: current, task, onDone }: PriceToChange) {
  // The request names the price that the administrator saw, so that another change is not
  // overwritten.
  const [price] = useState(current);
  const fields = task === 'edit' ? fieldsOf[price.pricingType] : [];
  const { mutateAsync } = useChangePrice();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const form = useForm({
    schema: updateAiPricing.body,
    opened: () => ({ ...formValuesOf(price, costs), reason: '' }),
    // A blank cost is 0.
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
        toast(adminToasts.pricingReasonMissing);
        element.current?.querySelector<HTMLInputElement>('[name=reason]')?.focus();
        return null;
      }
      const changed = Object.fromEntries(fields.map(({ name }) => [name, body[name]]));
      const activity = task === 'edit' ? {} : { isActive: task === 'reactivate' };
      return mutateAsync({ price, ...changed, ...activity, reason: body.reason });
    },
    onSaved() {
      toast(task === 'deactivate' ? adminToasts.pricingDeactivated : adminToasts.pricingUpdated);
      onDone();
    },
    onRejected(error) {
      const { pricingFailed } = adminToasts;
      toast({ ...pricingFailed, description: messageOf(error, pricingFailed.description) });
    },
    rejectedFields: () => ({}),
  });
  return { price, fields, element, form };
}

/** Return why a cost is invalid; null if it is valid. */
function problemOf(text: string): string | null {
  const plain = text.trim();
  if (plain === '') return null;
  if (/^-/.test(plain)) return 'Prices cannot be negative.';
  if (!/^\d*\.?\d+$|^\d+\.$/.test(plain)) return 'Enter a number, such as 0.02.';
  const decimals = plain.split('.')[1] ?? '';
  return decimals.length > priceDecimals ? 'Prices have at most four decimals.' : null;
}
