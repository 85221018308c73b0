import type { FieldErrors } from 'react-hook-form';

/** Errors with their remedies, by field name. */
export type FormProblems<Draft> = { readonly [Field in keyof Draft]?: string | undefined };

/** Return the errors of react-hook-form as texts. */
export function problemsIn<Draft>(errors: FieldErrors<Record<string, unknown>>): FormProblems<Draft> {
  const messages = Object.entries<unknown>(errors).map(([name, error]) => [name, messageIn(error)]);
  return Object.fromEntries(messages) as FormProblems<Draft>;
}

/** Return the first error of a field with parts. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
}

/** Focus the first wrong field in the order of the document, not in the order of the checks. */
export function focusFirst(formId: string, problems: FormProblems<unknown>): void {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const found = new Map<string, unknown>(Object.entries(problems).filter(([, problem]) => problem));
  const wrong = [...form.elements].find((element) => {
    const name = element.getAttribute('name');
    return name !== null && found.has(name);
  });
  if (wrong instanceof HTMLElement) wrong.focus();
}
