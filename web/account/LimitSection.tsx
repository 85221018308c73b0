import { useQuery } from '@tanstack/react-query';
import { isNearLimit } from '#shared/spending.ts';
import { accountToasts } from '#web/account/accountToasts.ts';
import { LimitField } from '#web/credits/LimitField.tsx';
import { LimitMeter } from '#web/credits/LimitMeter.tsx';
import { monthlyNote } from '#web/credits/monthlyNote.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ownSpendingQuery, useSetOwnLimit } from './account.data.ts';
import styles from './LimitSection.module.css';

/** Set a user's own monthly limit for AI (docs/decisions/0034). */
export function LimitSection() {
  const { data, isError, isFetching, refetch } = useQuery(ownSpendingQuery);
  const { mutate, isPending, error } = useSetOwnLimit();
  return (
    <PageSection
      id="spending"
      title="Monthly limit"
      text="AI calls beyond this limit are rejected in all projects until next month. You get an email at 80%."
    >
      {data && (
        <div className={styles.limit}>
          <LimitMeter
            label="Spent of your monthly limit"
            used={data.spent}
            limit={data.limit}
            unit="credits"
            isNear={isNearLimit(data)}
            note={monthlyNote(data)}
          />
          <LimitField
            label="Credits a month"
            limit={data.limit}
            isSaving={isPending}
            problem={error && messageOf(error, toastTexts.limitFailed.description)}
            onSave={(limit) => mutate({ limit }, { onSuccess: () => void toast(accountToasts.limitSaved) })}
          />
        </div>
      )}
      {!data && !isError && (
        <div role="status" aria-label="Loading your limit">
          <Skeleton width={260} height={54} />
        </div>
      )}
      {!data && isError && (
        <LoadFailure
          text="Your limit could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </PageSection>
  );
}
