import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { scenes } from '#server/db/schema/script.ts';

export function scenesOf(db: Db, projectId: number) {
  return db
    .select()
    .from(scenes)
    .where(eq(scenes.projectId, projectId))
    .orderBy(asc(scenes.sceneNumber), asc(scenes.id));
}
