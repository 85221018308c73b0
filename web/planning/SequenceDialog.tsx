import { useId, useState } from 'react';
import type { Act } from '#shared/contract/acts.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './PlanDialog.module.css';
import { useCreateSequence, useUpdateSequence } from './planning.data.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

interface SequenceDialogProps {
  projectId: number;
  /** What is changed; or the act that gets a new one, with how many it has. */
  about: { sequence: Sequence } | { act: Act; count: number };
  onClose: () => void;
}

/** What a sequence is called and about. A failure leaves it open. */
export function SequenceDialog({ projectId, about, onClose }: SequenceDialogProps) {
  const formId = useId();
  const sequence = 'sequence' in about ? about.sequence : null;
  const [name, setName] = useState(sequence?.name ?? '');
  const [description, setDescription] = useState(sequence?.description ?? '');
  // Spec workspace §5: a new one has the theme of its act.
  const [colorTheme, setColorTheme] = useState(('act' in about ? about.act : about.sequence).colorTheme);
  const [isTold, setIsTold] = useState(false);
  const create = useCreateSequence(projectId);
  const update = useUpdateSequence(projectId);
  const isBusy = create.isPending || update.isPending;
  const isNameless = name.trim() === '';

  const save = () => {
    setIsTold(true);
    if (isBusy || isNameless) return;
    const fields = { name, description: description.trim() === '' ? null : description, colorTheme };
    if ('sequence' in about) {
      update.mutate({ sequenceId: about.sequence.id, ...fields }, { onSuccess: onClose });
    } else {
      const place = { projectId, actNumber: about.act.number, orderIndex: about.count };
      create.mutate({ ...fields, ...place }, { onSuccess: onClose });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={sequence ? 'Edit Sequence' : 'Add New Sequence'}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy}>
            {sequence ? 'Save' : 'Add Sequence'}
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
          save();
        }}
      >
        <TextField
          label="Name"
          autoFocus
          required
          maxLength={200}
          dir="auto"
          value={name}
          error={isTold && isNameless ? 'Name is required' : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label="Description"
          maxLength={10_000}
          dir="auto"
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <ThemeChoice value={colorTheme} onChange={setColorTheme} />
      </form>
    </Dialog>
  );
}
