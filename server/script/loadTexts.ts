import { sql } from 'drizzle-orm';
import type { UpdateEdit } from '#screenplay/edits/edit.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { type CommentAnchor, emptySnapshot, type ScriptSnapshot } from '#screenplay/edits/snapshot.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { isAnsweredSql } from './idempotency.ts';
import { ownColumns } from './script.queries.ts';

/** Return whether an update names no field that affects the order or the scenes. */
export function isTextUpdate({ fields }: UpdateEdit): boolean {
  return fields.orderIndex === undefined && !isHeadingType(fields.elementType);
}

export interface LoadedTexts {
  snapshot: ScriptSnapshot;
  revision: number;
  isAnswered: boolean;
}

interface FoundText extends ScriptRow {
  revision: number;
  isAnswered: boolean;
  anchored: CommentAnchor[] | null;
}

/**
 * Read the elements of updates that affect neither order nor scenes, which needs no other part of
 * the script. Returns undefined if an element is a heading, is missing, or has another version than
 * the update is based on. `requestKey` is as in idempotency.ts.
 */
export async function loadTexts(
  db: Db,
  projectId: number,
  updates: readonly UpdateEdit[],
  requestKey: string | null,
): Promise<LoadedTexts | undefined> {
  const ids = updates.map(({ id }) => id);
  const found = await rows<FoundText>(
    db,
    sql`select p.revision, ${isAnsweredSql(projectId, requestKey)} as "isAnswered", ${ownColumns}, e.extras, (
          select json_agg(json_build_object('id', c.id, 'elementId', e.id,
            'start', c.selection_start, 'end', c.selection_end))
          from comments c where c.script_element_id = e.id and c.selection_start is not null
        ) as anchored
        from projects p join script_elements e on e.project_id = p.id
        where p.id = ${projectId} and ${idIn(sql`e.id`, ids)}`,
  );
  const elements = new Map<number, ScriptRow>();
  const comments = new Map<number, CommentAnchor[]>();
  for (const { revision: _, isAnswered: __, anchored, ...element } of found) {
    elements.set(element.id, element);
    if (anchored) comments.set(element.id, anchored);
  }
  const [first] = found;
  const isComplete = updates.every(({ id, baseVersion }) => {
    const row = elements.get(id);
    const isCurrent = baseVersion === undefined || baseVersion === row?.version;
    return row && isCurrent && !isHeadingType(row.elementType);
  });
  if (!first || !isComplete) return undefined;
  const { revision, isAnswered } = first;
  return { snapshot: { ...emptySnapshot(projectId), rows: elements, comments }, revision, isAnswered };
}
