import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import type { Storage } from '#server/storage/storage.ts';
import { archiveFileName, exportArchive } from '#shared/contract/projects.ts';
import { archiveOf } from './archiving.service.ts';

/** Archives that one user can download at the same time. */
const maxArchives = 2;

export function archiveRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage }): void {
  const begin = limitConcurrentCalls(
    maxArchives,
    `${maxArchives} of your archives are being downloaded. Please try again when one is complete.`,
  );

  mount(app, exportArchive, { can: 'read' }, async ({ project, user, request, reply }) => {
    begin(user.id, reply);
    const viewer = { userId: user.id, email: user.email, projectId: project.id, role: project.role };
    await recordActivity(deps.db, request, {
      userId: user.id,
      projectId: project.id,
      action: 'project.export',
      details: { format: 'archive' },
    });
    // Sent at once, so that an error of the stream has a listener.
    const { name, file } = await archiveOf(deps, viewer);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${archiveFileName(name)}"`)
      .header('cache-control', 'no-store')
      .send(file);
  });
}
