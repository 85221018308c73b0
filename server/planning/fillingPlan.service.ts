import { and, eq } from 'drizzle-orm';
import { type PlacedOnPage, pagesOfStructure, scenesInStructure } from '#screenplay/structures/placing.ts';
import type { StoryStructure } from '#screenplay/structures/structure.ts';
import { structureWith } from '#screenplay/structures/structures.ts';
import { idIn, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { acts, storyBeats } from '#server/db/schema/planning.ts';
import { scenes } from '#server/db/schema/script.ts';
import { conflict, notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { fillPlan } from '#shared/contract/acts.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { findActs } from './acts.queries.ts';

/** Create a plan from a story structure, in a project without acts. All or nothing. */
export function fillPlanOf(
  db: Db,
  scope: Scope,
  { structure: id, pages, scenes: placed }: HandlerInput<typeof fillPlan>['body'],
) {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId, changed } = change;
    if ((await findActs(tx, projectId)).length > 0) throw conflict('There is a plan already.');
    const structure = structureWith(id);
    const planned = pagesOfStructure(structure, pages);
    const actRows = structure.acts.map(({ title, subtitle, theme }, index) => ({
      projectId,
      number: index + 1,
      title,
      subtitle,
      startPage: planned[index]?.startPage ?? 1,
      endPage: planned[index]?.endPage ?? 1,
      colorTheme: theme,
      orderIndex: index,
    }));
    const actIds = await insertRows(tx, acts, actRows);
    const beatRows = structure.acts.flatMap(({ beats }, act) =>
      beats.map(({ title, description }, orderIndex) => ({
        projectId,
        actId: actIds[act] ?? 0,
        actNumber: act + 1,
        title,
        description,
        pageNumber: planned[act]?.beatPages[orderIndex] ?? null,
        orderIndex,
      })),
    );
    const beatIds = await insertRows(tx, storyBeats, beatRows);
    changed('act', actIds);
    changed('beat', beatIds);
    if (placed.length > 0) await placeScenes(change, { structure, pages, placed, beatIds });
    return findActs(tx, projectId);
  });
}

interface Placing {
  structure: StoryStructure;
  pages: number;
  placed: readonly PlacedOnPage[];
  /** Ids of the beats of all acts, in the order of the structure. */
  beatIds: readonly number[];
}

async function placeScenes(
  { tx, projectId, changed }: ProjectChange,
  { structure, pages, placed, beatIds }: Placing,
): Promise<void> {
  const found = await tx
    .select({ id: scenes.id })
    .from(scenes)
    .where(
      and(
        eq(scenes.projectId, projectId),
        idIn(
          scenes.id,
          placed.map(({ id }) => id),
        ),
      ),
    );
  if (found.length < new Set(placed.map(({ id }) => id)).size) throw notFound('Scene');
  const firstBeats = structure.acts.map((_, act) =>
    structure.acts.slice(0, act).reduce((sum, { beats }) => sum + beats.length, 0),
  );
  const rows = scenesInStructure(structure, placed, pages).map(({ id, act, beat }) => ({
    id,
    actNumber: act + 1,
    sequenceId: null,
    beatId: beat === null ? null : (beatIds[(firstBeats[act] ?? 0) + beat] ?? null),
  }));
  await updateRows(tx, scenes, rows);
  changed(
    'scene',
    rows.map(({ id }) => id),
  );
}
