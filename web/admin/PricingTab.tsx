import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AiPricing, AiPricingChange } from '#shared/contract/dashboard.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CsvButton } from './CsvButton.tsx';
import { allPricingChanges, pricingChangesQuery, pricingQuery } from './dashboard.data.ts';
import { shortDate, shortMoment } from './dates.ts';
import { priceText4 } from './figures.ts';
import listStyles from './List.module.css';
import { Status } from './List.tsx';
import { PriceForm } from './PriceForm.tsx';
import { type Column, Table } from './Table.tsx';
import styles from './UsageTabs.module.css';
import type { PriceTask } from './usePriceForm.ts';

/** Show the prices of AI, the form of the price that is being edited, and all changes. */
export function PricingTab() {
  const { data: prices, error, isFetching, refetch } = useQuery(pricingQuery);
  const [open, setOpen] = useState<{ id: number; task: PriceTask } | null>(null);
  const close = () => {
    const { id } = open ?? {};
    setOpen(null);
    // Restore the focus to the price's button.
    if (id !== undefined) requestAnimationFrame(() => document.getElementById(editId(id))?.focus());
  };
  if (!prices && error) {
    return (
      <LoadFailure
        text="The prices could not be loaded."
        why={messageOf(error, '') || undefined}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!prices) {
    return (
      <div role="status" aria-label="The prices are loading">
        <Skeleton height={240} />
      </div>
    );
  }
  const actions: Column<AiPricing> = {
    title: 'Change',
    cell: (price) => <Actions price={price} onOpen={(task) => setOpen({ id: price.id, task })} />,
    value: null,
  };
  const columns = [...priceColumns, actions];
  return (
    <div className={styles.tab}>
      <section className={styles.section}>
        <header className={styles.head}>
          <h2>AI service pricing</h2>
          <p className={styles.note}>
            US dollars, retail. One credit is $0.02. A change applies to requests that start after it.
          </p>
          <CsvButton label="AI service pricing" columns={columns} pages={() => [prices]} />
        </header>
        <Table
          label="AI service pricing"
          columns={columns}
          rows={prices}
          keyOf={({ id }) => id}
          below={(price) =>
            open?.id === price.id && (
              <PriceForm key={`${open.id} ${open.task}`} price={price} task={open.task} onClose={close} />
            )
          }
        />
      </section>
      <Changes />
    </div>
  );
}

const editId = (id: number) => `change-price-${id}`;

function Actions({ price, onOpen }: { price: AiPricing; onOpen: (task: PriceTask) => void }) {
  const { id, model } = price;
  return (
    <div className={listStyles.actions}>
      <Button
        kind="ghost"
        size="small"
        id={editId(id)}
        aria-label={`Edit ${model}`}
        onClick={() => onOpen('edit')}
      >
        Edit
      </Button>
      {isHolding(price) ? (
        <Button
          kind="ghost"
          size="small"
          className={listStyles.danger}
          aria-label={`Deactivate ${model}`}
          onClick={() => onOpen('deactivate')}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          kind="ghost"
          size="small"
          aria-label={`Activate ${model}`}
          onClick={() => onOpen('reactivate')}
        >
          Activate
        </Button>
      )}
    </div>
  );
}

/** Return whether calls that start now are charged by this price. */
function isHolding({ isActive, effectiveUntil }: AiPricing): boolean {
  return isActive && (effectiveUntil === null || new Date(effectiveUntil).getTime() > Date.now());
}

const costColumn = (
  title: string,
  cost: 'inputCostPer1k' | 'outputCostPer1k' | 'fixedCostPerRequest',
  types: readonly AiPricing['pricingType'][],
): Column<AiPricing> => ({
  title,
  isNumber: true,
  cell: (price) => (types.includes(price.pricingType) ? priceText4(price[cost]) : '–'),
  value: (price) => (types.includes(price.pricingType) ? price[cost] : ''),
});

const statusOf = (price: AiPricing) => (isHolding(price) ? 'active' : 'inactive');

const priceColumns: readonly Column<AiPricing>[] = [
  {
    title: 'Service',
    cell: ({ service }) => <span className={listStyles.oneLine}>{service}</span>,
    value: ({ service }) => service,
  },
  {
    title: 'Model',
    cell: ({ model }) => <span className={listStyles.code}>{model}</span>,
    value: ({ model }) => model,
  },
  {
    title: 'Priced',
    cell: ({ pricingType }) => (
      <span className={`${listStyles.quiet} ${listStyles.oneLine}`}>{pricingType.replace('_', ' ')}</span>
    ),
    value: ({ pricingType }) => pricingType,
  },
  costColumn('Input, $ per 1k', 'inputCostPer1k', ['per_token', 'per_character']),
  costColumn('Output, $ per 1k', 'outputCostPer1k', ['per_token']),
  costColumn('Fixed, $ per request', 'fixedCostPerRequest', ['per_request']),
  {
    title: 'From',
    cell: ({ effectiveFrom }) => <span className={listStyles.date}>{shortDate(effectiveFrom)}</span>,
    value: ({ effectiveFrom }) => effectiveFrom,
  },
  {
    title: 'Status',
    cell: (price) => (
      <>
        <Status status={statusOf(price)} />
        {price.effectiveUntil && (
          <div className={listStyles.date}>
            {isHolding(price) ? 'until' : 'since'} {shortDate(price.effectiveUntil)}
          </div>
        )}
      </>
    ),
    value: statusOf,
  },
];

function Changes() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError, isFetching, refetch } =
    useInfiniteQuery(pricingChangesQuery);
  const rows = data?.pages.flat();
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2>Changes</h2>
        {rows && rows.length > 0 && (
          <CsvButton label="Price changes" columns={changeColumns} pages={allPricingChanges} />
        )}
      </header>
      {!rows && isError && (
        <LoadFailure
          text="The changes could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {rows?.length === 0 && <p className={listStyles.empty}>No price has been changed yet.</p>}
      {rows && rows.length > 0 && (
        <Table label="Price changes" columns={changeColumns} rows={rows} keyOf={({ id }) => id} />
      )}
      {hasNextPage && (
        <p className={listStyles.pages}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier changes
          </Button>
        </p>
      )}
    </section>
  );
}

