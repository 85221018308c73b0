import { useMemo, useState } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { type Report, reportOf } from '#screenplay/reports.ts';
import { inScheduleOrder, type ListedScene, scenesForProduction } from '#screenplay/sceneList.ts';
import type { Project } from '#shared/contract/projects.ts';
import { toElementRows } from '#web/scriptEditor/sheet/elementCasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Overview } from './Overview.tsx';
import styles from './ReportsDialog.module.css';
import { SceneTable } from './SceneTable.tsx';
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

type Tab = 'overview' | 'scenes' | 'schedule' | 'characters' | 'locations' | 'times';

/** Reports for writers and productions. Mounted while it is open. */
export function ReportsDialog({ pagination, cueChoices, sceneNumbers, onGo, onClose }: ReportsDialogProps) {
  const elements = toElementRows(pagination.elements);
  const report = useMemo(
    () => reportOf(elements, pagination, jointCuesOf(cueChoices)),
    [elements, pagination, cueChoices],
  );
  const scenes = useMemo(
    () => scenesForProduction(elements, pagination, jointCuesOf(cueChoices)),
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
        <Tabs
          label="Reports"
          value={tab}
          onValueChange={setTab}
          tabs={tabsOf({ report, scenes }, sceneNumbers, go)}
        />
      )}
    </Dialog>
  );
}

interface Reported {
  report: Report;
  scenes: readonly ListedScene[];
}

function tabsOf(
  { report, scenes }: Reported,
  sceneNumbers: ReadonlyMap<number, string>,
  go: (index: number) => void,
) {
  const shared = { sceneNumbers, onGo: go };
  return [
    {
      value: 'overview',
      label: 'Overview',
      content: <Overview report={report} {...shared} />,
    },
    {
      value: 'scenes',
      label: 'Scenes',
      content: <SceneTable label="Scenes" rows={scenes} {...shared} />,
    },
    {
      value: 'schedule',
      label: 'One-line',
      content: <SceneTable label="One-line" rows={inScheduleOrder(scenes)} {...shared} />,
    },
    {
      value: 'characters',
      label: 'Characters',
      content: <CharacterTable rows={report.characters} silentScenes={silentScenesOf(scenes)} onGo={go} />,
    },
    {
      value: 'locations',
      label: 'Locations',
      content: <LocationTable rows={report.locations} onGo={go} />,
    },
    { value: 'times', label: 'Day and night', content: <TimeTable rows={report.times} onGo={go} /> },
  ] as const;
}

/** Count by character the scenes in which only action names them. */
function silentScenesOf(scenes: readonly ListedScene[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { silent } of scenes) for (const name of silent) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
