import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { record } from '#server/lib/activity.ts';
import { departure } from '#server/lib/departure.ts';
import { type Call, mount } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  generateAvatar,
  generateStyleDescription,
  generateVoiceDescription,
} from '#shared/contract/characters.ts';
import { drawAvatar } from './avatar.service.ts';
import { describeCharacter, requireEditor } from './descriptions.service.ts';

interface Parts {
  db: Db;
  ai: Ai;
  storage: Storage;
}

/** What AI makes of a character. */
export function generatingRoutes(app: FastifyInstance, { db, ai, storage }: Parts): void {
  const ofCharacter = { child: characters, thing: 'Character' } as const;
  mount(app, generateAvatar, { can: 'write', ...ofCharacter }, async (call) => {
    const { user, project, params, request, reply } = call;
    const where = { projectId: project.id, userId: user.id };
    const activity = { action: 'ai.image_generation', details: { task: 'avatar', characterId: params.id } };
    return drawAvatar({ db, ai, storage }, where, params.id, {
      ...requestNameOf(project.id, request),
      signal: departure(reply),
      onKept: (tx) => record(tx, request, { ...where, ...activity }),
    });
  });

  const described = async (
    kind: 'voice' | 'style',
    { user, body, request, reply }: Call<typeof generateVoiceDescription, 'user'>,
  ) => {
    const { projectId } = body;
    await requireEditor(db, user.id, projectId);
    const activity = { action: 'ai.chat', details: { task: `${kind}_description` } };
    return describeCharacter({ db, ai }, user.id, kind, body, {
      ...requestNameOf(projectId, request),
      signal: departure(reply),
      onKept: (tx) => record(tx, request, { userId: user.id, projectId, ...activity }),
    });
  };
  // The character may not be saved yet, so the body names the project, and the door reads no bodies.
  mount(app, generateVoiceDescription, 'user', async (call) => {
    const { description: voiceDescription, creditBalance } = await described('voice', call);
    return { voiceDescription, creditBalance };
  });
  mount(app, generateStyleDescription, 'user', async (call) => {
    const { description: styleDescription, creditBalance } = await described('style', call);
    return { styleDescription, creditBalance };
  });
}
