import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { analyseTension, listTensionPoints } from '#shared/contract/tension.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { isOutOfCredits, tellOutOfCredits } from '#web/lib/outOfCredits.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';

/** What the last analysis found; reading it costs nothing. */
export function tensionQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'tension-points'],
    queryFn: ({ signal }) => call(listTensionPoints, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Has the tension of all beats analysed; leaving the page gives it up. */
export function useAnalysis(projectId: number) {
  const client = useQueryClient();
  const running = useRef<AbortController>(null);
  /** Of a call that broke off, which the server may have answered: sent again, it goes under the same key. */
  const unanswered = useRef<string>(null);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const { queryKey } = tensionQuery(projectId);
  const ask = (key: readonly unknown[]) => void client.invalidateQueries({ queryKey: key, exact: true });
  const askBalance = () => {
    ask(aiStateQuery(projectId).queryKey);
    ask(currentUserQuery.queryKey);
  };

  async function start() {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    const idempotencyKey = unanswered.current ?? crypto.randomUUID();
    unanswered.current = idempotencyKey;
    try {
      const options = { signal: abort.signal, idempotencyKey };
      const points = await call(analyseTension, { params: { id: projectId } }, options);
      unanswered.current = null;
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, points);
      askBalance();
      toast(toastTexts.tensionAnalysed);
    } catch (error) {
      if (abort.signal.aborted || error instanceof ApiError) unanswered.current = null;
      if (!abort.signal.aborted) tell(error);
    } finally {
      running.current = null;
      setIsRunning(false);
    }
  }

  function tell(error: unknown) {
    // No answer came: it may have been analysed all the same, and paid for. Or AI is off by now, or the credits gone.
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 0) ask(queryKey);
    if ([0, 402, 403].includes(status)) askBalance();
    if (isOutOfCredits(error)) return tellOutOfCredits();
    const description = messageOf(error, toastTexts.tensionFailed.description);
    toast({ ...toastTexts.tensionFailed, description });
  }

  return { isRunning, start: () => void start(), cancel: () => running.current?.abort() };
}
