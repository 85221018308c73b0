import { type ReactNode, useId, useRef, useState } from 'react';
import { useUnsavedWarning } from '#web/lib/useUnsavedWarning.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import styles from './PlanDialog.module.css';

interface PlanFormProps {
  title: string;
  /** On the button that saves. */
  verb: string;
  /** The fields as they stand; what they were at first is what they are compared with. */
  words: Readonly<Record<string, string>>;
  /** Sends them; rejects where the server refuses, which is told. Null: something has to be put right before. */
  onSave: () => Promise<unknown> | null;
  onClose: () => void;
  /** Somebody else has deleted what this is about: why nothing can be saved. */
  gone: string | null;
  /** The fields. */
  children: ReactNode;
}

/** The form of an act or a sequence. A failure leaves it open, and so does what is not saved until it is given up. */
export function PlanForm({ title, verb, words, onSave, onClose, gone, children }: PlanFormProps) {
  const formId = useId();
  const [opened] = useState(words);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // Two presses may come before the first one is drawn.
  const isSent = useRef(false);
  const isChanged = Object.entries(words).some(([field, text]) => opened[field] !== text);
  useUnsavedWarning(isChanged);

  const close = () => {
    if (isBusy) return;
    if (isChanged) setIsAsking(true);
    else onClose();
  };
  const save = async () => {
    if (isSent.current || gone !== null) return;
    const answer = onSave();
    if (!answer) return;
    isSent.current = true;
    setIsBusy(true);
    try {
      await answer;
      onClose();
    } catch {
      // The caller has told it; what was written stays to be sent again.
      isSent.current = false;
      setIsBusy(false);
    }
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title={title}
        footer={
          <>
            {gone !== null && (
              <p className={styles.gone} role="alert">
                {gone}
              </p>
            )}
            <Button disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" form={formId} disabled={gone !== null} isBusy={isBusy}>
              {verb}
            </Button>
          </>
        }
      >
        <form
          className={styles.form}
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {children}
        </form>
      </Dialog>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        text="What was written here is not saved. Discard it?"
        onDiscard={onClose}
      />
    </>
  );
}
