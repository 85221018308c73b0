import { useQuery } from '@tanstack/react-query';
import { isNearLimit } from '#shared/spending.ts';
import { LimitField } from '#web/credits/LimitField.tsx';
import { LimitMeter } from '#web/credits/LimitMeter.tsx';
import { monthlyNote } from '#web/credits/monthlyNote.ts';
import { messageOf } from '#web/lib/api.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Section } from './Section.tsx';
import { SettingsLoadFailure } from './SettingsLoadFailure.tsx';
import { SettingsSaveState } from './SettingsSaveState.tsx';
import styles from './SpendingSection.module.css';
import { projectSpendingQuery, useSetProjectLimit } from './settings.data.ts';

interface SpendingSectionProps {
  projectId: number;
  /** Whether the user owns the project; only owners set the limit. */
  isOwner: boolean;
}

/** Limit the monthly cost of AI for all users of this project (docs/decisions/0034). */
export function SpendingSection({ projectId, isOwner }: SpendingSectionProps) {
  const query = useQuery(projectSpendingQuery(projectId));
  const { mutate, isPending, isSuccess, error } = useSetProjectLimit(projectId);
  const { data } = query;
  return (
    <Section
      id="spending"
      text="Everyone uses their own credits. This limit covers the whole project: AI calls beyond it are rejected until next month. The owner is emailed at 80%."
    >
      {data && (
        <div className={styles.spending}>
          <LimitMeter
            label="Spent of this project's monthly limit"
            used={data.spent}
            limit={data.limit}
            unit="credits"
            isNear={isNearLimit(data)}
            note={monthlyNote(data)}
          />
          {isOwner ? (
            <>
              <LimitField
                label="Credits a month"
                limit={data.limit}
                isSaving={isPending}
                problem={null}
                onSave={(limit) => mutate({ limit })}
              />
              <SettingsSaveState
                isSaving={isPending}
                isSaved={isSuccess}
                problem={error && messageOf(error, toastTexts.limitFailed.description)}
              />
            </>
          ) : (
            <p className={styles.note}>Only the owner of the project can change this.</p>
          )}
        </div>
      )}
      {!data && !query.isError && (
        <div role="status" aria-label="Loading the limit">
          <Skeleton width={260} height={54} />
        </div>
      )}
      {!data && query.isError && (
        <SettingsLoadFailure what="The limit" isRetrying={query.isFetching} onRetry={() => query.refetch()} />
      )}
    </Section>
  );
}
