import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { charactersOf, speakersOf } from '#screenplay/cue.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import { longestName } from '#screenplay/limits.ts';
import { type NewScene, scenesInStep } from '#screenplay/scenes.ts';
import { commentOf, type Screenplay, type ScriptNote } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { invalid } from '#server/lib/errors.ts';

/** Elements that one statement stores; a feature script is one piece. */
const pieceSize = 5000;
/** Distance between neighbours, so that later inserts need not renumber (spec workspace §4). */
const step = 10;

export interface StoredImport {
  projectId: number;
  counts: { scenes: number; elements: number; characters: number };
}

/**
 * Stores a script as a new project of that user. It becomes visible as a whole or not at all: large scripts
 * are stored piece by piece, because the embedded database has one connection and a long transaction would
 * keep everybody else waiting; until the last piece the project is marked as importing and nobody sees it.
 * An abort of `signal` leaves nothing behind.
 */
export async function storeScreenplay(
  db: Db,
  userId: string,
  name: string,
  screenplay: Screenplay,
  notes: readonly ScriptNote[],
  signal?: AbortSignal,
): Promise<StoredImport> {
  const { elements } = screenplay;
  const places = elements.map((element, i) => ({ id: i + 1, sceneId: null, ...element }));
  const { create } = scenesInStep(places, []);
  const sceneNumbers = sceneNumberByElement(create);
  // A cue that is longer than a character's name may be names nobody.
  const speakers = speakersOf(elements).map((name) => (name !== null && isName(name) ? name : null));
  const names = charactersOf(elements).filter(isName);

  const projectId = await startProject(db, userId, name, screenplay);
  let characters = 0;
  try {
    for (let from = 0; from === 0 || from < elements.length; from += pieceSize) {
      const to = Math.min(from + pieceSize, elements.length);
      const isLast = to === elements.length;
      await db.transaction(async (tx) => {
        await storeScenes(tx, projectId, create, elements, from, to);
        await storeElements(tx, projectId, elements, sceneNumbers, speakers, from, to);
        await storeHistory(tx, projectId, userId, from, to);
        if (!isLast) return;
        characters = await storeCharacters(tx, projectId, names);
        await storeNotes(tx, projectId, userId, notes);
        await tx.update(projects).set({ isImporting: false }).where(eq(projects.id, projectId));
      });
      // The embedded database works in this thread: other requests get their turn between two pieces, and
      // whoever asked can say that it is not wanted any more.
      await setImmediate();
      if (signal?.aborted) throw invalid('The import was cancelled.');
    }
  } catch (error) {
    await db.delete(projects).where(eq(projects.id, projectId));
    throw error;
  }
  return {
    projectId,
    counts: { scenes: create.length, elements: elements.length, characters },
  };
}

function isName(name: string): boolean {
  return name.length <= longestName;
}

async function startProject(db: Db, userId: string, name: string, screenplay: Screenplay): Promise<number> {
  const { format, titlePage, source } = screenplay;
  const [project] = await db
    .insert(projects)
    .values({
      userId,
      name,
      titlePage,
      format,
      paper: format.paper,
      showSceneNumbers: format.sceneNumbersShown,
      sourceExtras: source,
      isImporting: true,
    })
    .returning({ id: projects.id });
  if (!project) throw new Error('The database gave no row for a new project');
  return project.id;
}

function sceneNumberByElement(create: readonly NewScene[]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { elementIds, sceneNumber } of create) {
    for (const id of elementIds) numbers.set(id, sceneNumber);
  }
  return numbers;
}

/** The scenes that begin in this piece. */
async function storeScenes(
  tx: Db,
  projectId: number,
  create: readonly NewScene[],
  elements: readonly ScriptElement[],
  from: number,
  to: number,
) {
  const piece = create
    .filter(({ firstElementId }) => firstElementId > from && firstElementId <= to)
    .map(({ sceneNumber, heading, location, timeOfDay, firstElementId }) => ({
      number: sceneNumber,
      display: elements[firstElementId - 1]?.sceneNumber ?? null,
      heading,
      location,
      time: timeOfDay,
    }));
  if (piece.length === 0) return;
  await rows(
    tx,
    sql`insert into scenes (project_id, scene_number, display_number, heading, location, time_of_day)
        select ${projectId}::int, s.number, s.display, s.heading, s.location, s.time
        from json_to_recordset(${JSON.stringify(piece)}::json)
          as s(number int, display text, heading text, location text, time text)
        order by s.number`,
  );
}

async function storeElements(
  tx: Db,
  projectId: number,
  elements: readonly ScriptElement[],
  sceneNumbers: ReadonlyMap<number, number>,
  speakers: readonly (string | null)[],
  from: number,
  to: number,
) {
  const piece = elements.slice(from, to).map((element, i) => ({
    place: (from + i + 1) * step,
    scene: sceneNumbers.get(from + i + 1),
    type: element.elementType,
    content: element.content,
    speaker: element.elementType === 'dialogue' ? (speakers[from + i] ?? null) : null,
    original: element.originalType,
    dual: element.dual,
    extras: element.extras,
  }));
  if (piece.length === 0) return;
  await rows(
    tx,
    sql`insert into script_elements (project_id, scene_id, element_type, content, character_name,
          order_index, original_type, dual, extras)
        select ${projectId}::int, s.id, e.type, e.content, e.speaker, e.place, e.original, e.dual, e.extras
        from json_to_recordset(${JSON.stringify(piece)}::json)
          as e(place int, scene int, type text, content text, speaker text, original text, dual text,
               extras jsonb)
        join scenes s on s.project_id = ${projectId} and s.scene_number = e.scene
        order by e.place`,
  );
}

/** One creation per element, with the reason "Import" (decision OQ-74). */
async function storeHistory(tx: Db, projectId: number, userId: string, from: number, to: number) {
  await rows(
    tx,
    sql`insert into script_history (project_id, element_id, action, changed_by, user_id, version, new_content,
          new_element_type, new_character_name, change_reason)
        select project_id, id, 'create', 'user', ${userId}, version, content, element_type, character_name,
          'Import'
        from script_elements
        where project_id = ${projectId} and order_index > ${from * step} and order_index <= ${to * step}
        order by order_index`,
  );
}

/**
 * Displayed in the order in which they appear; how many they are. Of names that differ here and not to the database,
 * such as DİLARA and DILARA, the first is kept.
 */
async function storeCharacters(tx: Db, projectId: number, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const stored = await rows(
    tx,
    sql`insert into characters (project_id, name, display_order)
        select ${projectId}::int, c.name, (row_number() over (order by c.place))::int - 1
        from (
          select distinct on (lower(n.name)) n.name, n.place
          from json_to_recordset(${JSON.stringify(names.map((name, place) => ({ name, place })))}::json)
            as n(name text, place int)
          order by lower(n.name), n.place
        ) c
        order by c.place
        returning id`,
  );
  return stored.length;
}

/** Script notes of the file become comments of the importing user; who wrote them stands in front. */
async function storeNotes(tx: Db, projectId: number, userId: string, notes: readonly ScriptNote[]) {
  if (notes.length === 0) return;
  const piece = notes.map((note) => ({
    place: note.elementIndex === null ? null : (note.elementIndex + 1) * step,
    content: commentOf(note),
  }));
  await rows(
    tx,
    sql`insert into comments (project_id, user_id, script_element_id, was_on_element, content)
        select ${projectId}::int, ${userId}, e.id, e.id is not null, n.content
        from json_to_recordset(${JSON.stringify(piece)}::json) as n(place int, content text)
        left join script_elements e on e.project_id = ${projectId} and e.order_index = n.place`,
  );
}
