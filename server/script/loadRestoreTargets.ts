import { and, eq, isNull } from 'drizzle-orm';
import type { RestoreTargets, ScriptSnapshot } from '#screenplay/edits/snapshot.ts';
import { idIn, inBatches } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { sequences, storyBeats } from '#server/db/schema/planning.ts';
import { comments } from '#server/db/schema/script.ts';
import { findMissingUrls } from '#server/storage/storage.ts';

/**
 * Load what elements and scenes that the edits may restore are attached to again: sequences, beats,
 * files and comments that still exist. Deleting a scene deletes its picture (decision OQ-89), and
 * restoring it creates no other.
 */
export async function loadRestoreTargets(
  tx: Db,
  { projectId, lastRecords, endedScenes, restoreTargets }: ScriptSnapshot,
): Promise<RestoreTargets> {
  const removed = [...lastRecords.values()].flatMap(({ isDeletion, kept }) =>
    isDeletion && kept ? kept : [],
  );
  if (removed.length + endedScenes.size === 0) return restoreTargets;
  const ended = [...endedScenes.values()].map(({ scene }) => scene);
  const scenes = [...ended, ...removed.flatMap(({ scene }) => scene ?? [])];
  const urls = [
    ...scenes.flatMap(({ imageUrl, videoUrl }) => [imageUrl, videoUrl]),
    ...removed.flatMap(({ element }) => [element?.dialogueAudioUrl ?? null, element?.soundEffectUrl ?? null]),
  ];
  const commentIds = removed.flatMap((kept) => kept.commentIds ?? []);
  return {
    sequenceActs: await sequenceActs(
      tx,
      scenes.flatMap(({ sequenceId }) => sequenceId ?? []),
    ),
    beatIds: await existingBeats(
      tx,
      projectId,
      scenes.flatMap(({ beatId }) => beatId ?? []),
    ),
    missingUrls: await findMissingUrls(tx, urls, { projectId }),
    freeCommentIds: await freeComments(tx, projectId, commentIds),
  };
}

async function sequenceActs(tx: Db, sequenceIds: readonly number[]): Promise<Map<number, number>> {
  const acts = new Map<number, number>();
  const { id, actNumber } = sequences;
  for (const ids of inBatches(sequenceIds))
    for (const found of await tx.select({ id, actNumber }).from(sequences).where(idIn(id, ids)))
      acts.set(found.id, found.actNumber);
  return acts;
}

async function existingBeats(
  tx: Db,
  projectId: number,
  beatIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const existing = new Set<number>();
  const { id } = storyBeats;
  for (const ids of inBatches(beatIds)) {
    const isNamed = and(eq(storyBeats.projectId, projectId), idIn(id, ids));
    for (const found of await tx.select({ id }).from(storyBeats).where(isNamed)) existing.add(found.id);
  }
  return existing;
}

/** Return the comments that still exist and are on no element. */
async function freeComments(
  tx: Db,
  projectId: number,
  commentIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const free = new Set<number>();
  const { id } = comments;
  for (const ids of inBatches(commentIds)) {
    const isFree = and(eq(comments.projectId, projectId), isNull(comments.scriptElementId), idIn(id, ids));
    for (const found of await tx.select({ id }).from(comments).where(isFree)) free.add(found.id);
  }
  return free;
}
