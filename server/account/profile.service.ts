import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { HttpError, invalid, unauthorized, unsupportedType } from '#server/lib/errors.ts';
import type { WorkerThread } from '#server/lib/thread.ts';
import { attachFile, detachFile, type Storage } from '#server/storage/storage.ts';
import {
  photoLimitBytes,
  photoTexts,
  type updatePreferences,
  type updateProfile,
} from '#shared/contract/account.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import type { squarePicture } from './squarePicture.ts';

/** Thread that scales photos, so that the work does not block requests. */
export type PhotoWorker = WorkerThread<Uint8Array, Awaited<ReturnType<typeof squarePicture>>>;

interface Parts {
  db: Db;
  storage: Storage;
}

export async function changeProfile(
  { db, storage }: Parts,
  userId: string,
  { firstName, lastName, profileImageUrl }: HandlerInput<typeof updateProfile>['body'],
) {
  const { user, removed } = await db.transaction(async (tx) => {
    const before = await heldUser(tx, userId);
    const isTaken = profileImageUrl === null || profileImageUrl === '';
    const isOther = profileImageUrl != null && !isTaken && profileImageUrl !== before.profileImageUrl;
    // Reject other addresses: a file of another user, or an external picture, whose server would
    // see who loads it.
    if (isOther) throw invalid('Upload a photo instead.', { profileImageUrl: 'Upload a photo instead.' });
    if (isTaken) await detachFile(tx, before.profileImageUrl, { userId });
    const photo = isTaken ? { profileImageUrl: null } : {};
    const user = await changedUser(tx, userId, { firstName, lastName, ...photo });
    return { user, removed: isTaken ? before.profileImageUrl : null };
  });
  await storage.discard([removed]);
  return user;
}

export function changePreferences(
  db: Db,
  userId: string,
  { elementKeys, afterDialogue }: HandlerInput<typeof updatePreferences>['body'],
) {
  // The row's time of change is always written: an update needs a column.
  return changedUser(db, userId, { elementKeys, afterDialogue, updatedAt: new Date() });
}

/**
 * Replace the profile photo. Throws an error with a message for the user if the file is unusable.
 */
export async function changePhoto(
  { db, storage, studio }: Parts & { studio: PhotoWorker },
  userId: string,
  sent: Uint8Array,
) {
  if (sent.length > photoLimitBytes)
    throw new HttpError('too_large', photoTexts.tooLargeTitle, { details: photoTexts.tooLarge });
  const made = await studio.send(sent);
  if (made === 'not-a-picture') throw unsupportedType(photoTexts.wrongType);
  if (made === 'too-many-pixels') throw invalid(photoTexts.tooManyPixels);
  const url = await storage.put(made, 'image/webp');
  let before: string | null = null;
  try {
    return await db.transaction(async (tx) => {
      before = (await heldUser(tx, userId)).profileImageUrl;
      await detachFile(tx, before, { userId });
      await attachFile(tx, url, { userId });
      return changedUser(tx, userId, { profileImageUrl: url });
    });
  } finally {
    await storage.discard([before, url]); // the old photo, or the new one after a failure
  }
}

/**
 * Lock and return the user until the transaction ends, so that concurrent changes see each other's
 * photo.
 */
async function heldUser(tx: Db, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) throw unauthorized();
  return user;
}

async function changedUser(tx: Db, userId: string, fields: Partial<typeof users.$inferInsert>) {
  const [user] = await tx.update(users).set(fields).where(eq(users.id, userId)).returning();
  if (!user) throw unauthorized();
  return user;
}
