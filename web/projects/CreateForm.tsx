import { useState } from 'react';
import type { z } from 'zod';
import { ProjectCreate } from '#shared/contract/projects.ts';
import { messageOf } from '#web/lib/api.ts';
import { TextArea, TextField } from '#web/ui/TextField.tsx';
import styles from './CreateForm.module.css';

interface CreateFormProps {
  /** The button that submits stands outside and names this. */
  id: string;
  /** Of the last attempt. */
  error: Error | null;
  onSubmit: (input: z.input<typeof ProjectCreate>) => void;
}

export function CreateForm({ id, error, onSubmit }: CreateFormProps) {
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});

  const submit = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const description = String(fields.get('description')).trim();
    const input = { name: String(fields.get('name')), description: description === '' ? null : description };
    const parsed = ProjectCreate.safeParse(input);
    if (parsed.success) {
      setProblems({});
      onSubmit(parsed.data);
      return;
    }
    const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    setProblems(Object.fromEntries(found));
    const first = form.elements.namedItem(found[0]?.[0] ?? 'name');
    if (first instanceof HTMLElement) first.focus();
  };

  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <TextField
        label="Name"
        name="name"
        autoFocus
        required
        autoComplete="off"
        error={problems.name}
        onChange={() => problems.name && setProblems({ ...problems, name: undefined })}
      />
      <TextArea
        label="Description"
        name="description"
        hint="Optional"
        rows={3}
        error={problems.description}
      />
      {error && (
        <p className={styles.failure} role="alert">
          {messageOf(error, 'The project could not be created. Please try again.')}
        </p>
      )}
    </form>
  );
}
