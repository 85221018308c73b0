import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldProblemsOf } from './api.ts';
import { changedFields } from './formBody.ts';
import type { FormRules, FormSaving } from './formOptions.ts';
import type { FormProblems } from './formProblems.ts';
import { bodyOfDraft } from './formResolver.ts';
import type { FormDraft } from './useFormDraft.ts';

/** Save a form's draft, one save at a time. */
export function useFormSaving<Draft extends object, Schema extends z.ZodObject, Answer>(
  { draft, opened, complain, validate, forget }: FormDraft<Draft>,
  options: FormRules<Draft, Schema> & FormSaving<Draft, Schema, Answer>,
) {
  const { save, onSaved, onWrong, onRejected, rejectedFields = fieldProblemsOf } = options;
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // Two presses may arrive before the first one is rendered.
  const isUnderWay = useRef(false);
  const isThere = useIsMounted();

  const send = async (values: Draft) => {
    const body = bodyOfDraft(options, values);
    const written = {
      draft: values,
      opened,
      body,
      changes: changedFields(bodyOfDraft(options, opened), body),
    };
    const sending = save(written);
    if (!sending) return;
    setFailure(null);
    setIsSaving(true);
    let answer: Answer;
    try {
      answer = await sending;
    } catch (error) {
      if (isThere.current) reject(error);
      return;
    } finally {
      setIsSaving(false);
    }
    forget();
    if (isThere.current) onSaved?.(answer, written);
  };
  const reject = (error: unknown) => {
    const known = Object.entries(rejectedFields(error)).filter(([name]) => name in draft);
    if (known.length > 0) complain(Object.fromEntries(known) as FormProblems<Draft>);
    else setFailure(error);
    onRejected?.(error);
  };
  const submit = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await validate(send, onWrong);
    } finally {
      isUnderWay.current = false;
    }
  };
  return {
    isSaving,
    /** Why the last save failed, unless a field shows the reason. */
    failure,
    submit: () => void submit(),
    clearFailure: () => setFailure(null),
  };
}

/** Return a function for request callbacks that tells whether the component is still mounted. */
function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
