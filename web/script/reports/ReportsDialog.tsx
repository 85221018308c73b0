import { useMemo, useState } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { type Report, reportOf } from '#screenplay/reports.ts';
import type { Project } from '#shared/contract/projects.ts';
import { toElementRows } from '#web/scriptEditor/sheet/elementCasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Overview } from './Overview.tsx';
import styles from './ReportsDialog.module.css';
import { CharacterTable, LocationTable, TimeTable } from './tables.tsx';

interface ReportsDialogProps {
  /** The shown script. */
  pagination: Pagination;
  /** Decisions about joint cues. */
  cueChoices: Project['cueChoices'];
  sceneNumbers: ReadonlyMap<number, string>;
  /** Called after the dialog has closed. */
  onGo: (elementId: number) => void;
  onClose: () => void;
}

type Tab = 'overview' | 'characters' | 'locations' | 'times';

/** Reports for writers and productions. Mounted while it is open. */
export function ReportsDialog({ pagination, cueChoices, sceneNumbers, onGo, onClose }: ReportsDialogProps) {
  const elements = toElementRows(pagination.elements);
  const report = useMemo(
    () => reportOf(elements, pagination, jointCuesOf(cueChoices)),
    [elements, pagination, cueChoices],
  );
  const [tab, setTab] = useState<Tab>('overview');
  const go = (index: number) => {
    const element = elements[index];
    onClose();
    // The dialog traps the focus until it has closed, before the next task.
    if (element) setTimeout(() => onGo(element.id), 0);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Reports" width="wide">
      {elements.length === 0 ? (
        <p className={styles.nothing}>
          There is nothing to count yet. Write the first line of the script, and its figures appear here.
        </p>
      ) : (
        <Tabs label="Reports" value={tab} onValueChange={setTab} tabs={tabsOf(report, sceneNumbers, go)} />
      )}
    </Dialog>
  );
}

function tabsOf(report: Report, sceneNumbers: ReadonlyMap<number, string>, go: (index: number) => void) {
  return [
    {
      value: 'overview',
      label: 'Overview',
      content: <Overview report={report} sceneNumbers={sceneNumbers} onGo={go} />,
    },
    {
      value: 'characters',
      label: 'Characters',
      content: <CharacterTable rows={report.characters} onGo={go} />,
    },
    {
      value: 'locations',
      label: 'Locations',
      content: <LocationTable rows={report.locations} onGo={go} />,
    },
    { value: 'times', label: 'Day and night', content: <TimeTable rows={report.times} onGo={go} /> },
  ] as const;
}
