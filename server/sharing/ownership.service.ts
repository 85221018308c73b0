import type { Db } from '#server/db/client.ts';
import type { ComposedMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { inheritedMail } from './sharing.mails.ts';
import { deleteShare, findShareByEmail, type ShareRow, setOwner } from './sharing.queries.ts';

/**
 * Makes an editor the owner of a project, whose share ends with that, and tells them by mail. Invitations that are open
 * stay open.
 */
export async function transferToEditor(
  tx: Db,
  share: ShareRow,
  newOwnerId: string,
  mail: ComposedMail,
): Promise<void> {
  await deleteShare(tx, share);
  await setOwner(tx, share.projectId, newOwnerId);
  await queueMail(tx, { to: share.sharedWithEmail, ...mail });
}

/** The same where the owner's account is deleted; false when that person has no part in the project any more. */
export async function transferOnAccountDeletion(
  tx: Db,
  editor: { id: string; email: string },
  project: { id: number; name: string },
  publicUrl: string,
): Promise<boolean> {
  const share = await findShareByEmail(tx, project.id, editor.email);
  if (!share) return false;
  await transferToEditor(tx, share, editor.id, inheritedMail({ project, publicUrl }));
  return true;
}
