import type { FastifyInstance } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import type { Db } from '#server/db/client.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { mount } from '#server/lib/mount.ts';
import { personalRequestName } from '#server/lib/requestId.ts';
import type { Storage } from '#server/storage/storage.ts';
import { designVoice, getVoicePreview, getVoicePrices, listVoices } from '#shared/contract/voices.ts';
import { designCustomVoice, designJobs } from './design.service.ts';
import { voiceLibrary } from './library.ts';
import { sendAudio, voicePreviews } from './previews.ts';
import { voicePricesOf } from './prices.service.ts';
import { voicesFor } from './voices.service.ts';

export function voicesRoutes(
  app: FastifyInstance,
  { db, ai, storage }: { db: Db; ai: Ai; storage: Storage },
): void {
  const library = voiceLibrary(ai);
  const previewOf = voicePreviews(ai, library);
  const jobs = designJobs();
  app.addHook('onClose', () => jobs.end());

  mount(app, listVoices, 'user', async ({ user }) => voicesFor(db, library, user.id));

  mount(app, getVoicePrices, 'user', async ({ user }) => ({
    ...(await voicePricesOf(ai)),
    creditBalance: await balanceOf(db, user.id),
  }));

  mount(app, getVoicePreview, 'user', async ({ params, request, reply }) =>
    sendAudio(request, reply, await previewOf(params.voiceId)),
  );

  mount(app, designVoice, 'user', async ({ user, body, request }) => {
    const activity = { action: 'ai.voice_generation', details: { task: 'voice_design' } };
    return designCustomVoice({ db, ai, storage, library, jobs }, body, {
      ...{ userId: user.id, ...personalRequestName(request) },
      onKept: (tx) => recordActivity(tx, request, { userId: user.id, ...activity }),
    });
  });
}
