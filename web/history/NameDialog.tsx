import { type FormEvent, useId, useState } from 'react';
import { versionNameLimit } from '#shared/contract/history.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface NameDialogProps {
  title: string;
  description: string;
  verb: string;
  initialName?: string;
  /** Rejects where the server refuses; the dialog then stays. */
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a version. */
export function NameDialog({ title, description, verb, initialName = '', onName, onClose }: NameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(initialName);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const canName = name.trim() !== '' && !isBusy;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canName) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onName(name.trim());
      onClose();
    } catch (error) {
      setFailure(messageOf(error, 'The version could not be named. Please try again.'));
      setBusy(false);
    }
  };

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
          <Button type="submit" form={formId} kind="primary" disabled={!canName} isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={versionNameLimit}
          value={name}
          error={failure}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
