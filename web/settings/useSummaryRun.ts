import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { type SummaryState, summariesQuery, updateSummaries } from './settings.data.ts';

/**
 * Summarise scenes in batches until all are done; leaving the page stops it, and finished ones are
 * kept.
 */
export function useSummaryRun(projectId: number) {
  const client = useQueryClient();
  const running = useRef<AbortController>(null);
  /** Key of an interrupted call, which may have been answered: a repetition uses the same key. */
  const unanswered = useRef<string>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(from: SummaryState) {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    setProblem(null);
    try {
      let { current, scenes } = from;
      while (current < scenes && !abort.signal.aborted) {
        const next = await nextBatch(abort.signal);
        if (next.current < next.scenes && next.current <= current) {
          setProblem('No more scenes could be summarised now. Please try again later.');
          break;
        }
        ({ current, scenes } = next);
      }
    } catch (error) {
      if (abort.signal.aborted || error instanceof ApiError) unanswered.current = null;
      if (!abort.signal.aborted) tell(error);
      // The interrupted batch may have summarised some scenes.
      void client.invalidateQueries({ queryKey: summariesQuery(projectId).queryKey });
    } finally {
      running.current = null;
      setIsRunning(false);
    }
  }

  async function nextBatch(signal: AbortSignal): Promise<SummaryState> {
    const idempotencyKey = unanswered.current ?? crypto.randomUUID();
    unanswered.current = idempotencyKey;
    const { state, creditBalance } = await updateSummaries(client, projectId, { signal, idempotencyKey });
    unanswered.current = null;
    showBalance(client, projectId, creditBalance);
    return state;
  }

  function tell(error: unknown) {
    if (isOutOfCredits(error)) showOutOfCredits();
    setProblem(messageOf(error, 'The summaries could not be updated. Please try again.'));
  }

  return { isRunning, problem, start, cancel: () => running.current?.abort() };
}
