import { useQuery } from '@tanstack/react-query';
import { healthRefreshSeconds } from '#shared/contract/serverHealth.ts';
import { messageOf } from '#web/lib/api.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { shortDate, shortMoment } from './dates.ts';
import { FigureTable } from './FigureTable.tsx';
import { bytesText, countText } from './figures.ts';
import { JobTable } from './JobTable.tsx';
import listStyles from './List.module.css';
import { Cards } from './StatCards.tsx';
import { serverHealthQuery } from './serverHealth.data.ts';
import { type HealthState, healthProblems, partNames, slowReasonTexts } from './serverHealth.ts';
import type { Column } from './Table.tsx';
import styles from './UsageTabs.module.css';
import { VersionChanges } from './VersionChanges.tsx';

type SlowCall = HealthState['slowCalls']['latest'][number];
interface Measure {
  name: string;
  figure: string;
}

/** Show how the server does, with what to do about each problem. */
export function HealthTab() {
  const { data, error, isFetching, refetch } = useQuery(serverHealthQuery);
  if (!data && error) {
    return (
      <LoadFailure
        text="The state of the server could not be loaded."
        why={messageOf(error, '') || undefined}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="The state of the server is loading">
        <Skeleton height={240} />
      </div>
    );
  }
  return (
    <div className={styles.tab}>
      <Summary health={data} isStale={error !== null} />
      <div className={styles.two}>
        <Measures title="Parts" rows={partMeasures(data)} />
        <Measures title="Waiting work, all nodes" rows={workMeasures(data)} />
        <Measures title="Memory of this node" rows={memoryMeasures(data)} />
        <Measures title="Connections and queues of this node" rows={queueMeasures(data)} />
      </div>
      <JobTable jobs={data.jobs} />
      <FigureTable
        title="Latest slow calls of this node"
        columns={slowColumns}
        rows={data.slowCalls.latest}
        keyOf={({ at, route, ms }) => `${at} ${route} ${ms}`}
        empty={`No call has taken longer than ${countText(data.slowCalls.limitMs)} ms since the start.`}
      />
      <VersionChanges version={data.version} />
    </div>
  );
}

function Summary({ health, isStale }: { health: HealthState; isStale: boolean }) {
  const problems = healthProblems(health, Date.now());
  return (
    <section className={styles.section} aria-label="Summary">
      <Cards
        label="State"
        cards={[
          ['State', problems.length === 0 ? 'All is well' : `${problems.length} to look at`],
          ['Version', health.version],
          ['Node', health.node],
          ['Running since', shortMoment(health.startedAt)],
        ]}
      />
      <p className={styles.note}>
        State of the node that answered, updated every {healthRefreshSeconds} s.
        {isStale && ' The latest update failed because the server could not be reached.'}
      </p>
      {problems.length > 0 && (
        <ul role="alert" className={listStyles.danger}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const measureColumns: readonly Column<Measure>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Value', isNumber: true, cell: ({ figure }) => figure },
];

function Measures({ title, rows }: { title: string; rows: readonly Measure[] }) {
  return <FigureTable title={title} columns={measureColumns} rows={rows} keyOf={({ name }) => name} />;
}

const slowColumns: readonly Column<SlowCall>[] = [
  {
    title: 'At',
    cell: ({ at }) => <span className={listStyles.date}>{shortMoment(at)}</span>,
    value: ({ at }) => at,
  },
  {
    title: 'Call',
    cell: ({ method, route }) => <span className={listStyles.code}>{`${method} ${route}`}</span>,
    value: ({ method, route }) => `${method} ${route}`,
  },
  { title: 'Status', isNumber: true, cell: ({ status }) => String(status) },
  { title: 'Milliseconds', isNumber: true, cell: ({ ms }) => countText(ms), value: ({ ms }) => ms },
  { title: 'Reason', cell: ({ reason }) => slowReasonTexts[reason] ?? reason },
];

const statusTexts = { ok: 'Available', away: 'Unavailable', off: 'Not configured' };
const diskTexts = { ok: 'enough', low: 'low', full: 'full' };

function partMeasures({ parts, disk, certificates }: HealthState): Measure[] {
  const free = disk.freeBytes === null ? '–' : `${bytesText(disk.freeBytes)} free, ${diskTexts[disk.status]}`;
  return [
    ...Object.entries(parts).map(([part, status]) => ({
      name: partNames[part as keyof HealthState['parts']],
      figure: statusTexts[status],
    })),
    { name: 'Disk', figure: free },
    ...certificates.map(({ address, expiresAt }) => ({
      name: `Certificate of ${address}`,
      figure: `Until ${shortDate(expiresAt)}`,
    })),
  ];
}

function workMeasures({ workload }: HealthState): Measure[] {
  if (!workload) return [];
  const { mailsDue, mailsRetrying, mailsAbandoned, videoJobs, paymentEventsFailed, lastBackupAt } = workload;
  return [
    { name: 'Mails to be sent', figure: countText(mailsDue) },
    { name: 'Mails to be retried', figure: countText(mailsRetrying) },
    { name: 'Mails that could not be sent, in 7 days', figure: countText(mailsAbandoned) },
    { name: 'Scene videos', figure: countText(videoJobs) },
    { name: 'Failed payment events', figure: countText(paymentEventsFailed) },
    { name: 'Last backup', figure: lastBackupAt === null ? 'None' : shortMoment(lastBackupAt) },
  ];
}

const memoryNames: Record<string, string> = {
  resident: 'Whole process',
  heap: 'Objects',
  buffers: 'Buffers',
  native: 'Native code',
  database: 'Embedded database',
};

function memoryMeasures({ memory }: HealthState): Measure[] {
  return Object.entries(memory).map(([part, bytes]) => ({
    name: memoryNames[part] ?? part.replace(/^cache /, 'Cache: '),
    figure: bytesText(bytes),
  }));
}

function queueMeasures({ pools, queues, live }: HealthState): Measure[] {
  const waitingText = (waiting: number) => (waiting > 0 ? `, ${countText(waiting)} waiting` : '');
  return [
    ...pools.map(({ pool, used, max, waiting }) => ({
      name: `Database, ${pool}`,
      figure: `${used} of ${max} in use${waitingText(waiting)}`,
    })),
    ...Object.entries(queues).map(([queue, { running, waiting }]) => ({
      name: `Queue: ${queue}`,
      figure: `${countText(running)} running${waitingText(waiting)}`,
    })),
    { name: 'Open projects', figure: countText(live.rooms) },
    ...Object.entries(live.connections).map(([transport, count]) => ({
      name: transportNames[transport] ?? transport,
      figure: countText(count),
    })),
  ];
}

const transportNames: Record<string, string> = {
  webSocket: 'WebSockets',
  eventStream: 'Event streams',
  polling: 'Polling tabs',
};
