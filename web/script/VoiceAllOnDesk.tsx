import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { generateDialogueAudio } from '#shared/contract/audio.ts';
import { aiStateQuery, refreshAiState } from '#web/assistant/assistant.data.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { offerOf } from '#web/lib/offer.ts';
import { isOutOfCredits, isOverLimit, tellOutOfCredits, tellOverLimit } from '#web/lib/outOfCredits.ts';
import { useStore } from '#web/lib/store.ts';
import { windowClock } from '#web/playback/sound.ts';
import { VoiceAllLines } from '#web/playback/tableRead/VoiceAllLines.tsx';
import {
  createVoicing,
  type UnvoicedLine,
  unvoicedLines,
  type Voicing,
  voicingCredits,
} from '#web/playback/tableRead/voicing.ts';
import { type ScriptDesk, useDesk } from './desk/scriptDesk.ts';
import { scriptLists } from './script.data.ts';

/** Has the dialogue of the whole script spoken and stored, where its files are missing or old. */
export function VoiceAllOnDesk() {
  const desk = useDesk();
  const client = useQueryClient();
  const { project, characters } = useStore(desk.given);
  // Of all of the script, whatever is shown of it.
  const elements = useStore(desk.changes.script);
  const lines = useMemo(() => unvoicedLines(elements, characters), [elements, characters]);
  const voicing = voicingOf(desk, client);
  const offer = offerOf(useQuery(aiStateQuery(project.id)), ({ voices: { speech } }) => {
    const credits = voicingCredits(lines, speech.price);
    return { engine: speech.engine, price: credits === null ? null : { exact: credits } };
  });
  const start = async () => {
    desk.writing.save();
    await desk.changes.outbox.settled().catch(() => {}); // what could not be stored is not spoken
    await voicing.start(unvoicedLines(desk.changes.elements(), desk.given.get().characters));
    refreshAiState(client, project.id);
  };
  return (
    <VoiceAllLines
      count={lines.length}
      price={offer.is === 'open' ? offer.price : null}
      closed={
        offer.is === 'closed' ? offer.why : offer.is === 'unknown' ? 'The price could not be loaded.' : null
      }
      low={offer.is === 'open' ? offer.low : null}
      state={useStore(voicing.state)}
      onStart={() => void start()}
      onCancel={voicing.cancel}
    />
  );
}

/** It goes on while the table read is closed, as long as the script is open. */
const voicings = new WeakMap<ScriptDesk, Voicing>();

function voicingOf(desk: ScriptDesk, client: QueryClient): Voicing {
  const known = voicings.get(desk);
  if (known) return known;
  const { id: projectId } = desk.given.get().project;
  /** Calls without an answer go under the same key when they are made again. */
  const keys = new Map<string, string>();
  const speak = async ({ elementId, characterName, text }: UnvoicedLine, signal: AbortSignal) => {
    const name = JSON.stringify([elementId, characterName, text]);
    const idempotencyKey = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, idempotencyKey);
    try {
      const body = { elementId, projectId, characterName, text };
      const { element } = await call(generateDialogueAudio, { body }, { signal, idempotencyKey });
      keys.delete(name);
      const lists = scriptLists(client, projectId);
      const { dialogueAudioUrl, dialogueAudioKey } = element;
      // It may have been written on meanwhile.
      const own = lists.elements().filter(({ id }) => id === elementId);
      lists.put({
        elements: own.map((now) => ({ ...now, dialogueAudioUrl, dialogueAudioKey })),
        ...{ removedIds: [], renumbered: [], scenes: [], removedSceneIds: [] },
      });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) keys.delete(name);
      throw error;
    }
  };
  const made = createVoicing({ speak, onFailure: goesOn, isTooOften, clock: windowClock });
  voicings.set(desk, made);
  return made;
}

function isTooOften(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

function goesOn(error: unknown): boolean {
  if (isOutOfCredits(error)) tellOutOfCredits();
  else if (isOverLimit(error)) tellOverLimit(error);
  else {
    logFailure('Failed to generate dialogue audio', error);
    return true;
  }
  return false;
}
