import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { isOutOfCredits, tellOutOfCredits } from '#web/lib/outOfCredits.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { describeStyle } from './characters.data.ts';
import { type Draft, fieldsOf } from './draft.ts';

/** Has the style of a character described from what the form says of it; closing the form gives it up. */
export function useStyle(projectId: number, onStyle: (style: string) => void) {
  const client = useQueryClient();
  const running = useRef<AbortController>(null);
  /** Of a call that broke off, which the server may have answered: pressed again, it goes under the same key. */
  const unanswered = useRef<{ body: string; key: string }>(null);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function start(draft: Draft) {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    const { name: characterName, description, role, age, characterType } = fieldsOf(draft);
    const body = { characterName, projectId, description, role, age, characterType };
    const text = JSON.stringify(body);
    const idempotencyKey = unanswered.current?.body === text ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { body: text, key: idempotencyKey };
    try {
      const options = { signal: abort.signal, idempotencyKey };
      const { styleDescription, creditBalance } = await describeStyle(body, options);
      unanswered.current = null;
      showBalance(client, projectId, creditBalance);
      if (!abort.signal.aborted) onStyle(styleDescription);
    } catch (error) {
      if (abort.signal.aborted || error instanceof ApiError) unanswered.current = null;
      if (!abort.signal.aborted) tell(error);
    } finally {
      running.current = null;
      setIsRunning(false);
    }
  }

  function tell(error: unknown) {
    const { styleFailed, styleUnreachable } = toastTexts;
    if (isOutOfCredits(error)) tellOutOfCredits();
    else if (error instanceof ApiError) {
      if (error.status === 403) refreshAiState(client, projectId);
      toast({ ...styleFailed, description: messageOf(error, styleFailed.description) });
    } else toast(styleUnreachable);
  }

  return { isRunning, start, cancel: () => running.current?.abort() };
}
