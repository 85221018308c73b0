import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TemplateKind } from '#shared/promptTemplates.ts';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { makeTemplate } from './settings.data.ts';
import { templateWords } from './templates.ts';

/** Generate a template from the script; leaving the page cancels it. */
export function useGeneration(kind: TemplateKind, projectId: number, onTemplate: (template: string) => void) {
  const client = useQueryClient();
  const running = useRef<AbortController>(null);
  /** Key of an interrupted call, which may have been answered: a repetition uses the same key. */
  const unanswered = useRef<string>(null);
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    const idempotencyKey = unanswered.current ?? crypto.randomUUID();
    unanswered.current = idempotencyKey;
    try {
      const options = { signal: abort.signal, idempotencyKey };
      const { template, creditBalance } = await makeTemplate(kind, projectId, options);
      unanswered.current = null;
      showBalance(client, projectId, creditBalance);
      onTemplate(template);
    } catch (error) {
      if (abort.signal.aborted || error instanceof ApiError) unanswered.current = null;
      if (!abort.signal.aborted) tell(error);
    } finally {
      running.current = null;
      setIsRunning(false);
    }
  }

  function tell(error: unknown) {
    const { failed } = templateWords[kind];
    const status = error instanceof ApiError ? error.status : 0;
    // Errors that the writer can correct are shown in the server's words: an empty script, AI
    // switched off.
    const description = [400, 403].includes(status)
      ? messageOf(error, failed.description)
      : failed.description;
    if (status === 403) void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey });
    if (isOutOfCredits(error)) showOutOfCredits();
    else toast({ ...failed, description });
  }

  return { isRunning, start, cancel: () => running.current?.abort() };
}
