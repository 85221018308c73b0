import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import { restoreInPlan } from '#shared/contract/planDeletions.ts';
import { restoreInPlanOf } from './planDeletions.service.ts';

export function planDeletionsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, restoreInPlan, { can: 'write' }, async ({ project, user, body }) => {
    await restoreInPlanOf(db, { projectId: project.id, userId: user.id }, body);
    return undefined;
  });
}
