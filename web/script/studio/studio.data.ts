import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  generateDialogueAudio,
  generateSoundEffect,
  updateAudioPreferences,
} from '#shared/contract/audio.ts';
import { type Element, updateElement } from '#shared/contract/elements.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { useViewScopedTask } from '#web/ai/useGenerationTask.ts';
import { refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { scriptLists } from '#web/scriptSync/script.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';

type Asked =
  | { type: 'speech'; body: CallInput<typeof generateDialogueAudio>['body'] }
  | { type: 'effect'; body: CallInput<typeof generateSoundEffect>['body'] };

/** Put the stored element into every cached list. */
export function putElement(client: QueryClient, projectId: number, element: Element): void {
  scriptLists(client, projectId).applyReply({
    elements: [element],
    removedIds: [],
    renumbered: [],
    scenes: [],
    removedSceneIds: [],
  });
}

/**
 * Make the audio of an element. Failures are only logged (docs/spec/audio.md), except missing
 * credits (decision OQ-41). `onNote` receives the engine's remark about the sound.
 */
export function useMakeAudio(projectId: number, onNote: (note: string | null) => void) {
  const client = useQueryClient();
  const { ask, cancel, isRunning } = useViewScopedTask();
  const make = (asked: Asked) =>
    void ask(JSON.stringify(asked), {
      ask: async (options) => {
        onNote(null);
        const { element, creditBalance, note } = await askForAudio(asked, options);
        putElement(client, projectId, element);
        showBalance(client, projectId, creditBalance);
        onNote(note ?? null);
      },
      // It may have been made and charged nevertheless.
      lost: () => {
        refreshAiState(client, projectId);
        scriptLists(client, projectId).invalidate();
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true });
      },
      failed: (error) => {
        logFailure('Failed to generate audio', error);
        if (isOutOfCredits(error)) return showOutOfCredits();
        if (isOverLimit(error)) return showOverLimit(error);
        // AI was switched off or the element deleted, which the view shows.
        if (!(error instanceof ApiError && [403, 404].includes(error.status))) return;
        refreshAiState(client, projectId);
        scriptLists(client, projectId).invalidate();
      },
    });
  return { make, cancel, isMaking: isRunning };
}

async function askForAudio(
  asked: Asked,
  options: { signal: AbortSignal; idempotencyKey: string },
): Promise<CallReply<typeof generateSoundEffect>> {
  return asked.type === 'speech'
    ? call(generateDialogueAudio, { body: asked.body }, options)
    : call(generateSoundEffect, { body: asked.body }, options);
}

/** Remove the audio of an element (decision OQ-76). */
export async function removeAudio(
  client: QueryClient,
  projectId: number,
  elementId: number,
  kind: 'speech' | 'effect',
): Promise<void> {
  const body = kind === 'speech' ? { dialogueAudioUrl: null } : { soundEffectUrl: null };
  const { scenes, removedSceneIds, ...element } = await call(updateElement, {
    params: { id: elementId },
    body,
  });
  scriptLists(client, projectId).applyReply({
    elements: [element],
    removedIds: [],
    renumbered: [],
    scenes,
    removedSceneIds,
  });
}

export const savePreferences = (
  elementId: number,
  body: CallInput<typeof updateAudioPreferences>['body'],
  isLast: boolean,
): Promise<Element> => call(updateAudioPreferences, { params: { id: elementId }, body }, { isLast });
