import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { IssueDetails } from './IssueDetails.tsx';
import { IssueForm } from './IssueForm.tsx';
import styles from './Issues.module.css';
import { issuesQuery } from './issues.data.ts';
import { issueLabel } from './issueTexts.ts';
import { copiesWithCode, minCodeLetters } from './recipients.ts';

interface IssuesDialogProps {
  project: Pick<Project, 'id' | 'role'>;
  canWrite: boolean;
  onClose: () => void;
}

/** Dialog to issue pages, and to see which drafts were issued and who has a copy. */
export function IssuesDialog({ project, canWrite, onClose }: IssuesDialogProps) {
  const { data: issues, error, isFetching, refetch } = useQuery(issuesQuery(project.id));
  const [isIssuing, setIsIssuing] = useState(false);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const rights = { canWrite, canShare: may(project.role, 'own') };
  const showIssued = ({ id }: ScriptIssue) => {
    setChosenId(id);
    setIsIssuing(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={canWrite ? 'Issue pages' : 'Issued pages'}
      width="wide"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !issues && (
        <LoadFailure
          text="The issued drafts could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {issues && isIssuing && (
        <IssueForm
          projectId={project.id}
          canShare={rights.canShare}
          last={issues[0]}
          onIssued={showIssued}
          onCancel={() => setIsIssuing(false)}
        />
      )}
      {issues && !isIssuing && (
        <div className={styles.part}>
          {canWrite && (
            <div className={styles.buttons}>
              <Button kind="primary" onClick={() => setIsIssuing(true)}>
                New issue…
              </Button>
            </div>
          )}
          <IssueList projectId={project.id} {...{ issues, chosenId, ...rights }} onChoose={setChosenId} />
        </div>
      )}
    </Dialog>
  );
}

interface IssueListProps {
  projectId: number;
  issues: readonly ScriptIssue[];
  /** Null: the newest. */
  chosenId: number | null;
  canWrite: boolean;
  canShare: boolean;
  onChoose: (issueId: number) => void;
}

/** Choose an issue, and show it. */
function IssueList({ projectId, issues, chosenId, canWrite, canShare, onChoose }: IssueListProps) {
  const chosen = issues.find(({ id }) => id === chosenId) ?? issues[0];
  if (!chosen) return <p className={styles.text}>No draft of this script has been issued yet.</p>;
  return (
    <>
      <SelectField label="Issue" value={chosen.id} onChange={({ target }) => onChoose(Number(target.value))}>
        {issues.map((issue) => (
          <option key={issue.id} value={issue.id}>
            {issueLabel(issue)}
          </option>
        ))}
      </SelectField>
      <IssueDetails key={chosen.id} issue={chosen} {...{ projectId, canWrite, canShare }} />
      {canWrite && <CodeSearch issues={issues} onChoose={onChoose} />}
    </>
  );
}

interface CodeSearchProps {
  issues: readonly ScriptIssue[];
  onChoose: (issueId: number) => void;
}

/** Find out whose copy a page is, by the code at its foot. */
function CodeSearch({ issues, onChoose }: CodeSearchProps) {
  const [code, setCode] = useState('');
  const found = copiesWithCode(issues, code);
  const isTyped = code.trim().length >= minCodeLetters;
  return (
    <section className={styles.section} aria-label="Whose copy is this?">
      <TextField
        label="Whose copy is this?"
        hint="Type the code at the foot of a page, such as K7Q2-M4XD-1."
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <div role="status">
        {isTyped && found.length === 0 && <p className={styles.text}>No issued copy has this code.</p>}
        {found.length > 0 && (
          <ul className={styles.copies} aria-label="Found copies">
            {found.map(({ issue, copy }) => (
              <li key={copy.id} className={styles.copy}>
                <span>
                  <strong dir="auto">{copy.name}</strong>, {issueLabel(issue)}
                </span>
                <Button size="small" onClick={() => onChoose(issue.id)}>
                  Show issue {issue.number}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
