import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { readProject } from '#server/projects/projects.service.ts';
import { changeLocks, changeRevisions } from '#shared/contract/production.ts';
import { changeScriptLocks } from './production.service.ts';
import { changeScriptRevisions } from './revisions.service.ts';

export function productionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, changeLocks, { can: 'write' }, async ({ user, project, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    await changeScriptLocks(db, where, body);
    await recordActivity(db, request, { ...where, action: 'project.locks', details: { type: body.type } });
    return readProject(db, where, project.role);
  });

  mount(app, changeRevisions, { can: 'write' }, async ({ user, project, body, request }) => {
    const where = { projectId: project.id, userId: user.id };
    await changeScriptRevisions(db, where, body);
    await recordActivity(db, request, {
      ...where,
      action: 'project.revisions',
      details: { type: body.type },
    });
    return readProject(db, where, project.role);
  });
}
