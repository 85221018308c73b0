import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { storyBeats } from '#server/db/schema/planning.ts';
import { mount } from '#server/lib/mount.ts';
import { createBeat, deleteBeat, listBeats, updateBeat } from '#shared/contract/beats.ts';
import { beatsOf } from './beats.queries.ts';
import { changeBeat, createBeatOf, deleteBeatOf } from './beats.service.ts';

const ofBeat = { child: storyBeats, thing: 'Story beat' } as const;

export function beatsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listBeats, { can: 'read' }, async ({ project }) => beatsOf(db, project.id));

  mount(app, createBeat, { can: 'write' }, async ({ project, user, body }) =>
    createBeatOf(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, updateBeat, { can: 'write', ...ofBeat }, async ({ project, user, params, body }) =>
    changeBeat(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteBeat, { can: 'write', ...ofBeat }, async ({ project, user, params }) => {
    await deleteBeatOf(db, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });
}
