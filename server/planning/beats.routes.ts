import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { storyBeats } from '#server/db/schema/planning.ts';
import { mount } from '#server/lib/mount.ts';
import {
  createBeat,
  createBeatsFromScenes,
  deleteBeat,
  deleteBeats,
  listBeats,
  updateBeat,
} from '#shared/contract/beats.ts';
import { beatsOf } from './beats.queries.ts';
import { changeBeat, createBeatOf, deleteBeatOf, deleteBeatsOf } from './beats.service.ts';
import { beatsFromScenes } from './beatsFromScenes.service.ts';

const ofBeat = { child: storyBeats, thing: 'Story beat' } as const;

export function beatsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listBeats, { can: 'read' }, async ({ project }) => beatsOf(db, project.id));

  mount(app, createBeat, { can: 'write' }, async ({ project, user, body }) =>
    createBeatOf(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, createBeatsFromScenes, { can: 'write' }, async ({ project, user, body }) =>
    beatsFromScenes(db, { projectId: project.id, userId: user.id }, body.scenes),
  );

  mount(app, deleteBeats, { can: 'write' }, async ({ project, user, body }) => {
    await deleteBeatsOf(db, { projectId: project.id, userId: user.id }, body.beatIds);
    return undefined;
  });

  mount(app, updateBeat, { can: 'write', ...ofBeat }, async ({ project, user, params, body }) =>
    changeBeat(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteBeat, { can: 'write', ...ofBeat }, async ({ project, user, params }) => {
    await deleteBeatOf(db, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });
}
