import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { mount } from '#server/lib/mount.ts';
import {
  createVersion,
  deleteVersion,
  findMoment,
  getScriptAt,
  listHistory,
  listVersions,
  renameVersion,
} from '#shared/contract/history.ts';
import { findHistory } from './history.queries.ts';
import { giveName, nameVersion, readScriptAt, removeVersion } from './history.service.ts';
import { momentAtTime } from './moments.queries.ts';
import { versionsOf } from './versions.queries.ts';

const ofVersion = { child: scriptVersions, thing: 'Version' } as const;

export function historyRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listHistory, { can: 'read' }, async ({ project, user, query }) =>
    findHistory(db, project.id, user.id, query),
  );

  mount(app, getScriptAt, { can: 'read' }, async ({ project, query }) => readScriptAt(db, project.id, query));

  mount(app, findMoment, { can: 'read' }, async ({ project, query }) => ({
    moment: await momentAtTime(db, project.id, query.time),
  }));

  mount(app, listVersions, { can: 'read' }, async ({ project }) => versionsOf(db, project.id));

  mount(app, createVersion, { can: 'write' }, async ({ project, user, body }) =>
    nameVersion(db, { projectId: project.id, userId: user.id }, body),
  );

  mount(app, renameVersion, { can: 'write', ...ofVersion }, async ({ params, body }) =>
    giveName(db, params.id, body.name),
  );

  mount(app, deleteVersion, { can: 'write', ...ofVersion }, async ({ params }) => {
    await removeVersion(db, params.id);
    return undefined;
  });
}
