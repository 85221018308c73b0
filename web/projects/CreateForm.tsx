import type { z } from 'zod';
import { ProjectCreate } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { useForm } from '#web/lib/useForm.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './CreateForm.module.css';

interface CreateFormProps {
  /** Id of the form. The submit button is outside of it and refers to this id. */
  id: string;
  /** Error of the last attempt. */
  error: Error | null;
  onSubmit: (input: z.input<typeof ProjectCreate>) => void;
}

export function CreateForm({ id, error, onSubmit }: CreateFormProps) {
  const { form, field } = useForm({
    id,
    schema: ProjectCreate,
    opened: { name: '', description: '' },
    warns: false,
    save({ body }) {
      onSubmit(body);
      return null;
    },
  });

  return (
    <form {...form} className={styles.form}>
      <TextField label="Name" autoFocus required autoComplete="off" {...field('name')} />
      <TextArea label="Description" hint="Optional" rows={3} {...field('description')} />
      {error && (
        <p className={styles.failure} role="alert">
          {messageOf(error, 'The project could not be created. Please try again.')}
        </p>
      )}
    </form>
  );
}
