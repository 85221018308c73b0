import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm as useFields } from 'react-hook-form';
import type { z } from 'zod';
import { fieldProblemsOf } from './api.ts';
import { changedFields, type FormBody, formBody } from './formBody.ts';
import { useUnsavedWarning } from './useUnsavedWarning.ts';

type Values = Record<string, unknown>;

/** Errors with their remedies, by field name. */
export type FormProblems<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

/** The names of fields that hold a text. */
type TextName<Draft> = { [Field in keyof Draft]: Draft[Field] extends string ? Field : never }[keyof Draft] &
  string;

/** The submitted values. */
export interface SubmittedForm<Draft, Schema extends z.ZodObject> {
  draft: Draft;
  /** Values at the opening of the form. */
  opened: Draft;
  /** As the contract takes it. */
  body: FormBody<Draft, Schema>;
  /** Only what was changed here. */
  changes: Partial<FormBody<Draft, Schema>>;
}

interface FormOptions<Draft extends object, Schema extends z.ZodObject, Answer> {
  /**
   * The contract's body schema. Its errors about fields outside of the form are left to the server.
   */
  schema?: Schema;
  /** Id of the form element, where a button needs it earlier. */
  id?: string;
  /** The stored values; read once, when the form opens. */
  opened: Draft | (() => Draft);
  /** Storage of the draft until it is saved or discarded (web/lib/draftStorage.ts). */
  keeps?: { read: () => Partial<Draft> | null; write: (draft: Draft | null) => void };
  /** Where something else is meant than what is typed. */
  meant?: (draft: Draft) => Draft;
  /**
   * Errors in addition to, or in place of, the contract's. Null: ignore the contract's error about
   * this field.
   */
  rules?: (draft: Draft) => { readonly [Field in keyof Draft]?: string | null | undefined };
  /** Before the tab is closed the browser asks, unless this is false. */
  warns?: boolean;
  /** Sends what is written; null where nothing is sent. Rejects where the server refuses. */
  save: (written: SubmittedForm<Draft, Schema>) => Promise<Answer> | null;
  /** Only while the form is still there. */
  onSaved?: (answer: Answer, written: SubmittedForm<Draft, Schema>) => void;
  /** A save was tried while something is wrong with these. */
  onWrong?: (problems: FormProblems<Draft>) => void;
  /** Only while the form is still there. */
  onRefused?: (error: unknown) => void;
  /** Return the errors of a server rejection by field. */
  refusedFields?: (error: unknown) => Readonly<Record<string, string>>;
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
  const { schema, keeps, rules, warns = true, save, onSaved, onWrong, onRefused } = options;
  const { meant, refusedFields = fieldProblemsOf } = options;
  const bodyOf = (draft: Draft) => formBody(schema, meant?.(draft) ?? draft);
  // Values at the opening: saving does not undo others' changes.
  const [opened, setOpened] = useState(options.opened);
  const [kept] = useState(() => keeps?.read() ?? null);
  const ownId = useId();
  const id = options.id ?? ownId;
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isTried = useRef(false);
  // Two presses may come before the first one is drawn.
  const isUnderWay = useRef(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const judge: Resolver<Values> = async (values, context, options) => {
    const draft = values as Draft;
    const judged =
      schema &&
      (await zodResolver(schema, undefined, { mode: 'sync' })(
        bodyOf(draft) as z.input<Schema>,
        context as never,
        options as never,
      ));
    const problems = Object.entries<unknown>(judged?.errors ?? {}).map(([name, error]) => [
      name,
      messageIn(error),
    ]);
    const ruled = Object.entries(rules?.(draft) ?? {}).filter(([, problem]) => problem !== undefined);
    const found = Object.entries({ ...Object.fromEntries(problems), ...Object.fromEntries(ruled) });
    const errors = found
      .filter(([name, problem]) => name in draft && typeof problem === 'string')
      .map(([name, message]) => [name, { type: 'wrong', message }]);
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  };
  const fields = useFields<Values>({
    defaultValues: { ...opened, ...kept } as Values,
    resolver: judge,
    shouldFocusError: false,
  });
  const draft = fields.watch() as Draft;
  const problems = problemsIn<Draft>(fields.formState.errors);
  const isChanged = !isSame(opened, draft);
  useUnsavedWarning(warns && isChanged);

  const write = (change: Partial<Draft>) => {
    for (const [name, value] of Object.entries(change)) {
      const shouldValidate = isTried.current || fields.getFieldState(name).invalid;
      fields.setValue(name, value, { shouldValidate });
    }
    const written = fields.getValues() as Draft;
    keeps?.write(isSame(opened, written) ? null : written);
  };
  /** Says what is wrong with fields, as if the server had, and goes to the first of them. */
  const complain = (found: FormProblems<Draft>) => {
    for (const [name, message] of Object.entries<string | undefined>(found))
      if (message !== undefined) fields.setError(name, { type: 'server', message });
    focusFirst(id, found);
  };
  const send = async (values: Values) => {
    const body = bodyOf(values as Draft);
    const changes = changedFields(bodyOf(opened), body);
    const written = { draft: values as Draft, opened, body, changes };
    const sending = save(written);
    if (!sending) return;
    setFailure(null);
    setIsSaving(true);
    let answer: Answer;
    try {
      answer = await sending;
    } catch (error) {
      if (isThere.current) refuse(error);
      return;
    } finally {
      setIsSaving(false);
    }
    keeps?.write(null);
    if (isThere.current) onSaved?.(answer, written);
  };
  const refuse = (error: unknown) => {
    const known = Object.entries(refusedFields(error)).filter(([name]) => name in draft);
    if (known.length > 0) complain(Object.fromEntries(known) as FormProblems<Draft>);
    else setFailure(error);
    onRefused?.(error);
  };
  const submit = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    isTried.current = true;
    try {
      await fields.handleSubmit(send, (errors) => {
        const found = problemsIn<Draft>(errors);
        focusFirst(id, found);
        onWrong?.(found);
      })();
    } finally {
      isUnderWay.current = false;
    }
  };

  return {
    draft,
    problems,
    isChanged,
    /** It began with what an earlier form has left. */
    isTakenUp: kept !== null,
    isSaving,
    /** Why the last save failed, where that is not said at a field. */
    failure,
    write,
    complain,
    submit: () => void submit(),
    /** Discard the draft. */
    forget: () => keeps?.write(null),
    /** Everything is as if the form had opened with this. */
    reopen(next: Draft) {
      isTried.current = false;
      setOpened(next);
      setFailure(null);
      fields.reset({ ...next } as Values);
    },
    /** Props of the form element; a button outside of it names its id. */
    form: {
      id,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
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

function isSame<Draft extends object>(one: Draft, other: Draft): boolean {
  return Object.keys(changedFields(one, other)).length === 0;
}

function problemsIn<Draft>(errors: FieldErrors<Values>): FormProblems<Draft> {
  const messages = Object.entries<unknown>(errors).map(([name, error]) => [name, messageIn(error)]);
  return Object.fromEntries(messages) as FormProblems<Draft>;
}

/** Return the first error of a field with parts. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
}

/** In the order in which they stand, not in which they were checked. */
function focusFirst(formId: string, problems: FormProblems<unknown>): void {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const found = new Map<string, unknown>(Object.entries(problems).filter(([, problem]) => problem));
  const wrong = [...form.elements].find((element) => {
    const name = element.getAttribute('name');
    return name !== null && found.has(name);
  });
  if (wrong instanceof HTMLElement) wrong.focus();
}
