import { messageOf } from '#web/lib/api.ts';
import { useForm } from '#web/lib/useForm.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './TextField.tsx';

interface NameDialogProps {
  title: string;
  description?: string;
  verb: string;
  initialName?: string;
  maxLength: number;
  /** Error message if the server sends none. */
  failureText: string;
  /** Store the name. If it rejects, the dialog stays open. */
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Ask for a name. */
export function NameDialog(props: NameDialogProps) {
  const { title, description, verb, initialName = '', maxLength, failureText, onName, onClose } = props;
  const form = useForm({
    opened: { name: initialName },
    warns: false,
    save: ({ draft }) => (draft.name.trim() === '' ? null : onName(draft.name.trim())),
    onSaved: onClose,
    rejectedFields: (error) => ({ name: messageOf(error, failureText) }),
  });
  const isBusy = form.isSaving;
  const canName = form.draft.name.trim() !== '' && !isBusy;

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isBusy) onClose();
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form.form.id} kind="primary" disabled={!canName} isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <form {...form.form}>
        <TextField label="Name" autoFocus autoComplete="off" maxLength={maxLength} {...form.field('name')} />
      </form>
    </Dialog>
  );
}
