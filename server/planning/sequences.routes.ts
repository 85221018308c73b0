import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { sequences } from '#server/db/schema/planning.ts';
import { mount } from '#server/lib/mount.ts';
import { createSequence, deleteSequence, listSequences, updateSequence } from '#shared/contract/sequences.ts';
import { sequencesOf } from './sequences.queries.ts';
import { changeSequence, createSequenceOf, deleteSequenceOf } from './sequences.service.ts';

const ofSequence = { child: sequences, thing: 'Sequence' } as const;

export function sequencesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listSequences, { can: 'read' }, async ({ project }) => sequencesOf(db, project.id));

  mount(app, createSequence, { can: 'write' }, async ({ project, user, body }) =>
    createSequenceOf(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, updateSequence, { can: 'write', ...ofSequence }, async ({ project, user, params, body }) =>
    changeSequence(db, { projectId: project.id, userId: user.id }, params.id, body),
  );

  mount(app, deleteSequence, { can: 'write', ...ofSequence }, async ({ project, user, params }) => {
    await deleteSequenceOf(db, { projectId: project.id, userId: user.id }, params.id);
    return undefined;
  });
}
