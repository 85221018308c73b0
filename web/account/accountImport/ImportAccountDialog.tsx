import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contract/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ImportAccountDialog.module.css';
import { ImportItems } from './ImportItems.tsx';
import { type ImportItem, useImportItems } from './importItems.ts';
import { type AccountArchive, ArchiveError, readAccountArchive } from './readAccountArchive.ts';
import { type AccountImport, useAccountImport } from './useAccountImport.ts';

type Reading =
  | { status: 'reading' }
  | { status: 'failed'; reason: string }
  | { status: 'read'; archive: AccountArchive; items: ImportItem[] };

interface ImportAccountDialogProps {
  file: File;
  user: User;
  onClose: () => void;
}

/** Show what a download of an account contains, and import the chosen parts. */
export function ImportAccountDialog({ file, user, onClose }: ImportAccountDialogProps) {
  const reading = useReading(file);
  const accountImport = useAccountImport();
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(new Set());
  const items = reading.status === 'read' ? reading.items : [];
  const { states, isRunning, start, cancel } = accountImport;
  const remaining = items.filter(({ id }) => !unchosen.has(id) && states[id]?.status !== 'done');
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(unchosen);
    if (isChosen) next.delete(id);
    else next.add(id);
    setUnchosen(next);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isRunning) onClose();
      }}
      title="Import your data"
      description="Projects are added to yours. Settings replace the present ones."
      footer={
        <>
          <Button onClick={isRunning ? cancel : onClose}>{isRunning ? 'Cancel import' : 'Close'}</Button>
          <Button
            kind="primary"
            disabled={remaining.length === 0}
            isBusy={isRunning}
            onClick={() => start(remaining)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {reading.status === 'reading' && (
          <div role="status" aria-label="Reading the file">
            <Skeleton height={60} />
          </div>
        )}
        {reading.status === 'failed' && (
          <p className={styles.problem} role="alert">
            {reading.reason}
          </p>
        )}
        {reading.status === 'read' && <OtherAccount email={reading.archive.email} user={user} />}
        {reading.status === 'read' && (
          <ImportItems items={items} unchosen={unchosen} accountImport={accountImport} onChoose={choose} />
        )}
        {reading.status === 'read' && <LeftOut lines={reading.archive.leftOut} />}
        <p className={styles.quiet} role="status">
          {progressText(items, accountImport)}
        </p>
      </div>
    </Dialog>
  );
}

function useReading(file: File): Reading {
  const [reading, setReading] = useState<Reading>({ status: 'reading' });
  // The file is read once. Its items must stay as they are when the account changes by an import.
  const itemsOf = useEffectEvent(useImportItems());
  useEffect(() => {
    let isShown = true;
    const show = (next: Reading) => {
      if (isShown) setReading(next);
    };
    readAccountArchive(file).then(
      (archive) => show({ status: 'read', archive, items: itemsOf(archive) }),
      (error) => show({ status: 'failed', reason: reasonOf(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [file]);
  return reading;
}

function reasonOf(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  return 'The file could not be read. It may have been moved or changed. Please choose it again.';
}

function OtherAccount({ email, user }: { email: string; user: User }) {
  if (email.toLowerCase() === user.email.toLowerCase()) return null;
  return (
    <p className={styles.notice}>
      This is the data of {email}, and you are {user.email}. Comments and changes in its projects will have
      the author’s name as text, and belong to no account.
    </p>
  );
}

function LeftOut({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Not imported">
      <h3 className={styles.title}>Not imported</h3>
      <ul className={styles.leftOut}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Return "Importing 2 of 5: Night Ferry", or the result; empty before the start. */
function progressText(items: readonly ImportItem[], { states, isRunning }: AccountImport): string {
  const countOf = (status: string) => items.filter(({ id }) => states[id]?.status === status).length;
  const done = countOf('done');
  const failed = countOf('failed');
  const current = items.find(({ id }) => states[id]?.status === 'running');
  if (isRunning && current) return `Importing ${current.label}: ${done} of ${items.length} are done.`;
  if (done + failed === 0) return '';
  const problems = failed > 0 ? ` ${failed} could not be imported: press Import to try again.` : '';
  return `${done} of ${items.length} imported.${problems}`;
}
