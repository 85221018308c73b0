import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ImportReceipt } from '#screenplay/screenplay.ts';
import { insertRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/constraintErrors.ts';
import { projects } from '#server/db/schema/projects.ts';
import { type HttpError, invalid } from '#server/lib/errors.ts';
import { discardProject } from '#server/projects/projects.service.ts';
import { isOfType, typeOfName } from '#server/storage/fileTypes.ts';
import { attachFile, isFileName, type Storage, urlOf } from '#server/storage/storage.ts';
import { storableText } from '#shared/contract/fields.ts';
import { archiveFormat, fileOf } from './archiving.service.ts';
import { type ArchivedRow, checkedRow } from './checkedRow.ts';
import { type ArchivePart, archiveParts } from './parts.ts';
import { ProjectRecord } from './projectRecord.ts';
import { receiptLines } from './receiptLines.ts';
import { Restoration } from './restoredRow.ts';
import { type ArchivedTable, maxAuthorLength, rowShapes } from './rows.ts';
import { ScriptCheck } from './scriptCheck.ts';
import { ZipReader } from './zipReader.ts';

/** Rows per transaction. They take about 10 ms. */
const maxRows = 500;
const maxLength = 1_000_000;

const Manifest = z.object({
  format: z.literal(archiveFormat.format),
  version: z.int(),
  exportedBy: z.object({ id: storableText(100), email: storableText(300) }),
  /** An invalid list of names counts as empty. */
  people: z
    .array(z.object({ id: storableText(100), name: storableText(maxAuthorLength) }))
    .max(10_000)
    .catch([]),
});

export interface RestoredArchive {
  projectId: number;
  counts: { scenes: number; elements: number; characters: number };
  receipt: ImportReceipt;
}

interface Person {
  id: string;
  email: string;
}

/**
 * Restore an archive as a new project of the user, with new ids. All content is validated like
 * other input. The project becomes visible as a whole or not at all. Throws invalid with the reason
 * and the place.
 */
export async function restoreArchive(
  { db, storage }: { db: Db; storage: Storage },
  person: Person,
  fd: number,
  signal: AbortSignal,
): Promise<RestoredArchive> {
  const zip = await ZipReader.open(fd);
  const manifest = await manifestOf(zip);
  const shortened = new Map<string, number>();
  const project = await projectOf(zip, shortened);
  const files = new Map<string, string>();
  try {
    const unfit = await storeFiles(zip, storage, files, signal);
    const { id: userId } = person;
    const projectId = await startProject(db, userId, project, files);
    try {
      const { exportedBy, people } = manifest;
      const isOwn = exportedBy.id === userId || exportedBy.email === person.email;
      const archivedUserId = isOwn ? exportedBy.id : null;
      const names = new Map(people.map(({ id, name }) => [id, name]));
      const restoration = new Restoration({ projectId, userId, archivedUserId, names }, files);
      const result = await storeParts(db, { zip, restoration, shortened, signal });
      await db.transaction(async (tx) => {
        for (const url of files.values()) await attachFile(tx, url, { projectId });
        await tx.update(projects).set({ isImporting: false }).where(eq(projects.id, projectId));
      });
      return {
        projectId,
        ...result,
        receipt: receiptLines({ ...result, files: files.size, unfit, shortened }),
      };
    } catch (error) {
      await discardProject(db, projectId);
      throw error;
    }
  } finally {
    await storage.discard([...files.values()]); // the files that no row refers to
  }
}

async function manifestOf(zip: ZipReader) {
  const manifest = Manifest.safeParse(jsonOf(await zip.bytes('manifest.json')));
  if (!manifest.success) throw invalid('This zip file is no archive of a project.');
  if (manifest.data.version > archiveFormat.version)
    throw invalid('This archive was made by a newer version of Cold Open.');
  return manifest.data;
}

function jsonOf(bytes: Buffer | null): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '');
  } catch {
    return null; // invalid manifest
  }
}

async function projectOf(
  zip: ZipReader,
  shortened: Map<string, number>,
): Promise<z.output<typeof ProjectRecord>> {
  const bytes = await zip.bytes('project.json');
  const row = checkedRow(
    ProjectRecord,
    bytes?.toString('utf8') ?? '',
    'project.json',
    counter('project', shortened),
  );
  return row as z.output<typeof ProjectRecord>;
}

