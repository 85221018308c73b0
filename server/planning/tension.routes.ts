import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import { listTensionPoints } from '#shared/contract/tension.ts';
import { tensionPointsOf } from './tension.queries.ts';

export function tensionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listTensionPoints, { can: 'read' }, async ({ project }) => tensionPointsOf(db, project.id));
}
