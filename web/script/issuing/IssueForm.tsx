import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import styles from './Issues.module.css';
import { issuePreviewQuery, useCreateIssue } from './issues.data.ts';
import { nextIssueText } from './issueTexts.ts';
import { MemoView } from './MemoView.tsx';
import { noRecipients, type RecipientDraft, RecipientFields, recipientsOf } from './RecipientFields.tsx';
import { writeRecipients } from './recipients.ts';

interface IssueFormProps {
  projectId: number;
  canShare: boolean;
  /** The issue before, whose recipients are proposed. */
  last: ScriptIssue | undefined;
  onIssued: (issue: ScriptIssue) => void;
  onCancel: () => void;
}

/** Form of a new issue: its changes, a note and the people who get copies. */
export function IssueForm({ projectId, canShare, last, onIssued, onCancel }: IssueFormProps) {
  const preview = useQuery(issuePreviewQuery(projectId));
  const { mutate, isPending, error } = useCreateIssue(projectId);
  const [note, setNote] = useState('');
  const [draft, setDraft] = useState<RecipientDraft>({
    ...noRecipients,
    people: last ? writeRecipients(last.copies) : '',
  });
  const failure = preview.error ?? error;
  return (
    <form
      className={styles.part}
      aria-label="New issue"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ note: note.trim(), ...recipientsOf(draft) }, { onSuccess: onIssued });
      }}
    >
      <h3 className={styles.title}>New issue</h3>
      {preview.isFetching && <p className={styles.text}>The changes are being found …</p>}
      {preview.data && !preview.isFetching && (
        <>
          <p className={styles.text} role="status">
            {nextIssueText(preview.data)}
          </p>
          <MemoView memo={preview.data.memo} hasSummary={false} />
        </>
      )}
      <TextArea
        label="Note in the memo"
        rows={2}
        dir="auto"
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <RecipientFields draft={draft} canShare={canShare} onChange={setDraft} />
      <p className={styles.note}>
        The draft is frozen as it is now, with its page labels, and stays in the history.
      </p>
      {failure && (
        <p className={styles.text} role="alert">
          {messageOf(failure, 'The pages could not be issued. Try again.')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          isBusy={isPending}
          disabled={!preview.data || preview.isFetching}
        >
          Issue
        </Button>
      </div>
    </form>
  );
}
