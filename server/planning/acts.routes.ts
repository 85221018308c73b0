import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { acts } from '#server/db/schema/planning.ts';
import { mount } from '#server/lib/mount.ts';
import { createAct, deleteAct, fillPlan, listActs, updateAct } from '#shared/contract/acts.ts';
import { findActs } from './acts.queries.ts';
import { changeAct, createActOf, deleteActOf } from './acts.service.ts';
import { fillPlanOf } from './fillingPlan.service.ts';

const ofAct = { child: acts, thing: 'Act' } as const;

export function actsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listActs, { can: 'read' }, async ({ project }) => findActs(db, project.id));

  mount(app, createAct, { can: 'write' }, async ({ project, user, body }) =>
    createActOf(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, fillPlan, { can: 'write' }, async ({ project, user, body }) =>
    fillPlanOf(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, updateAct, { can: 'write', ...ofAct }, async ({ project, user, params, body }) =>
    changeAct(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteAct, { can: 'write', ...ofAct }, async ({ project, user, params }) => {
    await deleteActOf(db, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });
}
