import { useEffect, useState } from 'react';
import { wordDifferences } from '#screenplay/diff.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import styles from '#web/scriptEditor/verbs/editing.module.css';
import type { MergeNotice, ReconnectReport } from '#web/scriptSync/mergeNotices.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { WordRuns } from '#web/ui/WordRuns.tsx';
import { Notice } from './Notice.tsx';

interface WhatMetProps {
  changes: ScriptSync;
  /** Shows an element on its page. */
  onGo: (elementId: number) => void;
}

/** Summary after a reconnection: saved changes, and overlapping edits. */
export function ReconnectSummary({ changes, onGo }: WhatMetProps) {
  const returned = useStore(changes.reconnectReport);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!returned || returned.notices.length > 0) return;
    // There is nothing to decide or to look at.
    toast({ ...toastTexts.backOnline, description: savedText(returned.sent) });
    changes.reconnectReport.set(null);
  }, [changes, returned]);
  if (!returned || returned.notices.length === 0) return null;
  const forget = () => changes.reconnectReport.set(null);
  return (
    <>
      <Notice isGood text={metText(returned)}>
        <Button size="small" onClick={() => setIsOpen(true)}>
          Review changes
        </Button>
        <Button size="small" kind="ghost" onClick={forget}>
          Dismiss
        </Button>
      </Notice>
      {isOpen && (
        <MetDialog
          meetings={returned.notices}
          isThere={(id) => changes.elements().some((each) => each.id === changes.outbox.idOf(id))}
          onGo={(id) => {
            setIsOpen(false);
            onGo(changes.outbox.idOf(id));
          }}
          onClose={() => {
            setIsOpen(false);
            forget();
          }}
        />
      )}
    </>
  );
}

interface MetDialogProps {
  meetings: readonly MergeNotice[];
  isThere: (elementId: number) => boolean;
  onGo: (elementId: number) => void;
  onClose: () => void;
}

function MetDialog({ meetings, isThere, onGo, onClose }: MetDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="wide"
      title="What met"
      description="While you were offline, others edited the same text. Their words are highlighted; earlier versions are in each element's history."
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ol className={styles.met}>
        {meetings.map((meeting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and an element may be in it twice
          <li key={index}>
            <div className={styles.metHead}>
              <h3>{wordsOf(meeting)}</h3>
              {isThere(meeting.elementId) && (
                <Button size="small" kind="ghost" onClick={() => onGo(meeting.elementId)}>
                  Go to it
                </Button>
              )}
            </div>
            <MetText meeting={meeting} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function MetText({ meeting }: { meeting: MergeNotice }) {
  if (meeting.type === 'deleted') return <p className={styles.metText}>{plainText(meeting.yours)}</p>;
  // Highlight the words of others.
  const other = meeting.type === 'merged' ? meeting.now : meeting.theirs;
  return (
    <p className={styles.metText}>
      <WordRuns runs={wordDifferences(plainText(meeting.yours), plainText(other))} />
    </p>
  );
}

function wordsOf(meeting: MergeNotice): string {
  if (meeting.type === 'merged')
    return meeting.yours === meeting.now
      ? 'Also edited by others; your text was kept'
      : 'Merged with others’ words';
  if (meeting.type === 'deleted')
    return meeting.kept === 'yours'
      ? 'Deleted by others; you put it back'
      : 'Deleted by others; your text was discarded';
  const kept = { yours: 'you kept your text', theirs: 'you took theirs', both: 'you kept both' };
  return `The same words were changed; ${kept[meeting.kept]}`;
}

function savedText(sent: number): string {
  return sent === 1 ? '1 change was saved.' : `${sent} changes were saved.`;
}

function metText({ sent, notices }: ReconnectReport): string {
  const places = notices.length === 1 ? 'One place' : `${notices.length} places`;
  return `Back online. ${savedText(sent)} ${places} met changes of others.`;
}