/** Store the pictures and sounds. Returns the number of files that were neither. */
async function storeFiles(
  zip: ZipReader,
  storage: Storage,
  stored: Map<string, string>,
  signal: AbortSignal,
): Promise<number> {
  let unfit = 0;
  for (const entry of zip.names.filter((name) => name.startsWith('files/') && !name.endsWith('/'))) {
    if (signal.aborted) throw cancelled();
    const name = entry.slice('files/'.length);
    const type = isFileName(name) ? typeOfName(name) : null;
    const bytes = type && (await zip.bytes(entry));
    if (type && bytes && isOfType(bytes, type)) stored.set(urlOf(name), await storage.put(bytes, type));
    else unfit++;
  }
  return unfit;
}

async function startProject(
  db: Db,
  userId: string,
  { conceptImageUrl, ...fields }: z.output<typeof ProjectRecord>,
  files: ReadonlyMap<string, string>,
): Promise<number> {
  const [project] = await db
    .insert(projects)
    .values({
      ...(fields as Omit<typeof projects.$inferInsert, 'userId'>),
      userId,
      conceptImageUrl: files.get(conceptImageUrl ?? '') ?? null,
      isImporting: true,
    })
    .returning({ id: projects.id });
  if (!project) throw new Error('INSERT INTO projects returned no row');
  return project.id;
}

interface Restoring {
  zip: ZipReader;
  restoration: Restoration;
  shortened: Map<string, number>;
  signal: AbortSignal;
}

async function storeParts(db: Db, restoring: Restoring) {
  const script = new ScriptCheck();
  const rows = {} as Record<ArchivedTable, number>;
  for (const part of archiveParts) {
    rows[part.name] = 0;
    for await (const archived of batchesOf(part, restoring)) {
      if (restoring.signal.aborted) throw cancelled();
      const stored = await db
        .transaction((tx) => storeRows(tx, part, archived, restoring))
        .catch(explainError);
      script.add(part.name, stored);
      rows[part.name] += archived.length;
      await setImmediate(); // yield to other requests
    }
    if (part.name === 'script_elements') script.check();
  }
  const counts = { scenes: script.scenes, elements: rows.script_elements, characters: rows.characters };
  return { counts, rows, types: script.types };
}

async function storeRows(
  tx: Db,
  part: ArchivePart,
  archived: ArchivedRow[],
  { restoration }: Restoring,
): Promise<ArchivedRow[]> {
  const rows = await restoration.rowsOf(tx, part, archived);
  // insertRows needs rows with ids.
  if (part.key.name === 'id') await insertRows(tx, part.table as never, rows as never[]);
  else await tx.insert(part.table).values(rows);
  return rows;
}

/** Convert a violated unique index to an error for the user. */
function explainError(error: unknown): never {
  if (isUniqueViolation(error, 'characters_name_key'))
    throw invalid('The archive cannot be restored: two characters have the same name.');
  throw error;
}

/** Yield validated rows in batches of one transaction. */
async function* batchesOf(part: ArchivePart, { zip, shortened }: Restoring): AsyncGenerator<ArchivedRow[]> {
  const key = part.name === 'scene_summaries' ? 'sceneId' : 'id';
  let batch: ArchivedRow[] = [];
  let length = 0;
  let line = 0;
  let last = 0;
  for await (const json of zip.lines(fileOf(part))) {
    const place = `${fileOf(part)}, line ${++line}`;
    const row = checkedRow(rowShapes[part.name], json, place, counter(part.name, shortened));
    if (Number(row[key]) <= last) throw invalid(`The archive cannot be restored: ${place} is out of order.`);
    last = Number(row[key]);
    batch.push(row);
    length += json.length;
    if (batch.length < maxRows && length < maxLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

function counter(table: string, counts: Map<string, number>) {
  return (field: string) => {
    const place = `${table}.${field}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  };
}

function cancelled(): HttpError {
  return invalid('The import was cancelled.');
}
