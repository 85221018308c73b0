import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { announceSessionsEnded } from '#server/lib/endedSessions.ts';
import { invalid, notFound } from '#server/lib/errors.ts';
import { readForm } from '#server/lib/form.ts';
import { creditsOf } from '#server/lib/ledger.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import { clearSessionCookies } from '#server/lib/session.ts';
import { WorkerThread } from '#server/lib/thread.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  deleteAccount,
  downloadAccount,
  endOtherSessions,
  getAccountDeletion,
  getCredits,
  listCreditHistory,
  listSessions,
  photoField,
  photoLimitBytes,
  photoTexts,
  updatePreferences,
  updateProfile,
  uploadPhoto,
} from '#shared/contract/account.ts';
import { endUserSessions } from '#shared/contract/admin.ts';
import { browsersOf, emailOf, endSessions } from './browsers.queries.ts';
import { creditEntriesOf } from './credits.queries.ts';
import { ownedProjects, removeAccount } from './deletion.service.ts';
import { accountArchive } from './download.service.ts';
import { changePhoto, changePreferences, changeProfile, type PhotoWorker } from './profile.service.ts';

interface AccountDeps {
  db: Db;
  storage: Storage;
  env: Pick<Env, 'publicUrl' | 'dataDir'>;
}

export async function accountRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { db, env } = deps;

  mount(app, updateProfile, 'user', async ({ user, body, request }) => {
    const changed = await changeProfile(deps, user.id, body);
    await recordActivity(db, request, { userId: user.id, action: 'account.profile.update' });
    return { ...changed, isAdmin: user.isAdmin };
  });

  mount(app, updatePreferences, 'user', async ({ user, body }) => ({
    ...(await changePreferences(db, user.id, body)),
    isAdmin: user.isAdmin,
  }));

  await photoRoute(app, deps);

  mount(app, getCredits, 'user', ({ user }) => creditsOf(db, user.id));

  mount(app, listCreditHistory, 'user', ({ user, query }) => creditEntriesOf(db, user.id, query.limit));

  mount(app, listSessions, 'user', ({ user }) => browsersOf(db, user.id, user.session.sid));

  mount(app, endOtherSessions, 'user', async ({ user, request }) => {
    const sids = await endSessions(db, user.id, user.session.sid);
    announceSessionsEnded(db, sids);
    const ended = sids.length;
    await recordActivity(db, request, {
      userId: user.id,
      action: 'account.sessions.end',
      details: { ended },
    });
    return { ended };
  });

  mount(app, endUserSessions, 'admin', async ({ user, params: { userId }, request }) => {
    const sids = await db.transaction(async (tx) => {
      const email = await emailOf(tx, userId);
      if (email === null) throw notFound('User');
      const ended = await endSessions(tx, userId, null);
      const details = { email, ended: ended.length };
      await recordActivity(tx, request, { userId: user.id, action: 'admin.sessions.end', details });
      return ended;
    });
    announceSessionsEnded(db, sids);
    return { ended: sids.length };
  });

  const begin = limitConcurrentCalls(
    1,
    'A download of your data is already running. Please try again when it has finished.',
  );

  mount(app, downloadAccount, 'user', async ({ user, request, reply }) => {
    begin(user.id, reply);
    await recordActivity(db, request, { userId: user.id, action: 'account.download' });
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="Cold_Open_account.zip"')
      .header('cache-control', 'no-store')
      .send(await accountArchive(deps, user));
  });

  mount(app, getAccountDeletion, 'user', async ({ user }) => ({
    projects: await ownedProjects(db, user.id),
  }));

  mount(app, deleteAccount, 'user', async ({ user, body, reply }) => {
    await removeAccount(deps, user, body);
    clearSessionCookies(reply, env.publicUrl);
    return undefined;
  });
}

/** Mount the photo upload in a separate scope, because only this route accepts multipart bodies. */
async function photoRoute(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const studio: PhotoWorker = new WorkerThread(new URL('./photo.worker.ts', import.meta.url));
  app.addHook('onClose', () => studio.close());
  const begin = limitConcurrentCalls(
    2,
    'Other photos of yours are still being processed. Please try again when they are done.',
  );
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: photoLimitBytes + 1, files: 2, fields: 5, fieldSize: 1000, headerPairs: 100 },
      throwFileSizeLimit: false,
    });
    mount(scope, uploadPhoto, 'user', async ({ user, request, reply }) => {
      begin(user.id, reply);
      const sent = await photoIn(request);
      const changed = await changePhoto({ ...deps, studio }, user.id, sent);
      await recordActivity(deps.db, request, { userId: user.id, action: 'account.photo.update' });
      return { ...changed, isAdmin: user.isAdmin };
    });
  });
}

/** Return the bytes of the form's only photo; one byte above the limit shows that it was larger. */
function photoIn(request: FastifyRequest): Promise<Uint8Array> {
  return readForm(request, async (files) => {
    let photo: Uint8Array | undefined;
    for await (const part of files) {
      if (photo || part.fieldname !== photoField) {
        // Discard the rest of the body, because browsers show the answer only after sending all of
        // it.
        part.file.resume();
        throw invalid(photoTexts.wrongType);
      }
      photo = await part.toBuffer();
    }
    if (!photo) throw invalid(photoTexts.wrongType);
    return photo;
  });
}
