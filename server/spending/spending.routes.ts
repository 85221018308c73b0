import type { FastifyInstance } from 'fastify';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { mount } from '#server/lib/mount.ts';
import {
  getOwnSpending,
  getProjectSpending,
  setOwnLimit,
  setProjectLimit,
} from '#shared/contract/spending.ts';
import { putLimit, spendingOf } from './spending.queries.ts';

export function spendingRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  mount(app, getOwnSpending, 'user', async ({ user }) => spendingOf(db, { userId: user.id }));

  mount(app, setOwnLimit, 'user', async ({ user, body, request }) => {
    await putLimit(db, { userId: user.id }, body.limit);
    await recordActivity(db, request, { userId: user.id, action: 'account.limit', details: { ...body } });
    return spendingOf(db, { userId: user.id });
  });

  mount(app, getProjectSpending, { can: 'read' }, async ({ project }) =>
    spendingOf(db, { projectId: project.id }),
  );

  mount(app, setProjectLimit, { can: 'own' }, async ({ user, project, body, request }) => {
    const projectId = project.id;
    await putLimit(db, { projectId }, body.limit);
    const details = { limit: body.limit };
    await recordActivity(db, request, { userId: user.id, projectId, action: 'project.limit', details });
    return spendingOf(db, { projectId });
  });
}
