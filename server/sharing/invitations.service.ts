import type { Db } from '#server/db/client.ts';
import type { Person } from '#server/lib/access.ts';
import { gone, HttpError, invalid } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
import { acceptedMail } from './sharing.mails.ts';
import { acceptShare, findOffer, markExpiredInvitations } from './sharing.queries.ts';
import type { ActivityNote, Sharing } from './sharing.service.ts';

/** Return an open invitation for its page. The visitor has the token, but may be anybody. */
export async function findInvitation(db: Db, token: string, user: Person | null) {
  const offer = await freshOffer(db, token);
  if (offer.status !== 'pending') throw noInvitation();
  const { projectName, role, projectId, expiresAt, email } = offer;
  return { projectName, role, projectId, expiresAt, ...(user?.email === email && { email }) };
}

/**
 * Join the project, for the user of the invited address only (decision OQ-09). `isNew` is false for
 * a repeated call.
 */
export async function joinProject(
  { db, env }: Sharing,
  token: string,
  user: Person,
  note: (projectId: number) => ActivityNote,
) {
  const { projectId } = await freshOffer(db, token);
  return changeProject(db, { projectId, userId: user.id }, async ({ tx, changed }) => {
    // Check again under the lock.
    const offer = await freshOffer(tx, token);
    const { email, role, projectName: name } = offer;
    if (offer.ownerId === user.id) throw invalid(sharingTexts.ownProject);
    const joined = { projectId, encodedProjectId: encodeProjectId(projectId), role };
    if (offer.status === 'accepted' && email === user.email) return { ...joined, isNew: false };
    if (offer.status !== 'pending') throw gone(sharingTexts.invitationOver);
    if (email !== user.email) throw new HttpError('forbidden', sharingTexts.otherAddress);
    await acceptShare(tx, offer, user.id);
    const mail = acceptedMail({
      person: user,
      project: { id: projectId, name },
      publicUrl: env.publicUrl,
      role,
    });
    await queueMail(tx, { to: offer.ownerEmail, ...mail });
    await note(projectId)(tx, { role });
    changed('access', []);
    return { ...joined, isNew: true };
  });
}

/** Pattern of the tokens that newSecret creates. Others are not looked up. */
const tokenForm = /^[\w-]{1,128}$/;

async function freshOffer(db: Db, token: string) {
  const found = tokenForm.test(token) ? await findOffer(db, token) : undefined;
  if (!found) throw noInvitation();
  if (found.status !== 'pending' || !found.isOver) return found;
  await markExpiredInvitations(db, found.projectId);
  return { ...found, status: 'expired' as const };
}

function noInvitation(): HttpError {
  return new HttpError('not_found', sharingTexts.invitationNotFound);
}
