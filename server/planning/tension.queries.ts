import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { tensionPoints } from '#server/db/schema/planning.ts';

/** In story order. */
export function tensionPointsOf(db: Db, projectId: number) {
  return db
    .select()
    .from(tensionPoints)
    .where(eq(tensionPoints.projectId, projectId))
    .orderBy(asc(tensionPoints.position), asc(tensionPoints.id));
}
