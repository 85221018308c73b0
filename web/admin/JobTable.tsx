import { shortMoment } from './dates.ts';
import { FigureTable } from './FigureTable.tsx';
import listStyles from './List.module.css';
import { type HealthState, jobTexts } from './serverHealth.ts';
import type { Column } from './Table.tsx';

type JobState = NonNullable<HealthState['jobs']>[number];

/** List the work that the server does at intervals, with the result of its last run. */
export function JobTable({ jobs }: { jobs: HealthState['jobs'] }) {
  return (
    <FigureTable
      title="Work at intervals"
      columns={columns}
      rows={jobs ?? []}
      keyOf={({ name }) => name}
      empty="The database does not answer. The list appears when it is available again."
    />
  );
}

const columns: readonly Column<JobState>[] = [
  { title: 'Work', cell: ({ name }) => jobTexts[name] },
  { title: 'Runs on', cell: ({ scope }) => (scope === 'node' ? 'This node' : 'One node') },
  momentColumn('Last run', ({ endedAt }) => endedAt),
  { title: 'Result', cell: resultText },
  momentColumn('Next run', ({ nextRunAt }) => nextRunAt),
];

function momentColumn(title: string, momentOf: (job: JobState) => string | null): Column<JobState> {
  return {
    title,
    cell: (job) => {
      const moment = momentOf(job);
      return moment === null ? '–' : <span className={listStyles.date}>{shortMoment(moment)}</span>;
    },
    value: (job) => momentOf(job) ?? '',
  };
}

function resultText({ runningSince, endedAt, error, failures }: JobState): string {
  if (runningSince !== null) return `Running since ${shortMoment(runningSince)}`;
  if (error !== null) return `Failed${failures > 1 ? ` ${failures} times` : ''}: ${error}`;
  return endedAt === null ? 'Not run yet' : 'Done';
}
