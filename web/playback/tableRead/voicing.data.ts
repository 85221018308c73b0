import type { QueryClient } from '@tanstack/react-query';
import { generateDialogueAudio } from '#shared/contract/audio.ts';
import type { Project } from '#shared/contract/projects.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { setBackgroundTask } from '#web/backgroundTasks/backgroundTasks.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { scriptLists } from '#web/scriptSync/script.data.ts';
import { windowClock } from '../sound.ts';
import { createVoicing, type UnvoicedLine, type Voicing } from './voicing.ts';

type VoicedProject = Pick<Project, 'id' | 'name'>;

/**
 * One voicing per project, whichever screen started it. It continues while other screens are open.
 */
const voicings = new WeakMap<QueryClient, Map<number, Voicing>>();

export function voicingOf(client: QueryClient, project: VoicedProject): Voicing {
  const ofClient = voicings.get(client) ?? new Map<number, Voicing>();
  voicings.set(client, ofClient);
  const known = ofClient.get(project.id);
  if (known) return known;
  const speak = createSpeak(client, project.id);
  const made = createVoicing({ speak, onFailure: canContinue, isRateLimited, clock: windowClock });
  made.state.watch(() => trackVoicing(project, made));
  ofClient.set(project.id, made);
  return made;
}

export const voicingKey = ({ id }: Pick<Project, 'id'>) => `voicing/${id}`;

function trackVoicing(project: VoicedProject, { state, cancel }: Voicing): void {
  const { isRunning, total, done, failed } = state.get();
  const key = voicingKey(project);
  const label = `Voices of ${project.name}`;
  if (isRunning) {
    const fraction = (done + failed) / Math.max(1, total);
    setBackgroundTask(key, { label, state: { status: 'running', fraction, cancel } });
  } else if (failed > 0) {
    const text = `${failed} of ${total} lines could not be voiced.`;
    setBackgroundTask(key, {
      label,
      state: { status: 'failed', text, dismiss: () => setBackgroundTask(key, null) },
    });
  } else setBackgroundTask(key, null);
}

/**
 * Return a function that has a line spoken and stored. Retries of unanswered calls use the same
 * idempotency key.
 */
function createSpeak(client: QueryClient, projectId: number) {
  const keys = new Map<string, string>();
  return async ({ elementId, characterName, text }: UnvoicedLine, signal: AbortSignal) => {
    const name = JSON.stringify([elementId, characterName, text]);
    const idempotencyKey = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, idempotencyKey);
    try {
      const body = { elementId, projectId, characterName, text };
      const { element } = await call(generateDialogueAudio, { body }, { signal, idempotencyKey });
      keys.delete(name);
      const lists = scriptLists(client, projectId);
      const { dialogueAudioUrl, dialogueAudioKey } = element;
      // The element may have been edited in the meantime.
      const own = lists.elements().filter(({ id }) => id === elementId);
      lists.applyReply({
        elements: own.map((now) => ({ ...now, dialogueAudioUrl, dialogueAudioKey })),
        ...{ removedIds: [], renumbered: [], scenes: [], removedSceneIds: [] },
      });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) keys.delete(name);
      throw error;
    }
  };
}

function isRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

function canContinue(error: unknown): boolean {
  if (isOutOfCredits(error)) showOutOfCredits();
  else if (isOverLimit(error)) showOverLimit(error);
  else {
    logFailure('Failed to generate dialogue audio', error);
    return true;
  }
  return false;
}
