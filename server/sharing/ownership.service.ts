import type { Db } from '#server/db/client.ts';
import type { ComposedMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { inheritedMail } from './sharing.mails.ts';
import { deleteShare, findShareByEmail, type ShareRow, setOwner } from './sharing.queries.ts';

/**
 * Make an editor the owner of a project, delete the editor's share, and send a mail. Open
 * invitations stay open.
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

/**
 * Transfer a project when its owner's account is deleted. Returns false if the
 * editor's share was removed.
 */
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
