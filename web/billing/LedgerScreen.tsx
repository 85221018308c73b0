import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ledgerTypes, type ProjectUse } from '#shared/contract/billing.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { creditUseQuery, type LedgerQuery, ledgerFileHref, ledgerQuery } from './billing.data.ts';
import styles from './LedgerScreen.module.css';
import { LedgerTable } from './LedgerTable.tsx';
import { MoneyPage } from './MoneyPage.tsx';
import { spaced } from './subscriptionBadge.ts';
import { UseTable } from './UseTable.tsx';

/** Show all credits added and used, and the use by project. */
export function LedgerScreen() {
  const [filter, setFilter] = useState<LedgerQuery>({});
  const use = useQuery(creditUseQuery());
  return (
    <MoneyPage title="Credits" back={{ href: '/billing', label: 'Billing' }}>
      <PageSection title="Transactions" text="All credits added and used, newest first. Dates are in UTC.">
        <Filter filter={filter} projects={use.data ?? []} onChange={setFilter} />
        <Lines filter={filter} />
      </PageSection>
      <PageSection title="By project" text="AI costs by project.">
        {use.data && <UseTable use={use.data} />}
        {!use.data && use.isError && (
          <LoadFailure
            text="What projects used could not be loaded."
            isRetrying={use.isFetching}
            onRetry={() => void use.refetch()}
          />
        )}
        {!use.data && !use.isError && (
          <div role="status" aria-label="Loading what projects used">
            <Skeleton height={60} />
          </div>
        )}
      </PageSection>
    </MoneyPage>
  );
}

interface FilterProps {
  filter: LedgerQuery;
  projects: readonly ProjectUse[];
  onChange: (filter: LedgerQuery) => void;
}

function Filter({ filter, projects, onChange }: FilterProps) {
  const set = (name: keyof LedgerQuery) => (value: string) => {
    const { [name]: _before, ...others } = filter;
    onChange(value === '' ? others : { ...others, [name]: name === 'project' ? Number(value) : value });
  };
  return (
    <div className={styles.filter}>
      <SelectField
        label="Kind"
        value={filter.type ?? ''}
        onChange={({ currentTarget }) => set('type')(currentTarget.value)}
      >
        <option value="">All</option>
        {ledgerTypes.map((type) => (
          <option key={type} value={type}>
            {spaced(type)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Project"
        value={filter.project ?? ''}
        onChange={({ currentTarget }) => set('project')(currentTarget.value)}
      >
        <option value="">All</option>
        {projects.map(({ projectId, name }) =>
          projectId === null ? null : (
            <option key={projectId} value={projectId}>
              {name}
            </option>
          ),
        )}
      </SelectField>
      <TextField
        label="From"
        type="date"
        max={filter.to}
        value={filter.from ?? ''}
        onChange={({ currentTarget }) => set('from')(currentTarget.value)}
      />
      <TextField
        label="To"
        type="date"
        min={filter.from}
        value={filter.to ?? ''}
        onChange={({ currentTarget }) => set('to')(currentTarget.value)}
      />
      <a className={buttonClass({ className: styles.file })} href={ledgerFileHref(filter)} download>
        <Download size={15} strokeWidth={1.6} aria-hidden="true" />
        Export CSV
      </a>
    </div>
  );
}

function Lines({ filter }: { filter: LedgerQuery }) {
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ledgerQuery(filter));
  const lines = data?.pages.flatMap((page) => page.lines);
  if (!lines && isError)
    return (
      <LoadFailure
        text="Your transactions could not be loaded."
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!lines)
    return (
      <div role="status" aria-label="Loading transactions" className={styles.loading}>
        <Skeleton height={18} />
        <Skeleton height={18} />
        <Skeleton height={18} />
      </div>
    );
  const isFiltered = Object.keys(filter).length > 0;
  if (lines.length === 0)
    return <p className={styles.none}>{isFiltered ? 'Nothing matches.' : 'No transactions yet.'}</p>;
  return (
    <>
      <LedgerTable lines={lines} />
      {hasNextPage && (
        <Button className={styles.more} isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
