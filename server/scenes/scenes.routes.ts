import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import { listScenes } from '#shared/contract/scenes.ts';
import { scenesOf } from './scenes.queries.ts';

export function scenesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listScenes, { can: 'read' }, async ({ project }) => scenesOf(db, project.id));
}
