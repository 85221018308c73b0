import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import type { SignedInBrowser } from '#shared/contract/account.ts';
import { accountToasts } from '#web/account/accountToasts.ts';
import { toast } from '#web/lib/toast.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { sessionsQuery, useEndOtherSessions } from './account.data.ts';
import styles from './BrowsersSection.module.css';
import { deviceName } from './deviceName.ts';
import { showAccountCallError } from './rejectedCall.ts';

export function BrowsersSection() {
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery);
  const ending = useEndOtherSessions();
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: ({ ended }) =>
        void toast({
          ...accountToasts.signedOutElsewhere,
          description: `${ended} other ${ended === 1 ? 'browser was' : 'browsers were'} signed out.`,
        }),
      onError: (error) => showAccountCallError(error, accountToasts.signOutFailed),
    });
  return (
    <PageSection
      title="Where you are signed in"
      text="Don't recognise one? Sign out everywhere else and check that your email account is secure."
    >
      {data && (
        <ul className={styles.list}>
          {data.map((browser) => (
            <Browser key={`${browser.startedAt} ${browser.userAgent}`} browser={browser} />
          ))}
        </ul>
      )}
      {!data && !isError && (
        <div role="status" aria-label="Loading browsers">
          <Skeleton height={40} />
        </div>
      )}
      {!data && isError && (
        <LoadFailure
          text="The list could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <Button className={styles.end} disabled={others === 0} isBusy={ending.isPending} onClick={end}>
        Sign out everywhere else
      </Button>
    </PageSection>
  );
}

function Browser({ browser }: { browser: SignedInBrowser }) {
  const seen = useTimeAgo(browser.lastSeenAt);
  return (
    <li className={styles.browser}>
      <MonitorSmartphone size={17} strokeWidth={1.6} aria-hidden="true" />
      <div className={styles.words}>
        <p>
          {deviceName(browser.userAgent)}
          {browser.isCurrent && <span className={styles.current}>This browser</span>}
        </p>
        <p className={styles.quiet}>
          {browser.addressPrefix && `Address ${browser.addressPrefix}… · `}
          {browser.isCurrent ? 'Active now' : `Last seen ${seen}`}
        </p>
      </div>
    </li>
  );
}
