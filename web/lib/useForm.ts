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
  /** Id of the form element, where a button needs it earlier. */
  id?: string;
  /** Before the tab is closed the browser asks, unless this is false. */
  warns?: boolean;
}

/** The form as screens use it; its fields only need `draft`, `field` and `write`. */
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
    /** It began with what an earlier form has left. */
    isTakenUp,
    isSaving,
    /** Why the last save failed, where that is not said at a field. */
    failure,
    write,
    complain,
    submit,
    /** Discard the draft. */
    forget,
    /** Everything is as if the form had opened with this. */
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
