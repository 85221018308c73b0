import { inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Db, isEmbedded } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { letGoSignedOut } from './memberAccess.ts';
import type { LiveRoom } from './room.ts';

const pollIntervalMs = 2000;

interface LookoutOptions {
  db: Db;
  log: Logger;
  rooms: ReadonlyMap<number, LiveRoom>;
  /**
   * Called with a room that has not received the current revision, or whose project was deleted.
   */
  onBehind: (room: LiveRoom) => void;
}

/**
 * Poll the database every two seconds for the revisions of the open projects and the sessions of
 * their members (docs/decisions/0060). So a bus message that was lost delays a change and does not
 * lose it. Returns a function that stops polling.
 */
export function lookOut({ db, log, rooms, onBehind }: LookoutOptions): () => void {
  let isOver = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  async function lookAtRevisions(): Promise<void> {
    // An embedded database has no other nodes.
    if (isEmbedded(db)) return;
    const found = await db
      .select({ id: projects.id, revision: projects.revision })
      .from(projects)
      .where(inArray(projects.id, [...rooms.keys()]));
    const revisions = new Map(found.map(({ id, revision }) => [id, revision]));
    for (const room of rooms.values()) {
      const revision = revisions.get(room.projectId);
      const isBehind = [...room.members].some(({ rev }) => rev !== null && rev !== revision);
      if (isBehind) onBehind(room);
    }
  }

  async function look(): Promise<void> {
    try {
      if (rooms.size > 0) {
        await lookAtRevisions();
        await letGoSignedOut(
          db,
          [...rooms.values()].flatMap(({ members }) => [...members]),
        );
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'revisions could not be read for the live channel');
      isFailing = true;
    }
    if (!isOver) next();
  }

  function next(): void {
    timer = setTimeout(() => void look(), pollIntervalMs).unref();
  }

  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
