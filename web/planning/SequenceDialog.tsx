import type { Act } from '#shared/contract/acts.ts';
import { type Sequence, SequenceCreate } from '#shared/contract/sequences.ts';
import { formValuesOf } from '#web/lib/formBody.ts';
import { useForm } from '#web/lib/useForm.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import { PlanForm } from './PlanForm.tsx';
import { useCreateSequence, useUpdateSequence } from './planning.data.ts';
import { ThemeChoice } from './ThemeChoice.tsx';

interface SequenceDialogProps {
  projectId: number;
  /** The sequence to edit, or the act of a new one with its number of sequences. */
  about: { sequence: Sequence } | { act: Act; count: number };
  isDeleted: boolean;
  onClose: () => void;
}

/** Edit title and description of a sequence. */
export function SequenceDialog({ projectId, about, isDeleted, onClose }: SequenceDialogProps) {
  const sequence = 'sequence' in about ? about.sequence : null;
  const create = useCreateSequence(projectId);
  const update = useUpdateSequence(projectId);
  const form = useForm({
    schema: SequenceCreate,
    opened: () =>
      'sequence' in about
        ? formValuesOf(about.sequence, ['name', 'description', 'colorTheme'])
        : // A new one has the theme of its act (docs/spec/planning.md).
          { name: '', description: '', colorTheme: about.act.colorTheme },
    save({ body }) {
      if (isDeleted) return null;
      if ('sequence' in about) return update.mutateAsync({ sequenceId: about.sequence.id, ...body });
      const place = { projectId, actNumber: about.act.number, orderIndex: about.count };
      return create.mutateAsync({ ...body, ...place });
    },
    onSaved: onClose,
  });
  const { draft, field } = form;

  return (
    <PlanForm
      title={sequence ? 'Edit Sequence' : 'Add New Sequence'}
      verb={sequence ? 'Save' : 'Add Sequence'}
      form={form}
      onClose={onClose}
      gone={isDeleted ? `Someone else has deleted this ${sequence ? 'sequence' : 'act'}.` : null}
    >
      <TextField label="Name" autoFocus required maxLength={200} dir="auto" {...field('name')} />
      <TextArea label="Description" maxLength={10_000} dir="auto" {...field('description')} />
      <ThemeChoice value={draft.colorTheme} onChange={(colorTheme) => form.write({ colorTheme })} />
    </PlanForm>
  );
}
