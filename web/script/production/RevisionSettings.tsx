import { useState } from 'react';
import { activeSetOf, type Revisions } from '#screenplay/revisions/revisionSets.ts';
import { type RevisionView, revisionViews } from '#screenplay/revisions/revisionViews.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/TextField.tsx';
import { RevisionForm } from './RevisionForm.tsx';
import styles from './RevisionSettings.module.css';
import { type RevisionChange, useChangeRevisions } from './revisions.data.ts';
import { dayText, revisionsText } from './revisionTexts.ts';

const viewNames: Record<RevisionView, string> = {
  all: 'Of all revisions',
  active: 'Of the active revision',
  highest: 'Of the last revision on each page',
  none: 'None',
};

interface RevisionSettingsProps {
  projectId: number;
  revisions: Revisions | undefined;
  canWrite: boolean;
}

/** Part of the production dialog about revisions: their list, and starting and ending them. */
export function RevisionSettings({ projectId, revisions, canWrite }: RevisionSettingsProps) {
  const { mutate, isPending, error } = useChangeRevisions(projectId);
  const [isStarting, setIsStarting] = useState(false);
  return (
    <section className={styles.section} aria-label="Revisions">
      <h3 className={styles.title}>Revisions</h3>
      <p className={styles.text} role="status">
        {revisionsText(revisions)}
      </p>
      <fieldset className={styles.part} disabled={isPending || !canWrite}>
        {revisions && <RevisionList revisions={revisions} onChange={mutate} />}
        {isStarting ? (
          <RevisionForm
            projectId={projectId}
            revisions={revisions}
            onSave={(change) => mutate(change, { onSuccess: () => setIsStarting(false) })}
            onCancel={() => setIsStarting(false)}
          />
        ) : (
          <div className={styles.buttons}>
            <Button onClick={() => setIsStarting(true)}>Start a revision…</Button>
            {revisions?.previous && (
              <Button onClick={() => mutate({ type: 'undo' })}>Undo: {revisions.previous.label}</Button>
            )}
          </div>
        )}
      </fieldset>
      {error && (
        <p className={styles.text} role="alert">
          {messageOf(error, 'The revisions could not be changed. Try again.')}
        </p>
      )}
    </section>
  );
}

interface RevisionListProps {
  revisions: Revisions;
  onChange: (change: RevisionChange) => void;
}

/** The sets, with what can be done with the chosen one. */
function RevisionList({ revisions, onChange }: RevisionListProps) {
  const { sets, view } = revisions;
  const active = activeSetOf(revisions);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = sets.find(({ id }) => id === chosenId) ?? active ?? sets.at(-1);
  return (
    <>
      <SelectField
        label="Marks in the margin"
        value={view}
        onChange={({ target }) =>
          onChange({ type: 'view', view: revisionViews.find((each) => each === target.value) ?? 'all' })
        }
      >
        {revisionViews.map((each) => (
          <option key={each} value={each}>
            {viewNames[each]}
          </option>
        ))}
      </SelectField>
      {chosen && (
        <>
          <SelectField
            label="Revision"
            value={chosen.id}
            onChange={({ target }) => setChosenId(Number(target.value))}
          >
            {sets.map((set) => (
              <option key={set.id} value={set.id}>
                {[set.name, dayText(set.date), set === active && 'active'].filter(Boolean).join(', ')}
              </option>
            ))}
          </SelectField>
          <div className={styles.buttons}>
            {chosen === active ? (
              <Button onClick={() => onChange({ type: 'activate', revisionId: null })}>
                Stop marking new text
              </Button>
            ) : (
              <Button onClick={() => onChange({ type: 'activate', revisionId: chosen.id })}>
                Mark new text as {chosen.name}
              </Button>
            )}
            <Button onClick={() => onChange({ type: 'clear', revisionId: chosen.id })}>
              Clear marks of {chosen.name}
            </Button>
            {sets[0] !== chosen && (
              <Button onClick={() => onChange({ type: 'merge', revisionId: chosen.id })}>
                Merge earlier ones into {chosen.name}
              </Button>
            )}
            <Button onClick={() => onChange({ type: 'remove', revisionId: chosen.id })}>
              Remove {chosen.name}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
