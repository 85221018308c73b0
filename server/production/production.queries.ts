import { sql } from 'drizzle-orm';
import type { LockedPlace, ScriptElement } from '#screenplay/element.ts';
import type { RevisedText } from '#screenplay/revisions/revisedText.ts';
import { type Db, rows } from '#server/db/client.ts';

type ElementToLock = ScriptElement & { id: number };

/** Select all elements in order, with what the paginator needs. */
export function elementsToLock(db: Db, projectId: number): Promise<ElementToLock[]> {
  return rows<ElementToLock>(
    db,
    sql`select id, element_type as "elementType", content, dual, original_type as "originalType",
          nullif(extras - 'fdx' - 'fountain', '{}'::jsonb) as extras
        from script_elements where project_id = ${projectId} order by order_index, id`,
  );
}

interface PlaceOfElement {
  id: number;
  place: LockedPlace | undefined;
}

export async function writeLockedPlaces(
  db: Db,
  projectId: number,
  places: readonly PlaceOfElement[],
): Promise<void> {
  await db.execute(
    sql`update script_elements e
        set extras = coalesce(e.extras, '{}'::jsonb) || jsonb_build_object('lockedPlace', p.place)
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(id int, place jsonb)
        where e.id = p.id and e.project_id = ${projectId}`,
  );
}

export async function writeSceneNumbers(
  db: Db,
  projectId: number,
  numbers: readonly { id: number; number: string }[],
): Promise<void> {
  await db.execute(
    sql`update scenes s set display_number = n.number
        from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(id int, number text)
        where s.id = n.id and s.project_id = ${projectId}`,
  );
}

export async function writeRevisedTexts(
  db: Db,
  projectId: number,
  texts: readonly { id: number; revised: RevisedText }[],
): Promise<void> {
  await db.execute(
    sql`update script_elements e
        set extras = coalesce(e.extras, '{}'::jsonb) || jsonb_build_object('revised', t.revised)
        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(id int, revised jsonb)
        where e.id = t.id and e.project_id = ${projectId}`,
  );
}
