import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import { analyseTension, listTensionPoints } from '#shared/contract/tension.ts';
import { tensionPointsOf } from './tension.queries.ts';
import { analyseBeats } from './tension.service.ts';

export function tensionRoutes(app: FastifyInstance, { db, ai }: { db: Db; ai: Ai }): void {
  mount(app, listTensionPoints, { can: 'read' }, async ({ project }) => tensionPointsOf(db, project.id));
  mount(app, analyseTension, { can: 'write' }, async ({ user, project, request, reply }) => {
    const where = { projectId: project.id, userId: user.id };
    const activity = { action: 'ai.script_analysis', details: { task: 'tension' } };
    return analyseBeats({ db, ai }, where, {
      ...requestNameOf(project.id, request),
      signal: abortOnDisconnect(reply),
      onKept: (tx) => recordActivity(tx, request, { ...where, ...activity }),
    });
  });
}
