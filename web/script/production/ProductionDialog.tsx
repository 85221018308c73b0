import { type ReactNode, useState } from 'react';
import type { Pagination } from '#screenplay/layout/types.ts';
import { type InsertionScheme, insertionSchemes } from '#screenplay/production/insertionSchemes.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import { addedPages, pagesText, renumberText, unlockPagesText } from './lockTexts.ts';
import styles from './ProductionDialog.module.css';
import { type LockChange, useChangeLocks } from './production.data.ts';
import { RevisionSettings } from './RevisionSettings.tsx';

interface ProductionDialogProps {
  project: Project;
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  pagination: Pagination;
  canWrite: boolean;
  onClose: () => void;
  onIssue: () => void;
}

/** A change that is confirmed first. */
interface Question {
  title: string;
  text: string;
  confirmLabel: string;
  change: LockChange;
}

type Ask = (question: Question) => void;

/** Dialog to lock the pages and the scene numbers of a script, and to start revisions. */
export function ProductionDialog({ project, onClose, onIssue, ...props }: ProductionDialogProps) {
  const { mutate, isPending, error } = useChangeLocks(project.id);
  const [question, setQuestion] = useState<Question | null>(null);
  const { format } = project;
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Production draft"
        footer={
          <>
            <Button onClick={onIssue}>Issue pages…</Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        <fieldset className={styles.part} disabled={isPending || !props.canWrite}>
          <PageLocks {...props} isLocked={format.pageLock !== undefined} onAsk={setQuestion} />
          <SceneLocks {...props} format={format} onAsk={setQuestion} />
        </fieldset>
        <RevisionSettings projectId={project.id} revisions={format.revisions} canWrite={props.canWrite} />
        {!props.canWrite && <p className={styles.note}>Only people who may write can lock a script.</p>}
      </Dialog>
      {question && (
        <ConfirmDialog
          open
          onOpenChange={() => setQuestion(null)}
          title={question.title}
          text={question.text}
          note={error ? messageOf(error, 'The script could not be changed. Try again.') : undefined}
          confirmLabel={question.confirmLabel}
          isBusy={isPending}
          onConfirm={() => mutate(question.change, { onSuccess: () => setQuestion(null) })}
        />
      )}
    </>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  );
}

function PageLocks({
  pagination,
  isLocked,
  onAsk,
}: {
  pagination: Pagination;
  isLocked: boolean;
  onAsk: Ask;
}) {
  const lock = (title: string) =>
    onAsk({
      title,
      text: 'Each page keeps its number and its first words. What is added goes to pages such as 12A. Lock the pages?',
      confirmLabel: 'Lock',
      change: { type: 'lock-pages' },
    });
  const unlock = () =>
    onAsk({
      title: 'Unlock pages',
      text: unlockPagesText(pagination),
      confirmLabel: 'Unlock',
      change: { type: 'unlock-pages' },
    });
  return (
    <Part title="Pages" text={pagesText(pagination)}>
      <div className={styles.buttons}>
        {!isLocked && <Button onClick={() => lock('Lock pages')}>Lock pages…</Button>}
        {isLocked && addedPages(pagination).length > 0 && (
          <Button onClick={() => lock('Lock added pages')}>Lock added pages…</Button>
        )}
        {isLocked && <Button onClick={unlock}>Unlock pages…</Button>}
      </div>
    </Part>
  );
}

const schemeNames: Record<InsertionScheme, string> = { suffix: '5A after 5', prefix: 'A6 before 6' };

interface SceneLocksProps extends Pick<ProductionDialogProps, 'scenes' | 'sceneNumbers'> {
  format: Project['format'];
  onAsk: Ask;
}

function SceneLocks({ format: { sceneLock }, scenes, sceneNumbers, onAsk }: SceneLocksProps) {
  const [scheme, setScheme] = useState<InsertionScheme>(sceneLock?.scheme ?? 'suffix');
  const [skipsIAndO, setSkipsIAndO] = useState(sceneLock?.skipsIAndO ?? true);
  const lock = () =>
    onAsk({
      title: 'Lock scene numbers',
      text: 'Each scene keeps its number, also when it is moved. New scenes get numbers between. Lock the scene numbers?',
      confirmLabel: 'Lock',
      change: { type: 'lock-scenes', scheme, skipsIAndO },
    });
  const unlock = (isRenumbered: boolean) =>
    onAsk({
      title: isRenumbered ? 'Renumber scenes' : 'Unlock scene numbers',
      text: isRenumbered
        ? renumberText(scenes, sceneNumbers)
        : 'Scenes with an issued number keep it. New scenes have none until you lock again. Unlock the scene numbers?',
      confirmLabel: isRenumbered ? 'Renumber' : 'Unlock',
      change: { type: 'unlock-scenes', isRenumbered },
    });
  const state = sceneLock ? 'The scene numbers are locked.' : 'The scene numbers are not locked.';
  return (
    <Part title="Scene numbers" text={state}>
      <SelectField
        label="New scenes"
        value={scheme}
        onChange={({ target }) =>
          setScheme(insertionSchemes.find((each) => each === target.value) ?? 'suffix')
        }
      >
        {insertionSchemes.map((each) => (
          <option key={each} value={each}>
            {schemeNames[each]}
          </option>
        ))}
      </SelectField>
      <label className={styles.choice}>
        <Checkbox checked={skipsIAndO} onChange={({ target }) => setSkipsIAndO(target.checked)} />
        Leave out the letters I and O
      </label>
      <div className={styles.buttons}>
        <Button onClick={lock}>{sceneLock ? 'Lock again…' : 'Lock scene numbers…'}</Button>
        {sceneLock && <Button onClick={() => unlock(false)}>Unlock scene numbers…</Button>}
        {sceneLock && <Button onClick={() => unlock(true)}>Unlock and renumber…</Button>}
      </div>
    </Part>
  );
}
