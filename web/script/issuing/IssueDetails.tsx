import { useState } from 'react';
import { type IssuePart, issueParts } from '#screenplay/issuing/issuePrint.ts';
import { issueFileName, printIssue, type ScriptIssue } from '#shared/contract/issues.ts';
import { messageOf } from '#web/lib/api.ts';
import { download } from '#web/lib/fileCalls.ts';
import { useSaveFile } from '#web/lib/useSaveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { CopiesFilePart } from './CopiesFilePart.tsx';
import { CopyList } from './CopyList.tsx';
import styles from './Issues.module.css';
import { useAddCopies } from './issues.data.ts';
import { MemoView } from './MemoView.tsx';
import { noRecipients, RecipientFields, recipientsOf } from './RecipientFields.tsx';

interface IssueDetailsProps {
  projectId: number;
  issue: ScriptIssue;
  canWrite: boolean;
  canShare: boolean;
}

const saveNames: Record<IssuePart, string> = {
  revised: 'Save revised pages',
  script: 'Save whole script',
  memo: 'Save memo',
};

interface PrintChoice {
  part?: IssuePart;
  copyId?: number;
}

/** Show an issue: its memo, its files, and who has a copy. */
export function IssueDetails({ projectId, issue, canWrite, canShare }: IssueDetailsProps) {
  const [isColored, setIsColored] = useState(false);
  const { save, isSaving } = useSaveFile<PrintChoice>({
    fetchFile: (choice, options) =>
      download(
        printIssue,
        { params: { id: issue.id }, query: { ...choice, isColored: isColored ? 'yes' : 'no' } },
        { failure: 'The PDF could not be made. Try again.', ...options },
      ),
    fileNameOf: () => issueFileName(issue, 'pdf'),
    onSaved: () => {},
  });
  return (
    <div className={styles.part}>
      {issue.note !== '' && <p className={styles.text}>{issue.note}</p>}
      <MemoView memo={issue.memo} />
      {issue.revision && (
        <label className={styles.choice}>
          <Checkbox checked={isColored} onChange={({ target }) => setIsColored(target.checked)} />
          Print changed pages on {issue.revision.name} paper
        </label>
      )}
      <div className={styles.buttons}>
        {issueParts.map((part) => (
          <Button key={part} disabled={isSaving} onClick={() => save({ part })}>
            {saveNames[part]}
          </Button>
        ))}
      </div>
      {issue.copies.length > 0 && (
        <>
          <h3 className={styles.title}>{canWrite ? 'Copies' : 'Your copy'}</h3>
          <CopyList
            {...{ projectId, canShare }}
            copies={issue.copies}
            onSave={({ id }) => save({ copyId: id })}
          />
          {canWrite && <CopiesFilePart issue={issue} isColored={isColored} />}
        </>
      )}
      {canWrite && <AddCopies {...{ projectId, issue, canShare }} />}
    </div>
  );
}

type AddCopiesProps = Pick<IssueDetailsProps, 'projectId' | 'issue' | 'canShare'>;

function AddCopies({ projectId, issue, canShare }: AddCopiesProps) {
  const { mutate, isPending, error } = useAddCopies(projectId);
  const [draft, setDraft] = useState<typeof noRecipients | null>(null);
  if (!draft)
    return (
      <div className={styles.buttons}>
        <Button onClick={() => setDraft(noRecipients)}>Add people…</Button>
      </div>
    );
  const body = recipientsOf(draft);
  return (
    <form
      className={styles.part}
      aria-label="Add people"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id: issue.id, ...body }, { onSuccess: () => setDraft(null) });
      }}
    >
      <RecipientFields draft={draft} canShare={canShare} onChange={setDraft} />
      {error && (
        <p className={styles.text} role="alert">
          {messageOf(error, 'The copies could not be added. Try again.')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => setDraft(null)}>Cancel</Button>
        <Button type="submit" isBusy={isPending} disabled={body.recipients.length === 0}>
          Add
        </Button>
      </div>
    </form>
  );
}
