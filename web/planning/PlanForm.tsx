import { type ReactNode, useState } from 'react';
import type { Form } from '#web/lib/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DiscardDialog } from '#web/ui/DiscardDialog.tsx';
import styles from './PlanDialog.module.css';

interface PlanFormProps {
  title: string;
  /** Label of the button that saves. */
  verb: string;
  form: Pick<Form<object>, 'form' | 'isChanged' | 'isSaving'>;
  onClose: () => void;
  /** Message that the edited row was deleted, so nothing can be saved; null while it exists. */
  gone: string | null;
  /** The fields. */
  children: ReactNode;
}

/** Show the form of an act or a sequence. An unsaved draft stays until it is discarded. */
export function PlanForm({ title, verb, form, onClose, gone, children }: PlanFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { isChanged, isSaving } = form;

  const close = () => {
    if (isSaving) return;
    if (isChanged) setIsAsking(true);
    else onClose();
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
            <Button disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button
              kind="primary"
              type="submit"
              form={form.form.id}
              disabled={gone !== null}
              isBusy={isSaving}
            >
              {verb}
            </Button>
          </>
        }
      >
        <form {...form.form} className={styles.form}>
          {children}
        </form>
      </Dialog>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        text="Your changes are not saved. Discard them?"
        onDiscard={onClose}
      />
    </>
  );
}
