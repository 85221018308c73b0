import type { FastifyInstance } from 'fastify';
import { characters } from '#server/db/schema/script.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount, type RouteCall } from '#server/lib/mount.ts';
import { requestNameOf } from '#server/lib/requestId.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import {
  generateAvatar,
  generateStyleDescription,
  generateVoiceDescription,
} from '#shared/contract/characters.ts';
import { drawAndStoreAvatar } from './avatar.service.ts';
import { describeCharacter, requireEditor } from './descriptions.service.ts';

/** Endpoints that generate portraits and descriptions of characters. */
export function generatingRoutes(app: FastifyInstance, { db, ai, storage }: PictureDeps): void {
  const ofCharacter = { child: characters, thing: 'Character' } as const;
  mount(app, generateAvatar, { can: 'write', ...ofCharacter }, async (call) => {
    const { user, project, params, request, reply } = call;
    const where = { projectId: project.id, userId: user.id };
    const activity = { action: 'ai.image_generation', details: { task: 'avatar', characterId: params.id } };
    return drawAndStoreAvatar({ db, ai, storage }, where, params.id, {
      ...requestNameOf(project.id, request),
      signal: abortOnDisconnect(reply),
      onKept: (tx) => recordActivity(tx, request, { ...where, ...activity }),
    });
  });

  const described = async (
    kind: 'voice' | 'style',
    { user, body, request, reply }: RouteCall<typeof generateVoiceDescription, 'user'>,
  ) => {
    const { projectId } = body;
    await requireEditor(db, user.id, projectId);
    const activity = { action: 'ai.chat', details: { task: `${kind}_description` } };
    return describeCharacter({ db, ai }, user.id, kind, body, {
      ...requestNameOf(projectId, request),
      signal: abortOnDisconnect(reply),
      onKept: (tx) => recordActivity(tx, request, { userId: user.id, projectId, ...activity }),
    });
  };
  // The character may be unsaved, so the project is in the body, which the session check does not
  // read.
  mount(app, generateVoiceDescription, 'user', async (call) => {
    const { description: voiceDescription, creditBalance } = await described('voice', call);
    return { voiceDescription, creditBalance };
  });
  mount(app, generateStyleDescription, 'user', async (call) => {
    const { description: styleDescription, creditBalance } = await described('style', call);
    return { styleDescription, creditBalance };
  });
}
