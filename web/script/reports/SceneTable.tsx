import { writeEighths } from '#screenplay/layout/eighths.ts';
import type { ListedScene } from '#screenplay/sceneList.ts';
import { colourOf } from '#screenplay/strip.ts';
import styles from './ReportsDialog.module.css';
import { ReportTable } from './ReportTable.tsx';
import { Eighths, Missing, noHeadings } from './reportCells.tsx';

interface SceneTableProps {
  label: string;
  rows: readonly ListedScene[];
  sceneNumbers: ReadonlyMap<number, string>;
  /** Receives the index of an element. */
  onGo: (index: number) => void;
}

/** Scenes with page, length and cast, as the list of a script or in the order of a schedule. */
export function SceneTable({ label, rows, sceneNumbers, onGo }: SceneTableProps) {
  if (rows.length === 0) return <Missing text={noHeadings} />;
  const numberOf = ({ sceneId }: ListedScene) => (sceneId === null ? '' : (sceneNumbers.get(sceneId) ?? ''));
  const nameOf = (row: ListedScene) => [numberOf(row), row.heading].filter(Boolean).join(' ');
  return (
    <ReportTable
      label={label}
      rows={rows}
      keyOf={({ first }) => first}
      onRow={({ first }) => onGo(first)}
      columns={[
        {
          label: 'Scene',
          value: nameOf,
          shown: (row) => (
            <span className={styles.setting}>
              <i className={styles.strip} data-strip={colourOf(row.strip) ?? undefined} />
              <span className={styles.slug}>{nameOf(row)}</span>
            </span>
          ),
        },
        {
          label: 'Page',
          value: ({ first }) => first,
          shown: ({ page }) => page,
          copied: ({ page }) => page,
        },
        {
          label: 'Eighths',
          value: ({ eighths }) => eighths,
          shown: ({ eighths }) => <Eighths eighths={eighths} />,
          copied: ({ eighths }) => writeEighths(eighths),
        },
        { label: 'Speaking', value: ({ speaking }) => speaking.join(', ') },
        { label: 'Silent', value: ({ silent }) => silent.join(', ') },
      ]}
    />
  );
}
