import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { listChangesSinceVisit, storeScriptPlace } from '#shared/contract/scriptPlaces.ts';
import { findChangesSinceVisit, saveScriptPlace } from './scriptPlaces.service.ts';

export function scriptPlacesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, storeScriptPlace, { can: 'read' }, async ({ project, user, body }) => {
    const isStored = await saveScriptPlace(db, { projectId: project.id, userId: user.id }, body);
    if (!isStored) throw invalid('Element not found', { elementId: 'No element of this project' });
    return undefined;
  });

  mount(app, listChangesSinceVisit, { can: 'read' }, async ({ project, user }) => ({
    elementIds: await findChangesSinceVisit(db, { projectId: project.id, userId: user.id }),
  }));
}
