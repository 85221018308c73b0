import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './TextField.tsx';

interface NameDialogProps {
  title: string;
  description?: string;
  verb: string;
  initialName?: string;
  maxLength: number;
  /** Where the server does not say why. */
  failureText: string;
  /** Rejects where the server refuses; the dialog then stays. */
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of something. */
export function NameDialog(props: NameDialogProps) {
  const { title, description, verb, initialName = '', maxLength, failureText, onName, onClose } = props;
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
      setFailure(messageOf(error, failureText));
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
          maxLength={maxLength}
          value={name}
          error={failure}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
