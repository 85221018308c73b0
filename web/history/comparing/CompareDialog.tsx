import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { printFileName } from '#shared/contract/projects.ts';
import { useSaveFile } from '#web/lib/useSaveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { versionsQuery } from '../history.data.ts';
import { currentSide, type Side, versionSide } from '../side.ts';
import styles from './CompareDialog.module.css';
import { downloadComparison } from './comparing.data.ts';
import { DraftPicker } from './DraftPicker.tsx';
import { ShownComparison } from './ShownComparison.tsx';
import { useComparison } from './useComparison.ts';
import { type CurrentScript, useSideDraft } from './useSideDraft.ts';

interface CompareDialogProps {
  current: CurrentScript;
  /** The sides at first. Missing: the newest version, and the present. */
  before?: Side | undefined;
  after?: Side | undefined;
  onClose: () => void;
}

/** Compare two drafts of the script: moments of its history, or files. */
export function CompareDialog({
  current,
  before: firstBefore,
  after: firstAfter,
  onClose,
}: CompareDialogProps) {
  const { project } = current;
  const versions = useQuery(versionsQuery(project.id)).data ?? [];
  const [chosen, setChosen] = useState<{ before?: Side | undefined; after?: Side | undefined }>({
    before: firstBefore,
    after: firstAfter,
  });
  /** Sides that were chosen once, which stay in both lists. */
  const [others, setOthers] = useState<readonly Side[]>([]);
  const known = [currentSide, firstBefore, firstAfter, ...others, ...versions.map(versionSide)];
  const sides = [...new Map(known.flatMap((side) => (side ? [[side.key, side] as const] : []))).values()];
  const [newest] = versions;
  const before = chosen.before ?? (newest ? versionSide(newest) : currentSide);
  const after = chosen.after ?? currentSide;
  const choose = (changed: typeof chosen) => {
    setChosen({ before, after, ...changed });
    const added = Object.values(changed).flatMap((side) => side ?? []);
    setOthers([...others, ...added.filter((side) => !sides.some(({ key }) => key === side.key))]);
  };
  const isSame = before.key === after.key;
  const { isSaving, save } = useSaveFile<{ before: Side; after: Side }>({
    fetchFile: (choice, options) => downloadComparison(project.id, choice, options),
    fileNameOf: () => printFileName(project.name, 'changes'),
    onSaved: () => undefined,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Compare"
      width="full"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" isBusy={isSaving} disabled={isSame} onClick={() => save({ before, after })}>
            Save as PDF
          </Button>
        </>
      }
    >
      <div className={styles.sides}>
        <DraftPicker
          projectId={project.id}
          label="Before"
          side={before}
          sides={sides}
          onChange={(side) => choose({ before: side })}
        />
        <IconButton label="Swap the sides" onClick={() => choose({ before: after, after: before })}>
          <ArrowLeftRight size={17} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
        <DraftPicker
          projectId={project.id}
          label="After"
          side={after}
          sides={sides}
          onChange={(side) => choose({ after: side })}
        />
      </div>
      {isSame ? (
        <PanelMessage
          title="Both sides are the same draft"
          text="Choose a version, a moment of the history or a file to compare with."
        />
      ) : (
        <ComparedSides current={current} before={before} after={after} />
      )}
    </Dialog>
  );
}

interface ComparedSidesProps {
  current: CurrentScript;
  before: Side;
  after: Side;
}

/** Load both drafts, and show their comparison. */
function ComparedSides({ current, before, after }: ComparedSidesProps) {
  const left = useSideDraft(before, current);
  const right = useSideDraft(after, current);
  const sides = `${before.key} ${after.key}`;
  const comparison = useComparison(sides, left.draft, right.draft);
  const failure = left.failure ?? right.failure;
  if (failure) {
    const retry = () => {
      if (left.failure) left.retry();
      if (right.failure) right.retry();
    };
    return <PanelMessage title="These drafts could not be compared" text={failure} onRetry={retry} />;
  }
  if (comparison) return <ShownComparison key={sides} comparison={comparison} />;
  return (
    <div className={styles.loading}>
      <p role="status">{loadingText(before, after)}</p>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}

/** Name the files that are being read, which takes longest. */
function loadingText(before: Side, after: Side): string {
  const names = [before, after].filter(({ file }) => file).map(({ label }) => label);
  return names.length > 0 ? `Reading ${names.join(' and ')}…` : 'Loading both drafts…';
}
