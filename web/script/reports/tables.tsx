import { writeEighths } from '#screenplay/layout/eighths.ts';
import type { CharacterReport, LocationReport, SceneReport, TimeReport } from '#screenplay/reports.ts';
import { colourOf } from '#screenplay/strip.ts';
import styles from './ReportsDialog.module.css';
import { type ReportColumn, ReportTable } from './ReportTable.tsx';
import { Eighths, Missing, noHeadings } from './reportCells.tsx';

interface TableProps<Row> {
  rows: readonly Row[];
  /** Receives the index of an element. */
  onGo: (index: number) => void;
}

const scenes: ReportColumn<{ scenes: number }> = { label: 'Scenes', value: (row) => row.scenes };
const eighths: ReportColumn<{ eighths: number }> = {
  label: 'Eighths',
  value: (row) => row.eighths,
  shown: (row) => <Eighths eighths={row.eighths} />,
  copied: (row) => writeEighths(row.eighths),
};

interface CharacterTableProps extends TableProps<CharacterReport> {
  /** Number of scenes in which action names a character who does not speak there. */
  silentScenes: ReadonlyMap<string, number>;
}

export function CharacterTable({ rows, silentScenes, onGo }: CharacterTableProps) {
  if (rows.length === 0)
    return <Missing text="Nobody speaks yet. Characters are counted by their dialogue." />;
  return (
    <ReportTable
      label="Characters"
      rows={rows}
      keyOf={({ name }) => name}
      onRow={({ first }) => onGo(first)}
      columns={[
        {
          label: 'Character',
          value: ({ name }) => name,
          shown: ({ name }) => <span className={styles.name}>{name}</span>,
        },
        { label: 'Speeches', value: ({ speeches }) => speeches },
        { label: 'Words', value: ({ words }) => words },
        { label: 'Speaks in', value: ({ scenes: count }) => count },
        { label: 'Silent in', value: ({ name }) => silentScenes.get(name) ?? 0 },
        {
          label: 'Pages',
          value: ({ first }) => first,
          shown: pagesOf,
          copied: pagesOf,
        },
      ]}
    />
  );
}

function pagesOf({ firstPage, lastPage }: CharacterReport): string {
  return firstPage === lastPage ? `${firstPage}` : `${firstPage}–${lastPage}`;
}

export function LocationTable({ rows, onGo }: TableProps<LocationReport>) {
  if (rows.length === 0) return <Missing text={noHeadings} />;
  return (
    <ReportTable
      label="Locations"
      rows={rows}
      keyOf={({ place }) => place}
      onRow={({ first }) => onGo(first)}
      columns={[
        {
          label: 'Location',
          value: ({ place }) => place,
          shown: ({ place }) => <span className={styles.slug}>{place}</span>,
        },
        scenes,
        eighths,
      ]}
    />
  );
}

const settings = { int: 'Interior', ext: 'Exterior', both: 'Interior and exterior' } as const;
const times = { day: 'day', night: 'night' } as const;

export function TimeTable({ rows, onGo }: TableProps<TimeReport>) {
  if (rows.length === 0) return <Missing text={noHeadings} />;
  const all = rows.reduce((sum, row) => sum + row.eighths, 0);
  const share = (row: TimeReport) => Math.round((row.eighths / all) * 100);
  return (
    <ReportTable
      label="Day and night"
      rows={rows}
      keyOf={nameOf}
      onRow={({ first }) => onGo(first)}
      columns={[
        {
          label: 'Setting',
          value: nameOf,
          shown: (row) => (
            <span className={styles.setting}>
              <i className={styles.strip} data-strip={stripOf(row)} />
              {nameOf(row)}
            </span>
          ),
        },
        scenes,
        eighths,
        { label: 'Share', value: share, shown: (row) => `${share(row)}%`, copied: (row) => `${share(row)}%` },
      ]}
    />
  );
}

function nameOf({ setting, time }: TimeReport): string {
  const where = setting === null ? 'No INT. or EXT.' : settings[setting];
  return `${where}, ${time === null ? 'no time of day' : times[time]}`;
}

function stripOf(row: TimeReport): string | undefined {
  return colourOf({ ...row, place: '' }) ?? undefined;
}

interface LongestTableProps extends TableProps<SceneReport> {
  sceneNumbers: ReadonlyMap<number, string>;
}

export function LongestTable({ rows, sceneNumbers, onGo }: LongestTableProps) {
  const numberOf = ({ sceneId }: SceneReport) => (sceneId === null ? '' : (sceneNumbers.get(sceneId) ?? ''));
  return (
    <ReportTable
      label="Longest scenes"
      rows={rows}
      keyOf={({ first }) => first}
      onRow={({ first }) => onGo(first)}
      columns={[
        {
          label: 'Scene',
          value: (row) => [numberOf(row), row.heading].filter(Boolean).join(' '),
          shown: (row) => (
            <span className={styles.slug}>
              {numberOf(row)} {row.heading}
            </span>
          ),
        },
        { label: 'Page', value: ({ first }) => first, shown: ({ page }) => page, copied: ({ page }) => page },
        eighths,
      ]}
    />
  );
}
