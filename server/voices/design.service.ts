import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { HttpRefusal, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { RequestName } from '#server/lib/requestId.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { attachFile, type Storage } from '#server/storage/storage.ts';
import type { VoiceDesign } from '#shared/contract/voices.ts';
import { errorTexts } from '#shared/errors.ts';
import type { VoiceLibrary } from './library.ts';
import {
  aliasOf,
  type CustomVoiceRow,
  charactersWithVoice,
  failPendingSince,
  pendingVoice,
  setFailed,
  setMade,
} from './voices.queries.ts';

export interface DesignDeps {
  db: Db;
  ai: Ai;
  storage: Storage;
  library: VoiceLibrary;
  jobs: DesignJobs;
}

export interface DesignOptions extends RequestName {
  userId: string;
  /** In the transaction that charges and keeps. */
  onKept(tx: Db): Promise<void>;
  /** How long the caller waits before it is answered that the voice is still being made. */
  waitMs?: number;
}

/** Voices that are being made whether or not somebody still waits for them. */
export interface DesignJobs {
  signal: AbortSignal;
  add(job: Promise<unknown>): void;
  /** When each of them has ended. */
  settled(): Promise<void>;
  /** Stops them, and waits until each has written down that it was stopped. */
  end(): Promise<void>;
}

const defaultWaitMs = 15_000;
/** No call to a model runs for so long (server/ai/metered.ts). */
const maxJobMs = 600_000;
const died = 'The server stopped while it was made. Nothing was charged.';

export function designJobs(): DesignJobs {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const settled = async () => void (await Promise.all(running));
  return {
    signal: stopping.signal,
    add(job) {
      const ended = job.catch(() => undefined); // the row has the reason, and waiting calls receive it
      running.add(ended);
      void ended.then(() => running.delete(ended));
    },
    settled,
    end() {
      stopping.abort();
      return settled();
    },
  };
}

interface MadeVoice {
  voice_id: string;
  name: string;
}

/**
 * Design a voice for a user. The row is stored first, then the work runs, also longer than its
 * caller waits; the returned id is then a permanent alias of the voice (decision OQ-96).
 */
export async function designCustomVoice(
  deps: DesignDeps,
  design: VoiceDesign,
  { waitMs = defaultWaitMs, ...options }: DesignOptions,
): Promise<MadeVoice> {
  const row = await pendingVoice(deps.db, options, design);
  const job = make(deps, row, design, options);
  deps.jobs.add(job);
  const waiting = new AbortController();
  const late = wait(waitMs, null, { signal: waiting.signal }).catch(() => null);
  const made = await Promise.race([job, late]).finally(() => waiting.abort());
  return made ?? { voice_id: aliasOf(row.id), name: row.name };
}

async function make(
  { db, ai, storage, library, jobs }: DesignDeps,
  row: CustomVoiceRow,
  design: VoiceDesign,
  { userId, requestId, fingerprint, onKept }: Omit<DesignOptions, 'waitMs'>,
): Promise<MadeVoice> {
  let audioUrl: string | null = null;
  try {
    const { value } = await ai.designVoice(
      { task: 'voice_design', ...design },
      {
        ...{ userId, projectId: null, requestId, fingerprint, signal: jobs.signal },
        about: { customVoiceId: row.id },
        prepare: async ({ voiceId, preview }) => {
          if (voiceId === '') throw new ModelFailure('garbled');
          if (preview && isOfType(preview, 'audio/mpeg')) audioUrl = await storage.put(preview, 'audio/mpeg');
        },
        keep: async (tx, { value }): Promise<MadeVoice> => {
          // Equal input makes the same built-in voice, but each design is a separate one.
          const { isBuiltIn } = ai.engineOf('voice_design');
          const voiceId = isBuiltIn ? `${value.voiceId}~${row.id}` : value.voiceId;
          const made = await setMade(tx, row.id, { voiceId, audioUrl });
          if (!made) throw notFound('Voice');
          if (audioUrl !== null) await attachFile(tx, audioUrl, { userId });
          await onKept(tx);
          return { voice_id: voiceId, name: made.name };
        },
      },
    );
    library.forget();
    await giveToCharacters(db, userId, aliasOf(row.id), value.voice_id);
    return value;
  } catch (error) {
    await setFailed(db, row.id, error instanceof HttpRefusal ? error.message : errorTexts.internal);
    throw error;
  } finally {
    await storage.discard([audioUrl]);
  }
}

/** Characters that were given the voice before it was made. */
async function giveToCharacters(db: Db, userId: string, alias: string, voiceId: string): Promise<void> {
  for (const [projectId, ids] of await charactersWithVoice(db, userId, alias))
    await changeProject(db, { projectId, userId }, async ({ tx, changed }) => {
      const inserted = await tx
        .update(characters)
        .set({ voiceId })
        .where(and(idIn(characters.id, ids), eq(characters.voiceId, alias)))
        .returning({ id: characters.id });
      if (inserted.length > 0)
        changed(
          'character',
          inserted.map(({ id }) => id),
        );
    });
}

/** Voices whose process died are not made any more. 'all': nobody else is on this database. */
export function endStaleDesigns(db: Db, now: Date | 'all'): Promise<number> {
  const before = now === 'all' ? new Date() : new Date(now.getTime() - maxJobMs);
  return failPendingSince(db, before, died);
}
