import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { statsRefreshSeconds } from '#shared/contract/dashboard.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { ActivityList } from './ActivityList.tsx';
import styles from './AdminDashboard.module.css';
import { AdminFrame } from './AdminFrame.tsx';
import { BackupsTab } from './BackupsTab.tsx';
import { CreditsTab } from './CreditsTab.tsx';
import { dashboardStatsQuery } from './dashboard.data.ts';
import { HealthTab } from './HealthTab.tsx';
import { LogList } from './LogList.tsx';
import { PricingTab } from './PricingTab.tsx';
import { StatCards } from './StatCards.tsx';
import { CostTab, UsageTab } from './UsageTabs.tsx';
import { UserList } from './UserList.tsx';

const sections = [
  { value: 'ai-usage', label: 'AI Usage', content: <UsageTab /> },
  { value: 'cost-analysis', label: 'Cost Analysis', content: <CostTab /> },
  { value: 'pricing', label: 'Pricing', content: <PricingTab /> },
  { value: 'credits', label: 'Credits', content: <CreditsTab /> },
  { value: 'users', label: 'Users', content: <UserList /> },
  { value: 'activity', label: 'Activity', content: <ActivityList /> },
  { value: 'logs', label: 'Logs', content: <LogList /> },
  { value: 'backups', label: 'Backups', content: <BackupsTab /> },
  { value: 'health', label: 'Health', content: <HealthTab /> },
] as const;

/**
 * Show usage, cost and prices of AI, credits, users, activity, backups and the state of the server.
 * The tab is part of the address.
 */
export function AdminDashboard({ tab }: { tab?: string | undefined }) {
  return (
    <AdminFrame title="Admin dashboard" other={{ label: 'Admin panel', href: '/admin' }}>
      <Dashboard tab={tab} />
    </AdminFrame>
  );
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' });

/** Query and show the figures. A separate component, so that users without access fetch nothing. */
function Dashboard({ tab }: { tab: string | undefined }) {
  const navigate = useNavigate();
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(dashboardStatsQuery);
  const { value } = sections.find((section) => section.value === tab) ?? sections[0];
  return (
    <div className={styles.dashboard}>
      {!data && isError ? (
        <LoadFailure
          text="The figures could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <StatCards stats={data} />
      )}
      <p className={styles.updated}>
        {data && `Updated ${clock.format(dataUpdatedAt)}, every ${statsRefreshSeconds} s`}
        {data && isError && '. The latest update failed because the server could not be reached.'}
      </p>
      <Tabs
        label="Sections"
        value={value}
        onValueChange={(chosen) => void navigate({ to: '/admin-dashboard', search: { tab: chosen } })}
        tabs={sections}
      />
    </div>
  );
}
