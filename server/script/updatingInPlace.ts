import { sql } from 'drizzle-orm';
import { insertion, updating } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { comments, scriptElements, scriptHistory } from '#server/db/schema/script.ts';
import { counting, type Note, noting } from '#server/lib/projectChange.ts';
import { movedAnchors } from './anchors.ts';
import type { UpdateEdit } from './edit.ts';
import { historyRow, type Telling } from './history.ts';
import { draftOf, staysInPlace } from './loading.ts';
import type { AnsweredOnce } from './requests.ts';
import { type ElementRow, elementToChange } from './script.queries.ts';
import { update } from './updating.ts';

/**
 * An update that moves nothing and touches no scene, as most are, on the version it names: one statement reads, one
 * writes all there is to write if the project still has the revision that was read. Undefined where any of that does
 * not hold; then nothing is written. With `once` the answer is recorded in the same statement; a call that was answered
 * before, or that changes nothing, is left to the longer way.
 */
export async function updateInPlace(
  db: Db,
  where: { projectId: number; userId: string },
  edit: UpdateEdit,
  telling: Telling = {},
  once?: AnsweredOnce<ElementRow>,
): Promise<ElementRow | undefined> {
  const found = await elementToChange(db, where.projectId, edit.id, once?.isAnswered);
  if (!found || found.isAnswered) return undefined;
  const { element, revision, anchored } = found;
  const stored = new Map([[element.id, element]]);
  const isStale = edit.baseVersion !== undefined && edit.baseVersion < element.version;
  if (isStale || !staysInPlace(edit, stored)) return undefined;
  const draft = draftOf({ ...where, tx: db, changed: () => undefined }, stored);
  update(draft, edit);
  const after = draft.rows.get(element.id);
  if (!after || draft.changedIds.size === 0) return once ? undefined : after;

  const moved =
    after.content === element.content
      ? []
      : movedAnchors({ before: element.content, after: after.content }, anchored);
  const notes: Note[] = [{ entity: 'element', ids: [element.id] }];
  if (moved.length > 0) notes.push({ entity: 'comment', ids: moved.map(({ id }) => id) });
  const { projectId: _, sceneId: __, orderIndex: ___, ...fields } = after;
  const entries = draft.entries.map((entry) => historyRow(where, entry, telling));
  const beside = sql`counted,`;
  // The project's row comes first, as in every change: all else is read from what writing it returned.
  const written = await rows(
    db,
    sql`with counted as (${counting(where, notes, revision)}),
      changed as (${updating(scriptElements, [fields], beside)})
      ${entries.length > 0 ? sql`, told as (${insertion(scriptHistory, entries, beside)})` : sql``}
      ${moved.length > 0 ? sql`, followed as (${updating(comments, moved, beside)})` : sql``}
      ${once ? sql`, answered as (${once.recording(after)})` : sql``}
      ${noting(where, notes)}`,
  );
  return written.length > 0 ? after : undefined;
}
