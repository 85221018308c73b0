import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import { generateCharacterTemplate, generateSceneTemplate } from '#shared/contract/templates.ts';
import { generateTemplate } from './templates.ts';

const calls = { scene: generateSceneTemplate, character: generateCharacterTemplate } as const;

export function templatesRoutes(app: FastifyInstance, { db, ai }: { db: Db; ai: Ai }): void {
  for (const kind of ['scene', 'character'] as const) {
    mount(app, calls[kind], { can: 'write' }, async ({ user, project, request, reply }) => {
      const where = { projectId: project.id, userId: user.id };
      const activity = { action: 'ai.script_analysis', details: { task: `${kind}_template` } };
      return generateTemplate({ db, ai }, where, kind, {
        ...requestNameOf(project.id, request),
        signal: abortOnDisconnect(reply),
        onKept: (tx) => recordActivity(tx, request, { ...where, ...activity }),
      });
    });
  }
}
