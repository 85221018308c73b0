import { useState } from 'react';
import type { Act } from '#shared/contract/acts.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { PlanForm } from './PlanForm.tsx';
import { useCreateSequence, useUpdateSequence } from './planning.data.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

interface SequenceDialogProps {
  projectId: number;
  /** What is changed; or the act that gets a new one, with how many it has. */
  about: { sequence: Sequence } | { act: Act; count: number };
  isGone: boolean;
  onClose: () => void;
}

/** What a sequence is called and about. */
export function SequenceDialog({ projectId, about, isGone, onClose }: SequenceDialogProps) {
  const sequence = 'sequence' in about ? about.sequence : null;
  const [name, setName] = useState(sequence?.name ?? '');
  const [description, setDescription] = useState(sequence?.description ?? '');
  // A new one has the theme of its act (docs/spec/planning.md).
  const [colorTheme, setColorTheme] = useState(('act' in about ? about.act : about.sequence).colorTheme);
  const [isTold, setIsTold] = useState(false);
  const create = useCreateSequence(projectId);
  const update = useUpdateSequence(projectId);
  const isNameless = name.trim() === '';

  const save = () => {
    setIsTold(true);
    if (isNameless) return null;
    const fields = { name, description: description.trim() === '' ? null : description, colorTheme };
    if ('sequence' in about) return update.mutateAsync({ sequenceId: about.sequence.id, ...fields });
    const place = { projectId, actNumber: about.act.number, orderIndex: about.count };
    return create.mutateAsync({ ...fields, ...place });
  };

  return (
    <PlanForm
      title={sequence ? 'Edit Sequence' : 'Add New Sequence'}
      verb={sequence ? 'Save' : 'Add Sequence'}
      words={{ name, description, colorTheme }}
      onSave={save}
      onClose={onClose}
      gone={isGone ? `Somebody has deleted this ${sequence ? 'sequence' : 'act'} meanwhile.` : null}
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
    </PlanForm>
  );
}
