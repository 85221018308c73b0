import { sql } from 'drizzle-orm';
import type { UpdateEdit } from '#screenplay/edits/edit.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { type CommentAnchor, emptySnapshot, type ScriptSnapshot } from '#screenplay/edits/snapshot.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { isAnsweredSql } from './idempotency.ts';
import { activeMark, ownColumns } from './script.queries.ts';

/** Return whether an update names no field that affects the order or the scenes. */
export function isTextUpdate({ fields }: UpdateEdit): boolean {
  return fields.orderIndex === undefined && !isHeadingType(fields.elementType);
}

export interface LoadedText {
  snapshot: ScriptSnapshot;
  revision: number;
  isAnswered: boolean;
}

interface FoundText extends ScriptRow {
  revision: number;
  isAnswered: boolean;
  activeMark: number;
  anchored: CommentAnchor[] | null;
}

/**
 * Read the element of an update that affects neither order nor scenes, which needs no other part of
 * the script. Returns undefined if it is a heading, is missing, or has another version than the
 * update is based on. `requestKey` is as in idempotency.ts.
 */
export async function loadText(
  db: Db,
  projectId: number,
  { id, baseVersion }: UpdateEdit,
  requestKey: string | null,
): Promise<LoadedText | undefined> {
  const [found] = await rows<FoundText>(
    db,
    sql`select p.revision, ${isAnsweredSql(projectId, requestKey)} as "isAnswered",
          ${activeMark} as "activeMark", ${ownColumns}, e.extras, (
          select json_agg(json_build_object('id', c.id, 'elementId', e.id,
            'start', c.selection_start, 'end', c.selection_end))
          from comments c where c.script_element_id = e.id and c.selection_start is not null
        ) as anchored
        from projects p join script_elements e on e.project_id = p.id
        where p.id = ${projectId} and e.id = ${id}`,
  );
  if (!found) return undefined;
  const { revision, isAnswered, activeMark: mark, anchored, ...element } = found;
  const isCurrent = baseVersion === undefined || baseVersion === element.version;
  if (!isCurrent || isHeadingType(element.elementType)) return undefined;
  const snapshot: ScriptSnapshot = {
    ...emptySnapshot(projectId),
    rows: new Map([[id, element]]),
    activeMark: mark,
    comments: new Map(anchored ? [[id, anchored]] : []),
  };
  return { snapshot, revision, isAnswered };
}
