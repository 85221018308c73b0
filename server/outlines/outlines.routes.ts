import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { outlines } from '#server/db/schema/planning.ts';
import { mount } from '#server/lib/mount.ts';
import {
  createOutline,
  deleteOutline,
  listOutlines,
  reorderOutlines,
  updateOutline,
} from '#shared/contract/outlines.ts';
import { findOutline } from './outlines.queries.ts';
import { addOutlineItem, changeOutlineItem, removeOutlineItem, reorderOutline } from './outlines.service.ts';

const ofItem = { child: outlines, thing: 'Outline item' } as const;

export function outlinesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listOutlines, { can: 'read' }, async ({ project }) => findOutline(db, project.id));

  mount(app, createOutline, { can: 'write' }, async ({ project, user, body }) =>
    addOutlineItem(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, updateOutline, { can: 'write', ...ofItem }, async ({ project, user, params, body }) =>
    changeOutlineItem(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteOutline, { can: 'write', ...ofItem }, async ({ project, user, params }) => {
    await removeOutlineItem(db, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });

  mount(app, reorderOutlines, { can: 'write' }, async ({ project, user, body }) =>
    reorderOutline(db, { projectId: project.id, userId: user.id }, body.outlineIds),
  );
}
