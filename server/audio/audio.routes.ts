import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireEditor } from '#server/characters/descriptions.service.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { notFound } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { personalRequestName, requestNameOf } from '#server/lib/requestId.ts';
import type { PictureDeps } from '#server/projects/drawing.service.ts';
import {
  generateDialogueAudio,
  generateSoundEffect,
  generateSpeech,
  updateAudioPreferences,
} from '#shared/contract/audio.ts';
import { creditBalanceHeader } from '#shared/headers.ts';
import { projectOfElement } from './audio.queries.ts';
import { speakDialogue } from './dialogueAudio.service.ts';
import { changeAudioPreferences, type ElementTurns, elementTurns } from './elementAudio.ts';
import { makeSoundEffect } from './soundEffect.service.ts';
import { recentSpeech, speakOnce } from './speech.service.ts';

interface GeneratingCall {
  user: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

export function audioRoutes(
  app: FastifyInstance,
  { db, ai, storage, soundTurns = elementTurns() }: PictureDeps & { soundTurns?: ElementTurns },
): void {
  const recent = recentSpeech();
  const deps = { db, ai, storage, inTurn: soundTurns };

  /** Build the call options and the activity log entry. */
  const callOptions = (
    { user, request, reply }: GeneratingCall,
    projectId: number | null,
    details: object,
  ) => ({
    ...(projectId === null ? personalRequestName(request) : requestNameOf(projectId, request)),
    signal: abortOnDisconnect(reply),
    onKept: (tx: typeof db) =>
      recordActivity(tx, request, {
        ...{ userId: user.id, projectId, action: 'ai.voice_generation' },
        details: { ...details },
      }),
  });

  mount(
    app,
    updateAudioPreferences,
    { can: 'write', child: scriptElements, thing: 'Element' },
    async (call) => {
      const { project, user, params, body } = call;
      return changeAudioPreferences(db, { projectId: project.id, userId: user.id }, params.id, body);
    },
  );

  mount(app, generateSpeech, 'user', async (call) => {
    const options = callOptions(call, null, { task: 'speech' });
    const { bytes, creditBalance } = await speakOnce({ db, ai, recent }, call.user.id, call.body, options);
    return call.reply
      .type('audio/mpeg')
      .header('cache-control', 'no-store')
      .header(creditBalanceHeader, creditBalance)
      .send(Buffer.from(bytes));
  });

  // The element is in the body, which the session check does not read.
  mount(app, generateSoundEffect, 'user', async (call) => {
    const { user, body } = call;
    const projectId = await projectOfElement(db, body.elementId);
    if (projectId === null) throw notFound('Element');
    await requireEditor(db, user.id, projectId, 'Element');
    const options = callOptions(call, projectId, { task: 'sound_effect', elementId: body.elementId });
    return makeSoundEffect(deps, { projectId, userId: user.id }, body, options);
  });

  mount(app, generateDialogueAudio, 'user', async (call) => {
    const { user, body } = call;
    await requireEditor(db, user.id, body.projectId);
    const options = callOptions(call, body.projectId, { task: 'dialogue_audio', elementId: body.elementId });
    return speakDialogue(deps, user.id, body, options);
  });
}
