import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import { provideLockRules } from '#screenplay/production/provideLockRules.ts';
import { type NumberedScene, sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { notFound } from '#server/lib/errors.ts';
import { largeScript } from '#server/lib/heavyWork.ts';
import { formatOfProject, projectRow, titlePageOfProject } from '#server/projects/projects.service.ts';
import { bytesOfElement, type StoredPlace, stretchAfter } from './script.queries.ts';

provideLockRules();

/** Script of a project. Its elements are batches of JSON text, which worker threads parse. */
export interface ScriptText {
  name: string;
  /** Language that the writer chose; null: none. */
  language: ScriptLanguage | null;
  modifiedAt: Date;
  script: Omit<Screenplay, 'elements'>;
  elements: string[];
}

/** Load a script with the project's name, for file writers and the paginator. */
export async function screenplayOf(
  db: Db,
  projectId: number,
): Promise<{ name: string; screenplay: Screenplay }> {
  const isLong = isLongScript(await scriptHead(db, projectId));
  const { name, script, elements } = await readConsistently(db, projectId, isLong, (at) =>
    scriptText(at, projectId, isLong),
  );
  const parsed: ScriptElement[][] = [];
  for (const piece of elements) {
    if (isLong) await setImmediate();
    parsed.push(JSON.parse(piece) as ScriptElement[]);
  }
  return { name, screenplay: { ...script, elements: parsed.flat() } };
}

/** Load a script as JSON text, a long one in batches. */
export async function scriptText(db: Db, projectId: number, isLong = false): Promise<ScriptText> {
  const project = await projectRow(db, projectId);
  const elements: string[] = [];
  const numbered = await numberedProject(db, project);
  if (!isLong) elements.push((await pieceOf(db, numbered, ofProject(projectId)))?.elements ?? '[]');
  for (let last: StoredPlace | null = null; isLong; await setImmediate()) {
    const piece = await pieceOf(db, numbered, stretchAfter(projectId, last));
    if (!piece) break;
    elements.push(piece.elements);
    last = piece.last;
  }
  const script = {
    titlePage: titlePageOfProject(project),
    format: formatOfProject(project),
    source: project.sourceExtras,
  };
  return { name: project.name, language: project.language, modifiedAt: project.updatedAt, script, elements };
}

/** Load the beginning of a script with its title page. Throws notFound. */
export async function firstElementsOf(
  db: Db,
  projectId: number,
  count: number,
): Promise<Omit<Screenplay, 'source'>> {
  const project = await projectRow(db, projectId);
  const numbered = await numberedProject(db, project);
  const piece = await pieceOf(db, numbered, ofProject(projectId), sql`limit ${count}`);
  return {
    titlePage: titlePageOfProject(project),
    format: formatOfProject(project),
    elements: piece === null ? [] : (JSON.parse(piece.elements) as ScriptElement[]),
  };
}

export interface ScriptHead {
  name: string;
  revision: number;
  /** Bytes of text and preserved content. */
  size: number;
  elements: number;
}

/** Return the size of a script before it is read. Throws notFound. */
export async function scriptHead(db: Db, projectId: number): Promise<ScriptHead> {
  const [head] = await rows<ScriptHead>(
    db,
    sql`select p.name, p.revision, of_script.size::float8, of_script.elements::int
        from projects p, lateral (
          select coalesce(sum(${bytesOfElement}), 0) as size, count(*) as elements from script_elements e
          where e.project_id = p.id
        ) of_script
        where p.id = ${projectId}`,
  );
  if (!head) throw notFound('Project');
  return head;
}

/** Number of elements above which a script counts as long, even if they are short. */
const manyElements = 4000;

/** Return whether reading the script in one statement would block others for too long. */
export function isLongScript({ size, elements }: Pick<ScriptHead, 'size' | 'elements'>): boolean {
  return size > largeScript || elements > manyElements;
}

/** Maximum number of reads of a large script that changes in the meantime. */
const maxReadings = 3;

/**
 * Run `read` on a consistent state of a project. The embedded database has one connection, which a
 * transaction would occupy. So a large script is read without a transaction, and read again if the
 * project changed in the meantime.
 */
export async function readConsistently<Result>(
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

/** Settings of a project that decide which scene numbers are shown. */
interface NumberedProject {
  id: number;
  showSceneNumbers: boolean;
  hasFixedNumbers: boolean;
  /** JSON of the numbers by scene id, if they are locked. */
  lockedNumbers: string | null;
}

/**
 * Return the SQL of the scene number of an element `e`: null for other elements than headings, and
 * for numbers that are positions.
 */
export async function fixedNumberColumn(db: Db, projectId: number): Promise<SQL> {
  const { lockedNumbers } = await numberedProject(db, await projectRow(db, projectId));
  const number = lockedNumbers === null ? sql`s.display_number` : sql`${lockedNumbers}::jsonb ->> s.id::text`;
  return sql`case when e.element_type = 'scene_heading'
    then (select ${number} from scenes s where s.id = e.scene_id) end`;
}

async function numberedProject(
  db: Db,
  { id, showSceneNumbers, format }: Awaited<ReturnType<typeof projectRow>>,
): Promise<NumberedProject> {
  if (format?.sceneLock) {
    const numbers = sceneNumbersOf(await numberedScenes(db, id), format);
    const lockedNumbers = JSON.stringify(Object.fromEntries(numbers));
    return { id, showSceneNumbers, hasFixedNumbers: true, lockedNumbers };
  }
  if (!showSceneNumbers) return { id, showSceneNumbers, hasFixedNumbers: false, lockedNumbers: null };
  const [found] = await rows(
    db,
    sql`select 1 from scenes where project_id = ${id} and display_number is not null limit 1`,
  );
  return { id, showSceneNumbers, hasFixedNumbers: found !== undefined, lockedNumbers: null };
}

/** Return the scenes of a project with the fields of their numbers. */
export function numberedScenes(db: Db, projectId: number): Promise<NumberedScene[]> {
  return rows<NumberedScene>(
    db,
    sql`select id, scene_number as "sceneNumber", display_number as "displayNumber" from scenes
        where project_id = ${projectId} order by scene_number, id`,
  );
}

const ofProject = (projectId: number) => sql`e.project_id = ${projectId}`;

/**
 * Select elements as one JSON text, null without any. Only headings have a scene number. If the
 * script has fixed numbers, a scene without one gets none, because its position may be the fixed
 * number of another scene. If the numbers are locked, it has one between its neighbours.
 */
async function pieceOf(
  db: Db,
  { showSceneNumbers, hasFixedNumbers, lockedNumbers }: NumberedProject,
  where: SQL,
  limit = sql``,
): Promise<{ elements: string; last: StoredPlace } | null> {
  let number = showSceneNumbers && !hasFixedNumbers ? sql`s.scene_number::text` : sql`s.display_number`;
  if (lockedNumbers !== null) number = sql`${lockedNumbers}::jsonb ->> s.id::text`;
  const [row] = await rows<{ elements: string | null; last: StoredPlace }>(
    db,
    sql`select json_agg(json_build_object(
          'elementType', e.element_type, 'content', e.content, 'dual', e.dual,
          'originalType', e.original_type, 'extras', e.extras,
          'sceneNumber', case when e.element_type = 'scene_heading'
            then (select ${number} from scenes s where s.id = e.scene_id) end)
          order by e.order_index, e.id)::text as elements,
          to_json(max(array[e.order_index, e.id])) as last
        from (select * from script_elements e where ${where} order by e.order_index, e.id ${limit}) e`,
  );
  return row && row.elements !== null ? { elements: row.elements, last: row.last } : null;
}
