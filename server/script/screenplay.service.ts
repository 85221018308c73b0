import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { formatOfProject, projectRow, titlePageOfProject } from '#server/projects/projects.service.ts';

/** A project's whole script, its elements as JSON text in pieces: whoever works on it in a thread parses them there. */
export interface ScriptText {
  name: string;
  script: Omit<Screenplay, 'elements'>;
  elements: string[];
}

/** A project's whole script as the writers and the paginator take it, with the project's name. */
export async function screenplayOf(
  db: Db,
  projectId: number,
): Promise<{ name: string; screenplay: Screenplay }> {
  const { name, script, elements } = await scriptText(db, projectId);
  return {
    name,
    screenplay: {
      ...script,
      elements: elements.flatMap((piece) => JSON.parse(piece) as ScriptElement[]),
    },
  };
}

/** The same as text. With a size of pieces other requests get their turn between two of them. */
export async function scriptText(db: Db, projectId: number, pieceSize = 1_000_000): Promise<ScriptText> {
  const project = await projectRow(db, projectId);
  const elements: string[] = [];
  for (let last: Place | null = null; ; await setImmediate()) {
    const piece = await pieceBehind(db, project, last, pieceSize);
    if (piece === null) break;
    elements.push(piece.elements);
    if (piece.count < pieceSize) break;
    last = piece.last;
  }
  const script = {
    titlePage: titlePageOfProject(project),
    format: formatOfProject(project),
    source: project.sourceExtras,
  };
  return { name: project.name, script, elements };
}

/** The beginning of a script, with its title page. Throws notFound. */
export async function firstElementsOf(
  db: Db,
  projectId: number,
  count: number,
): Promise<Omit<Screenplay, 'source'>> {
  const project = await projectRow(db, projectId);
  const piece = await pieceBehind(db, project, null, count);
  return {
    titlePage: titlePageOfProject(project),
    format: formatOfProject(project),
    elements: piece === null ? [] : (JSON.parse(piece.elements) as ScriptElement[]),
  };
}

/** What is known of a script before it is read. Throws notFound. */
export async function scriptHead(
  db: Db,
  projectId: number,
): Promise<{ name: string; revision: number /** Bytes of text. */; size: number }> {
  const [head] = await rows<{ name: string; revision: number; size: number }>(
    db,
    sql`select p.name, p.revision, coalesce((
          select sum(octet_length(content)) from script_elements where project_id = p.id
        ), 0)::float8 as size
        from projects p where p.id = ${projectId}`,
  );
  if (!head) throw notFound('Project');
  return head;
}

/** Readings of a large script that is being written in meanwhile. */
const maxReadings = 3;

/**
 * What is read of a project as it was at one moment. The embedded database has one connection, which a transaction
 * keeps: a large script is read without one, and again when the project has changed meanwhile.
 */
export async function atOneMoment<Result>(
  db: Db,
  projectId: number,
  isLarge: boolean,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  for (let reading = 0; isLarge && reading < maxReadings; reading++) {
    const before = await revisionOf(db, projectId);
    const result = await read(db);
    if (before === (await revisionOf(db, projectId))) return result;
  }
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

async function revisionOf(db: Db, projectId: number): Promise<number | undefined> {
  const [row] = await rows<{ revision: number }>(
    db,
    sql`select revision from projects where id = ${projectId}`,
  );
  return row?.revision;
}

type Place = [orderIndex: number, id: number];

interface Piece {
  elements: string;
  last: Place;
  count: number;
}

/**
 * Elements after a place, as one JSON value, like the script list. The number stands on headings alone. Where scenes
 * have fixed numbers, one without has none: its place in the script is the number of another by then.
 */
async function pieceBehind(
  db: Db,
  { id, showSceneNumbers }: { id: number; showSceneNumbers: boolean },
  last: Place | null,
  limit: number,
): Promise<Piece | null> {
  const after = last ? sql`and (order_index, id) > (${last[0]}::int, ${last[1]}::int)` : sql``;
  const [row] = await rows<Piece>(
    db,
    sql`select json_agg(json_build_object(
          'elementType', e.element_type, 'content', e.content, 'dual', e.dual,
          'originalType', e.original_type, 'extras', e.extras,
          'sceneNumber', case when e.element_type = 'scene_heading'
            then case when ${showSceneNumbers} and not fixed.numbers then s.scene_number::text
              else s.display_number end
            end)
          order by e.order_index, e.id)::text as elements,
          json_agg(json_build_array(e.order_index, e.id) order by e.order_index, e.id) -> -1 as last,
          count(*)::int as count
        from (
          select * from script_elements where project_id = ${id} ${after} order by order_index, id limit ${limit}
        ) e join scenes s on s.id = e.scene_id,
          (select exists(select 1 from scenes where project_id = ${id} and display_number is not null)
            as numbers) fixed`,
  );
  return row && row.count > 0 ? row : null;
}
