import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { and, eq, getColumns, gt, lte, max, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rows } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { notFound } from '#server/lib/errors.ts';
import { largeScript } from '#server/lib/heavyWork.ts';
import { ZipWriter } from '#server/lib/zipWriter.ts';
import { readConsistently, scriptHead } from '#server/script/screenplay.service.ts';
import { namesOfProjectFiles, type Storage } from '#server/storage/storage.ts';
import { type ArchivePart, type ArchiveViewer, archiveParts } from './parts.ts';
import { ProjectRecord } from './projectRecord.ts';

/** Format and version stored in manifest.json. */
export const archiveFormat = { format: 'cold-open-archive', version: 1 } as const;

/** Rows per statement. */
const defaultBatchSize = 500;

type Row = Record<string, unknown>;

/** Snapshot of a project. For logs it contains only the last key. */
interface Moment {
  project: Row;
  /** Content of the parts that are read at once, by name. */
  texts: Map<string, string[]>;
  ends: Map<string, number>;
  files: string[];
}

/**
 * Create a zip file with everything in a project that the user may see: project.json, one file per
 * table, and media. It is a consistent snapshot and is streamed while it is built. Throws notFound.
 */
export async function archiveOf(
  { db, storage }: { db: Db; storage: Storage },
  viewer: ArchiveViewer & { email: string },
): Promise<{ name: string; file: Readable }> {
  const { projectId, userId, email } = viewer;
  const { name, size } = await scriptHead(db, projectId);
  const moment = await readConsistently(db, projectId, size > largeScript, (at) => readMoment(at, viewer));
  const zip = new ZipWriter();
  zip.addText(
    'manifest.json',
    asText({
      ...archiveFormat,
      name,
      exportedAt: new Date(),
      exportedBy: { id: userId, email },
      people: await peopleIn(db, projectId),
    }),
  );
  zip.addText('project.json', asText(moment.project));
  for (const part of archiveParts) {
    const pieces = moment.texts.get(part.name) ?? [];
    const end = moment.ends.get(part.name);
    // In pieces, because a long text would be converted at once.
    if (pieces.length > 0) zip.addStream(fileOf(part), async () => Readable.from(pieces));
    if (end) zip.addStream(fileOf(part), async () => Readable.from(logLines(db, part, viewer, end)));
  }
  for (const file of moment.files) {
    // Write an empty file if the stored content is missing.
    const open = async () => (await storage.read(file)) ?? Readable.from([]);
    zip.addStream(`files/${file}`, open, { compress: false });
  }
  return { name, file: zip.end() };
}

/** Return the file name of a part: "scenes" → "scenes.jsonl". */
export function fileOf({ name }: Pick<ArchivePart, 'name'>): string {
  return `${name}.jsonl`;
}

async function readMoment(db: Db, viewer: ArchiveViewer): Promise<Moment> {
  const { projectId } = viewer;
  const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
  if (!row) throw notFound('Project');
  const fields = Object.keys(ProjectRecord.shape);
  const moment: Moment = {
    project: Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
    texts: new Map(),
    ends: new Map(),
    files: await namesOfProjectFiles(db, projectId),
  };
  for (const part of archiveParts) {
    if (part.isLog) moment.ends.set(part.name, await lastKey(db, part, viewer));
    else {
      const pieces: string[] = [];
      for await (const piece of rowLines(db, part, part.of(viewer))) pieces.push(piece);
      moment.texts.set(part.name, pieces);
    }
  }
  return moment;
}

async function lastKey(db: Db, { table, key, of }: ArchivePart, viewer: ArchiveViewer): Promise<number> {
  const [last] = await db
    .select({ key: max(key) })
    .from(table)
    .where(of(viewer));
  return Number(last?.key ?? 0);
}

/**
 * Throws when the project and its rows are deleted during the download, so that no partial archive
 * is delivered.
 */
async function* logLines(
  db: Db,
  part: ArchivePart,
  viewer: ArchiveViewer,
  end: number,
): AsyncGenerator<string> {
  yield* rowLines(db, part, and(part.of(viewer), lte(part.key, end)));
  await scriptHead(db, viewer.projectId);
}

/**
 * Yield rows of a table as JSON lines in batches. `shown` removes fields that the reader must not
 * see.
 */
export async function* rowLines(
  db: Db,
  { table, key, batchSize = defaultBatchSize }: Pick<ArchivePart, 'table' | 'key' | 'batchSize'>,
  where: SQL | undefined,
  shown: (row: Row) => Row = withoutProject,
): AsyncGenerator<string> {
  const field = fieldOf(table, key.name);
  for (let last = 0; ; await setImmediate()) {
    const piece: Row[] = await db
      .select()
      .from(table)
      .where(and(where, gt(key, last)))
      .orderBy(key)
      .limit(batchSize);
    if (piece.length > 0) yield piece.map((row) => `${JSON.stringify(shown(row))}\n`).join('');
    if (piece.length < batchSize) return;
    last = Number(piece.at(-1)?.[field]);
  }
}

/** Remove the project id, which is meaningless elsewhere. */
function withoutProject({ projectId: _, ...row }: Row): Row {
  return row;
}

function fieldOf(table: PgTable, column: string): string {
  const [field] = Object.entries(getColumns(table)).find(([, { name }]) => name === column) ?? [];
  if (field === undefined) throw new Error(`The table has no column ${column}`);
  return field;
}

/** Return the names of all users that rows refer to, since the rows contain only ids. */
async function peopleIn(db: Db, projectId: number): Promise<{ id: string; name: string }[]> {
  return rows(
    db,
    sql`select id, trim(concat(first_name, ' ', last_name)) as name from users where id in (
          select user_id from comments where project_id = ${projectId}
          union select user_id from script_history where project_id = ${projectId}
          union select user_id from script_versions where project_id = ${projectId}
        ) order by id`,
  );
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
