import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Ai } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { httpErrorOf, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { RequestName } from '#server/lib/requestId.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { attachFile, type Storage } from '#server/storage/storage.ts';
import type { VoiceDesign } from '#shared/contract/voices.ts';
import type { VoiceLibrary } from './library.ts';
import {
  aliasOf,
  type CustomVoiceRow,
  charactersWithVoice,
  failPendingFor,
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
  /** Runs in the transaction that charges for the voice. */
  onKept(tx: Db): Promise<void>;
  /** Maximum wait of the caller. Then the reply says that the voice is still being made. */
  waitMs?: number;
}

/** Designs that run in the background, also after their caller's wait. */
export interface DesignJobs {
  signal: AbortSignal;
  add(job: Promise<unknown>): void;
  /** Resolve when all designs have ended. */
  settled(): Promise<void>;
  /** Abort all designs, and wait until each has stored that it was aborted. */
  end(): Promise<void>;
}

const defaultWaitMs = 15_000;
/** Maximum duration of a design. No call to a model is longer (server/ai/metered.ts). */
const maxJobMs = 600_000;
const died = 'The server stopped while it was made. Nothing was charged.';

export function designJobs(): DesignJobs {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const settled = async () => void (await Promise.all(running));
  return {
    signal: stopping.signal,
    add(job) {
      const ended = job.catch(() => undefined); // its row contains the reason, and a waiting caller receives it
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
 * Design a voice for a user. The row is stored first, then the design runs, if necessary for longer
 * than the caller waits. The id returned then is a permanent alias of the voice (decision OQ-96).
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
          // Add a suffix, because the same input produces the same built-in voice.
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
    await updateCharacters(db, userId, aliasOf(row.id), value.voice_id);
    return value;
  } catch (error) {
    await setFailed(db, row.id, httpErrorOf(error).message);
    throw error;
  } finally {
    await storage.discard([audioUrl]);
  }
}

/** Update the characters to which the user assigned the voice before it was made. */
async function updateCharacters(db: Db, userId: string, alias: string, voiceId: string): Promise<void> {
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

/** Mark the designs of dead processes as failed. 'all': no other process uses the database. */
export function endStaleDesigns(db: Db, which: 'stale' | 'all'): Promise<number> {
  return failPendingFor(db, which === 'all' ? 0 : maxJobMs, died);
}
