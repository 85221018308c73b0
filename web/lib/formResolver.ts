import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type FormBody, formBody } from './formBody.ts';
import type { FormRules } from './formOptions.ts';
import { messageIn } from './formProblems.ts';

/** Return the body that the contract takes for a draft. */
export function bodyOfDraft<Draft extends object, Schema extends z.ZodObject>(
  { schema, meant }: FormRules<Draft, Schema>,
  draft: Draft,
): FormBody<Draft, Schema> {
  return formBody(schema, meant?.(draft) ?? draft);
}

/** Create the validator of a form: the contract's errors, then the form's own rules over them. */
export function formResolver<Draft extends object, Schema extends z.ZodObject>(
  rules: FormRules<Draft, Schema>,
): Resolver<Record<string, unknown>> {
  return async (values, context, options) => {
    const draft = values as Draft;
    const judged =
      rules.schema &&
      (await zodResolver(rules.schema, undefined, { mode: 'sync' })(
        bodyOfDraft(rules, draft) as z.input<Schema>,
        context as never,
        options as never,
      ));
    const errors = errorsOf(draft, judged?.errors ?? {}, rules.rules?.(draft) ?? {});
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** Return errors by field. A rule replaces the contract's error, and null removes it. */
function errorsOf(draft: object, judged: object, ruled: object): FieldErrors<Record<string, unknown>> {
  const problems = Object.entries(judged).map(([name, error]) => [name, messageIn(error)]);
  const own = Object.entries(ruled).filter(([, problem]) => problem !== undefined);
  const found = Object.entries<unknown>({ ...Object.fromEntries(problems), ...Object.fromEntries(own) });
  return Object.fromEntries(
    found
      .filter(([name, problem]) => name in draft && typeof problem === 'string')
      .map(([name, message]) => [name, { type: 'wrong', message: message as string }]),
  );
}
