import { type ChangeEvent, type FormEvent, useId } from 'react';
import type { z } from 'zod';
import type { FormRules, FormSaving, FormStart } from './formOptions.ts';
import { useFormDraft } from './useFormDraft.ts';
import { useFormSaving } from './useFormSaving.ts';
import { useUnsavedWarning } from './useUnsavedWarning.ts';

/** The names of fields that hold a text. */
type TextName<Draft> = { [Field in keyof Draft]: Draft[Field] extends string ? Field : never }[keyof Draft] &
  string;

interface FormOptions<Draft extends object, Schema extends z.ZodObject, Answer>
  extends FormRules<Draft, Schema>,
    FormStart<Draft>,
    FormSaving<Draft, Schema, Answer> {
  /** Id of the form element, if a button needs it before the form is rendered. */
  id?: string;
  /** Whether the browser asks before the tab is closed with unsaved changes; true by default. */
  warns?: boolean;
}

/** The form's state and actions. Field components need only `draft`, `field` and `write`. */
export type Form<Draft extends object, Schema extends z.ZodObject = z.ZodObject> = ReturnType<
  typeof useForm<Draft, Schema, unknown>
>;

/**
 * Hold a form's state (docs/decisions/0053). Fields are validated by the contract from the first
 * submit on; a server error about a field stays until the field is changed. One save at a time.
 */
export function useForm<Draft extends object, Schema extends z.ZodObject, Answer>(
  options: FormOptions<Draft, Schema, Answer>,
) {
  const ownId = useId();
  const id = options.id ?? ownId;
  const held = useFormDraft(id, options);
  const { draft, problems, isChanged, isTakenUp, write, complain, forget, reopen } = held;
  const { isSaving, failure, submit, clearFailure } = useFormSaving(held, options);
  useUnsavedWarning((options.warns ?? true) && isChanged);

  return {
    draft,
    problems,
    isChanged,
    /** Whether it started with a stored draft. */
    isTakenUp,
    isSaving,
    /** Why the last save failed, unless a field shows the reason. */
    failure,
    write,
    complain,
    submit,
    /** Discard the draft. */
    forget,
    /** Reset the form as if it had opened with these values. */
    reopen(next: Draft) {
      clearFailure();
      reopen(next);
    },
    /** Props of the form element; a button outside of it names its id. */
    form: {
      id,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        submit();
      },
    },
    /** Props of TextField, TextArea and SelectField. */
    field: <Name extends TextName<Draft>>(name: Name) => ({
      name,
      value: draft[name] as string,
      error: problems[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        write({ [name]: target.value } as unknown as Partial<Draft>),
    }),
  };
}
