import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Disclosure } from '#shared/contract/ai.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import styles from './DisclosureDialog.module.css';
import { senderText, sizeText, taskText, timeText } from './disclosureText.ts';
import { SettingsLoadFailure } from './SettingsLoadFailure.tsx';
import { disclosureQuery } from './settings.data.ts';

interface DisclosureDialogProps {
  /** The shown entry; null while the dialog is closed. */
  entry: Disclosure | null;
  onClose: () => void;
}

/** Show an entry of the disclosure log with the sent text. */
export function DisclosureDialog({ entry, onClose }: DisclosureDialogProps) {
  if (!entry) return null;
  return <OpenDisclosure entry={entry} onClose={onClose} />;
}

function OpenDisclosure({ entry, onClose }: { entry: Disclosure; onClose: () => void }) {
  const { id, sentAt, userEmail, task, service, model, destination, size } = entry;
  const { data, isError, isFetching, refetch } = useQuery(disclosureQuery(id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={taskText(task)}
      description={`${senderText(userEmail)}, ${timeText(sentAt)}, to ${model} (${service}) at ${destination}, ${sizeText(size)}`}
      footer={
        <>
          {data && <CopyButton text={data.text} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={styles.text}>
        {data && <TextArea label="Text as it was sent" rows={18} readOnly value={data.text} />}
        {!data && isError && (
          <SettingsLoadFailure what="The text" isRetrying={isFetching} onRetry={refetch} />
        )}
        {!data && !isError && (
          <div role="status" aria-label="Loading">
            <Skeleton height={360} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** How long the copy button confirms, as for links (docs/spec/application.md). */
const copiedMs = 2000;

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), copiedMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed'); // the browser did not allow it
    }
  };
  return (
    <>
      <p className={styles.copied} role="status">
        {state === 'copied' && 'Copied'}
        {state === 'failed' && 'It could not be copied. Please select the text.'}
      </p>
      <Button onClick={copy}>Copy</Button>
    </>
  );
}
