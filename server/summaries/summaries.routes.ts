import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import { getSceneSummaries, updateSceneSummaries } from '#shared/contract/ai.ts';
import { generateSummaries, summaryStateOf } from './summaries.service.ts';

export function summariesRoutes(app: FastifyInstance, parts: { db: Db; ai: Ai }): void {
  mount(app, getSceneSummaries, { can: 'read' }, async ({ project }) => summaryStateOf(parts, project.id));

  mount(app, updateSceneSummaries, { can: 'write' }, async ({ project, user, request, reply }) => {
    const where = { projectId: project.id, userId: user.id };
    const details = { task: 'scene_summaries' };
    return generateSummaries(parts, where, {
      ...requestNameOf(project.id, request),
      signal: abortOnDisconnect(reply),
      onKept: (tx) => recordActivity(tx, request, { ...where, action: 'ai.script_analysis', details }),
    });
  });
}
