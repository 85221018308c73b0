import { useState } from 'react';
import type { IssuedCopy, ScriptIssue } from '#shared/contract/issues.ts';
import { messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import styles from './Issues.module.css';
import { useChangeCopyLink } from './issues.data.ts';
import { issuePartNames } from './issueTexts.ts';

interface CopyListProps {
  projectId: number;
  copies: ScriptIssue['copies'];
  /** Only owners create and end links. */
  canShare: boolean;
  onSave: (copy: IssuedCopy) => void;
}

/** List who has which copy, with its code and its link. */
export function CopyList({ projectId, copies, canShare, onSave }: CopyListProps) {
  const { mutate, isPending, error } = useChangeCopyLink(projectId);
  const [ending, setEnding] = useState<IssuedCopy | null>(null);
  return (
    <>
      <ul className={styles.copies} aria-label="Copies">
        {copies.map((copy) => (
          <li key={copy.id} className={styles.copy}>
            <span className={styles.person}>
              <strong dir="auto">{copy.name}</strong>
              <span className={styles.note}>
                {[copy.code, issuePartNames[copy.part], copy.email].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles.buttons}>
              <Button size="small" aria-label={`Save PDF of ${copy.name}`} onClick={() => onSave(copy)}>
                Save PDF
              </Button>
              {copy.path !== null && <CopyLinkButton copy={copy} path={copy.path} />}
              {canShare && copy.path !== null && (
                <Button size="small" aria-label={`End link of ${copy.name}`} onClick={() => setEnding(copy)}>
                  End link
                </Button>
              )}
              {canShare && copy.path === null && (
                <Button
                  size="small"
                  disabled={isPending}
                  aria-label={`Create link for ${copy.name}`}
                  onClick={() => mutate({ copy, isOpen: true })}
                >
                  Create link
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {error && (
        <p className={styles.text} role="alert">
          {messageOf(error, 'The link could not be changed. Try again.')}
        </p>
      )}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title="End link"
          text={`${ending.name} will not be able to open this copy any more. A new link has another address.`}
          confirmLabel="End Link"
          isDestructive
          isBusy={isPending}
          onConfirm={() => mutate({ copy: ending, isOpen: false }, { onSettled: () => setEnding(null) })}
        />
      )}
    </>
  );
}

function CopyLinkButton({ copy, path }: { copy: IssuedCopy; path: string }) {
  const write = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${hrefOf(path)}`);
      toast(toastTexts.linkCopied);
    } catch {
      toast(toastTexts.linkCopyFailed); // the browser or its user blocks copying
    }
  };
  return (
    <Button size="small" aria-label={`Copy link of ${copy.name}`} onClick={() => void write()}>
      Copy link
    </Button>
  );
}
