import { and, eq } from 'drizzle-orm';
import { changedRows } from '#screenplay/denseOrder.ts';
import { idIn, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { sequences, storyBeats } from '#server/db/schema/planning.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { arrangeScenes } from '#shared/contract/scenes.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Arrangement = HandlerInput<typeof arrangeScenes>['body']['scenes'][number];

/** Assign acts, sequences, beats and colours to scenes, all or none. Returns the changed scenes. */
export function arrangeScenesOf(
  db: Db,
  scope: Scope,
  arrangements: readonly Arrangement[],
): Promise<SceneRow[]> {
  return changeProject(db, scope, async ({ tx, projectId, changed }) => {
    const ids = arrangements.map(({ id }) => id);
    const stored = await tx
      .select()
      .from(scenes)
      .where(and(eq(scenes.projectId, projectId), idIn(scenes.id, ids)));
    const rowById = new Map(stored.map((row) => [row.id, row]));
    const actOf = await actsBySequence(tx, projectId);
    const beatIds = await beatIdsAmong(tx, projectId, arrangements);
    for (const { id, beatId, ...patch } of arrangements) {
      if (patch.sequenceId != null && !actOf.has(patch.sequenceId))
        throw invalid('Sequence not found', { sequenceId: 'No sequence of this project' });
      if (beatId != null && !beatIds.has(beatId))
        throw invalid('Story beat not found', { beatId: 'No story beat of this project' });
      const before = rowById.get(id);
      if (!before) throw notFound('Scene');
      rowById.set(id, {
        ...before,
        ...homeOf(before, patch, actOf),
        beatId: beatId === undefined ? before.beatId : beatId,
        colorTheme: patch.colorTheme === undefined ? before.colorTheme : patch.colorTheme,
      });
    }
    const after = [...rowById.values()];
    const moved = changedRows(stored, after);
    if (moved.length === 0) return [];
    const fields = moved.map(({ id, actNumber, sequenceId, beatId, colorTheme }) => ({
      id,
      actNumber,
      sequenceId,
      beatId,
      colorTheme,
    }));
    await updateRows(tx, scenes, fields);
    changed(
      'scene',
      fields.map(({ id }) => id),
    );
    return moved.toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  });
}

/**
 * Return a scene's act and sequence. A sequence implies its act; another act clears the sequence.
 */
function homeOf(
  before: SceneRow,
  { actNumber = before.actNumber, sequenceId }: Omit<Arrangement, 'id'>,
  actOf: ReadonlyMap<number, number>,
): Pick<SceneRow, 'actNumber' | 'sequenceId'> {
  if (sequenceId === undefined) {
    const stays = actNumber === before.actNumber;
    return { actNumber, sequenceId: stays ? before.sequenceId : null };
  }
  if (sequenceId === null) return { actNumber, sequenceId };
  if (actOf.get(sequenceId) !== actNumber)
    throw invalid('The sequence is in another act.', { sequenceId: 'Is in another act' });
  return { actNumber, sequenceId };
}

async function actsBySequence(db: Db, projectId: number): Promise<Map<number, number>> {
  const found = await db
    .select({ id: sequences.id, actNumber: sequences.actNumber })
    .from(sequences)
    .where(eq(sequences.projectId, projectId));
  return new Map(found.map(({ id, actNumber }) => [id, actNumber]));
}

async function beatIdsAmong(db: Db, projectId: number, arrangements: readonly Arrangement[]) {
  const named = arrangements.flatMap(({ beatId }) => beatId ?? []);
  if (named.length === 0) return new Set<number>();
  const found = await db
    .select({ id: storyBeats.id })
    .from(storyBeats)
    .where(and(eq(storyBeats.projectId, projectId), idIn(storyBeats.id, named)));
  return new Set(found.map(({ id }) => id));
}
