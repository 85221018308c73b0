import { useRef, useState } from 'react';
import { useForm as useFields } from 'react-hook-form';
import type { z } from 'zod';
import { changedFields } from './formBody.ts';
import type { FormRules, FormStart } from './formOptions.ts';
import { type FormProblems, focusFirst, problemsIn } from './formProblems.ts';
import { formResolver } from './formResolver.ts';

type Values = Record<string, unknown>;

/** The draft of a form, as `useFormDraft` returns it. */
export type FormDraft<Draft extends object> = ReturnType<typeof useFormDraft<Draft, z.ZodObject>>;

/** Hold the values of a form, their errors and the stored draft. */
export function useFormDraft<Draft extends object, Schema extends z.ZodObject>(
  id: string,
  options: FormRules<Draft, Schema> & FormStart<Draft>,
) {
  const { keeps } = options;
  // Values at the opening: saving does not undo others' changes.
  const [opened, setOpened] = useState(options.opened);
  const [kept] = useState(() => keeps?.read() ?? null);
  const isTried = useRef(false);
  const fields = useFields<Values>({
    defaultValues: { ...opened, ...kept } as Values,
    resolver: formResolver(options),
    shouldFocusError: false,
  });
  const draft = fields.watch() as Draft;

  return {
    opened,
    draft,
    problems: problemsIn<Draft>(fields.formState.errors),
    isChanged: !isSame(opened, draft),
    /** Whether it started with a stored draft. */
    isTakenUp: kept !== null,
    write(change: Partial<Draft>) {
      for (const [name, value] of Object.entries(change)) {
        const shouldValidate = isTried.current || fields.getFieldState(name).invalid;
        fields.setValue(name, value, { shouldValidate });
      }
      const written = fields.getValues() as Draft;
      keeps?.write(isSame(opened, written) ? null : written);
    },
    /** Show errors of fields as if the server had sent them, and focus the first one. */
    complain(found: FormProblems<Draft>) {
      for (const [name, message] of Object.entries<string | undefined>(found))
        if (message !== undefined) fields.setError(name, { type: 'server', message });
      focusFirst(id, found);
    },
    /** Validate all fields, and each changed one from now on. Focuses the first wrong field. */
    validate(onValid: (draft: Draft) => Promise<void>, onWrong?: (problems: FormProblems<Draft>) => void) {
      isTried.current = true;
      const check = fields.handleSubmit(
        (values) => onValid(values as Draft),
        (errors) => {
          const found = problemsIn<Draft>(errors);
          focusFirst(id, found);
          onWrong?.(found);
        },
      );
      return check();
    },
    /** Discard the stored draft. */
    forget: () => keeps?.write(null),
    reopen(next: Draft) {
      isTried.current = false;
      setOpened(next);
      fields.reset({ ...next } as Values);
    },
  };
}

function isSame<Draft extends object>(one: Draft, other: Draft): boolean {
  return Object.keys(changedFields(one, other)).length === 0;
}
