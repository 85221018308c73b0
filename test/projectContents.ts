import { asc, eq } from 'drizzle-orm';
import { archiveParts } from '#server/archive/parts.ts';
import type { Db } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { Caller } from './app.ts';

/** Columns of a project that get new values in a copy that is restored from an archive. */
export const columnsOfCopy = [
  ...['id', 'userId', 'revision', 'scriptRevision', 'isImporting', 'createdAt', 'updatedAt'],
];

type Row = Record<string, unknown>;

/**
 * Return all rows of a project that its reader may see, with positions instead of ids and file
 * contents instead of addresses.
 */
export async function contentsOf(
  db: Db,
  reader: Caller,
  userId: string,
  projectId: number,
): Promise<Record<string, Row[]>> {
  const all: Record<string, Row[]> = {
    projects: await db.select().from(projects).where(eq(projects.id, projectId)),
  };
  const viewer = { projectId, userId, role: 'owner' } as const;
  for (const { name, table, key, of } of archiveParts)
    all[name] = await db.select().from(table).where(of(viewer)).orderBy(asc(key));
  const placeOf = (table: string) => {
    const ids = (all[table] ?? []).map(({ id }) => id);
    return (id: unknown) =>
      id === null || id === undefined || id === 0 ? id : `${table} ${ids.indexOf(id)}`;
  };
  // Identify deleted elements by their first history entry.
  const known = [
    ...(all.script_elements ?? []).map(({ id }) => id),
    ...new Set((all.script_history ?? []).map(({ elementId }) => elementId)),
  ];
  const element = (id: unknown) => (id == null ? id : `element ${known.indexOf(id)}`);
  const fields: Record<string, (id: unknown) => unknown> = {
    actId: placeOf('acts'),
    sequenceId: placeOf('sequences'),
    sceneId: placeOf('scenes'),
    beatId: placeOf('story_beats'),
    storyBeatId: placeOf('story_beats'),
    parentCommentId: placeOf('comments'),
    conversationId: placeOf('conversations'),
    versionId: placeOf('script_versions'),
    issueId: placeOf('script_issues'),
    historyId: placeOf('script_history'),
    moveId: placeOf('script_moves'),
    scriptElementId: element,
    elementId: element,
    afterElementId: element,
  };
  const comparableRow = async (row: Row): Promise<Row> => {
    const entries = Object.entries(row).map(async ([field, value]) => {
      if (fields[field]) return [field, fields[field](value)];
      if (typeof value === 'string' && value.startsWith('/uploads/'))
        return [field, (await reader.get(value)).rawPayload.toString('latin1')];
      if (field === 'kept' && value) return [field, await comparableRemoved(value as Row)];
      return [field, value];
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  const comparableRemoved = async ({ element: kept, scene, commentIds }: Row) => ({
    ...(kept ? { element: { ...(await comparableRow(kept as Row)), id: 0, projectId: 0 } } : {}),
    ...(scene ? { scene: { ...(await comparableRow(scene as Row)), id: 0, projectId: 0 } } : {}),
    ...(commentIds ? { commentIds: (commentIds as number[]).map(placeOf('comments')) } : {}),
  });
  const own: Record<string, Row[]> = {};
  for (const [table, list] of Object.entries(all)) {
    own[table] = [];
    for (const row of list) {
      const left = table === 'projects' ? columnsOfCopy : ['id', 'projectId'];
      const rest = Object.entries(row).filter(([field]) => !left.includes(field));
      own[table].push(await comparableRow(Object.fromEntries(rest)));
    }
  }
  return own;
}
