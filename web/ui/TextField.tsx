import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './TextField.module.css';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** The error and its remedy; the field is then marked as invalid. */
  error?: string | undefined;
}

export function TextField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input type="text" {...rest} {...namesOf(id, hint, error)} className={styles.input} />
    </Field>
  );
}

export function TextArea({ label, hint, error, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...rest} {...namesOf(id, hint, error)} className={styles.input} />
    </Field>
  );
}

/** Show a select; the children are its options. */
export function SelectField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select {...rest} {...namesOf(id, hint, error)} className={styles.input} />
    </Field>
  );
}

function namesOf(id: string, hint?: string, error?: string) {
  const hasNote = Boolean(error ?? hint);
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
  } as const;
}

function Field({ id, label, hint, error, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className={styles.error} id={`${id}-note`} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