const changeColumns: readonly Column<AiPricingChange>[] = [
  {
    title: 'When',
    cell: ({ createdAt }) => <span className={listStyles.date}>{shortMoment(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Price',
    cell: ({ service, model }) => (
      <>
        {service} <span className={listStyles.code}>{model}</span>
      </>
    ),
    value: ({ service, model }) => `${service} ${model}`,
  },
  {
    title: 'Change',
    cell: (change) => <div className={listStyles.prose}>{changeText(change)}</div>,
    value: changeText,
  },
  {
    title: 'Reason',
    cell: ({ reason }) => (
      <div className={listStyles.prose} dir="auto">
        {reason}
      </div>
    ),
    value: ({ reason }) => reason,
  },
  {
    title: 'By',
    cell: ({ changedByEmail }) => <div className={listStyles.email}>{changedByEmail ?? '–'}</div>,
    value: ({ changedByEmail }) => changedByEmail ?? '',
  },
];

const fieldNames = {
  inputCostPer1k: 'input',
  outputCostPer1k: 'output',
  fixedCostPerRequest: 'fixed',
} as const;

/** Describe a change: "deactivated", "input 0.0200 to 0.0300". */
function changeText({ action, previousValues, newValues }: AiPricingChange): string {
  const prices = Object.entries(fieldNames).flatMap(([field, name]) => {
    const [before, after] = [previousValues, newValues].map(
      (values) => values[field as keyof typeof fieldNames],
    );
    return before === after || before === undefined || after === undefined
      ? []
      : [`${name} ${priceText4(before)} to ${priceText4(after)}`];
  });
  const words = { deactivate: 'deactivated', reactivate: 'activated' }[action];
  return [...(words ? [words] : []), ...prices].join(', ') || 'confirmed as it was';
}
