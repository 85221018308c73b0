import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { compareScripts, countRows } from '#screenplay/compare.ts';
import type { PastElement } from '#screenplay/past.ts';
import type { Element } from '#shared/contract/elements.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CompareDialog.module.css';
import { ComparedRows } from './ComparedRows.tsx';
import { asPast } from './entryText.ts';
import { scriptAtQuery, versionsQuery } from './history.data.ts';
import { currentSide, type Side, versionSide } from './side.ts';

interface CompareDialogProps {
  projectId: number;
  elements: readonly Element[];
  before: Side;
  after: Side;
  onClose: () => void;
}

/** Compare two moments of the script side by side; both can be chosen. */
export function CompareDialog({ projectId, elements, before, after, onClose }: CompareDialogProps) {
  const versions = useQuery(versionsQuery(projectId)).data ?? [];
  const sides = new Map(
    [currentSide, before, after, ...versions.map(versionSide)].map((side) => [side.key, side] as const),
  );
  const [beforeKey, setBefore] = useState(before.key);
  const [afterKey, setAfter] = useState(after.key);
  const left = useSide(projectId, elements, sides.get(beforeKey) ?? before);
  const right = useSide(projectId, elements, sides.get(afterKey) ?? after);
  const rows = useMemo(
    () => (left.script && right.script ? compareScripts(left.script, right.script) : null),
    [left.script, right.script],
  );
  const options = [...sides.values()];
  const again = () => {
    if (left.isError) left.refetch();
    if (right.isError) right.refetch();
  };

  return (
    <Dialog open onOpenChange={onClose} title="Compare" width="full">
      <div className={styles.sides}>
        <SidePicker label="Before" value={beforeKey} sides={options} onChange={setBefore} />
        <SidePicker label="After" value={afterKey} sides={options} onChange={setAfter} />
      </div>
      {left.isError || right.isError ? (
        <PanelMessage
          title="Failed to load the script as it was"
          text="Check your connection and try again"
          onRetry={again}
        />
      ) : rows ? (
        <>
          <p className={styles.counts} role="status">
            {countsText(countRows(rows))}
          </p>
          <ComparedRows key={`${beforeKey} ${afterKey}`} rows={rows} />
        </>
      ) : (
        <div className={styles.loading} role="status" aria-label="Loading the script as it was">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height={18} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function useSide(projectId: number, elements: readonly Element[], { moment }: Side) {
  const query = useQuery({
    ...scriptAtQuery(projectId, moment ?? { historyId: 0 }),
    enabled: moment !== null,
    // A moment's script does not change, so the cached one is used.
    refetchOnMount: true,
  });
  const current = useMemo(() => elements.map(asPast), [elements]);
  const script: readonly PastElement[] | undefined = moment === null ? current : query.data?.elements;
  return {
    script,
    isError: moment !== null && query.isError,
    refetch: () => void query.refetch(),
  };
}

/** Return "12 changed, 3 added, 1 removed". */
function countsText({ changed, added, removed, moved }: ReturnType<typeof countRows>): string {
  if (changed + added + removed + moved === 0) return 'No differences';
  const parts = [
    `${changed.toLocaleString('en-US')} changed`,
    `${added.toLocaleString('en-US')} added`,
    `${removed.toLocaleString('en-US')} removed`,
  ];
  if (moved > 0) parts.push(`${moved.toLocaleString('en-US')} moved`);
  return parts.join(', ');
}

interface SidePickerProps {
  label: string;
  value: string;
  sides: readonly Side[];
  onChange: (key: string) => void;
}

function SidePicker({ label, value, sides, onChange }: SidePickerProps) {
  return (
    <label className={styles.side}>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {sides.map((side) => (
          <option key={side.key} value={side.key}>
            {side.label}
          </option>
        ))}
      </select>
    </label>
  );
}
