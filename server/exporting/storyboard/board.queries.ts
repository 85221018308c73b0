import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { acts } from '#server/db/schema/planning.ts';
import { scenes } from '#server/db/schema/script.ts';

/** Select the scenes with the columns of a storyboard, in script order. */
export function boardScenes(db: Db, projectId: number) {
  const { id, sceneNumber, displayNumber, heading, actNumber, notes, imageUrl } = scenes;
  return db
    .select({ id, sceneNumber, displayNumber, heading, actNumber, notes, imageUrl })
    .from(scenes)
    .where(eq(scenes.projectId, projectId))
    .orderBy(asc(sceneNumber), asc(id));
}

export function actTitles(db: Db, projectId: number) {
  return db
    .select({ number: acts.number, title: acts.title })
    .from(acts)
    .where(eq(acts.projectId, projectId));
}
