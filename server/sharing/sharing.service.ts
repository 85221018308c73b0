import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import type { Env } from '#server/env.ts';
import type { Person } from '#server/lib/access.ts';
import type { Counter } from '#server/lib/counter.ts';
import { forbidden, HttpError, invalid, notFound, tooManyRequests } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import { newSecret } from '#server/lib/session.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { rowId } from '#shared/contract/fields.ts';
import { type inviteMember, ownerAccessId } from '#shared/contract/shares.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may, type Role, type ShareRole } from '#shared/roles.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
import { transferToEditor } from './ownership.service.ts';
import { invitationDays, invitationMail, transferMail } from './sharing.mails.ts';
import {
  addEditor,
  countShares,
  deleteShare,
  findAccessEntries,
  findAccessEntry,
  findShareByEmail,
  findShareById,
  markExpiredInvitations,
  type ShareRow,
  updateShareRole,
  upsertInvitation,
} from './sharing.queries.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Maximum number of entries of an access list, including open and expired invitations. */
export const maxPeople = 100;
/** Invitation mails per hour: of one sender, and to one address from all senders. */
export const invitationsPerHour = 40;
export const invitationsPerAddress = 5;

export interface Sharing {
  db: Db;
  env: Pick<Env, 'publicUrl'>;
  counter: Counter;
}

/** Project and acting user. */
export interface ActorInProject {
  projectId: number;
  user: Person;
}

/** Writes the activity log entry, in the transaction of the change. */
export type ActivityNote = (tx: Db, details: Record<string, unknown>) => Promise<void>;

function inProject<T>(
  db: Db,
  { projectId, user }: ActorInProject,
  work: (change: ProjectChange) => Promise<T>,
) {
  return changeProject(db, { projectId, userId: user.id }, work);
}

/** Return the access list, with expired entries marked (decision OQ-11). */
export async function findAccess(db: Db, projectId: number) {
  await markExpiredInvitations(db, projectId);
  return findAccessEntries(db, projectId);
}

/**
 * Invite an address. For an address that has not accepted yet, the invitation is replaced: a new
 * token, the new role and another mail. Whether the address has an account makes no difference.
 */
export function inviteByEmail(
  { db, env, counter }: Sharing,
  acting: ActorInProject,
  { email, role }: HandlerInput<typeof inviteMember>['body'],
  note: ActivityNote,
) {
  const { projectId, user } = acting;
  // Count the mail only once, even if the transaction is repeated.
  let counted: Promise<void> | undefined;
  return inProject(db, acting, async ({ tx, changed }) => {
    if (email === user.email) throw rejection('invalid', sharingTexts.ownProject);
    const known = await findShareByEmail(tx, projectId, email);
    if (known?.status === 'accepted') throw rejection('conflict', sharingTexts.hasAccess);
    if (!known && (await countShares(tx, projectId)) >= maxPeople)
      throw rejection('conflict', sharingTexts.tooManyPeople);
    counted ??= holdInvitations(counter, user.id, email);
    await counted;
    const inviteToken = newSecret();
    const expiresAt = databaseTimeIn(invitationDays * dayMs);
    const shareId = await upsertInvitation(tx, {
      projectId,
      email,
      role,
      inviteToken,
      invitedBy: user.id,
      expiresAt,
    });
    const { name } = await projectRow(tx, projectId);
    const href = `${env.publicUrl}/invite/${inviteToken}`;
    const mail = invitationMail({ inviter: user, projectName: name, role, href });
    await queueMail(tx, { to: email, ...mail });
    await note(tx, { email, role });
    changed('access', [shareId]);
    return findAccessEntry(tx, shareId);
  });
}

/** Return the error of a rejected invitation. The web shows `details` where they exist. */
function rejection(code: 'invalid' | 'conflict', message: string): HttpError {
  return new HttpError(code, message, { details: message });
}

async function holdInvitations(counter: Counter, userId: string, email: string): Promise<void> {
  const limits = [
    [`invite-by:${userId}`, invitationsPerHour, sharingTexts.tooManyInvitations],
    [`invite-to:${email}`, invitationsPerAddress, sharingTexts.tooManyToAddress],
  ] as const;
  for (const [key, max, message] of limits) {
    const { current, ttlMs } = await counter.add(key, hourMs);
    if (current > max) throw tooManyRequests(Math.max(1, Math.ceil(ttlMs / 1000)), message);
  }
}

/** Change the role of a member. It applies from the next call on. */
export function changeShareRole(
  db: Db,
  acting: ActorInProject,
  accessId: string,
  role: ShareRole,
  note: ActivityNote,
) {
  return inProject(db, acting, async ({ tx, projectId, changed }) => {
    await markExpiredInvitations(tx, projectId);
    const share = await shareNamed(tx, projectId, accessId);
    if (share === 'owner') throw invalid(sharingTexts.ownerRoleFixed);
    await updateShareRole(tx, share, role);
    await note(tx, { email: share.sharedWithEmail, from: share.role, to: role });
    changed('access', [share.id]);
    return findAccessEntry(tx, share.id);
  });
}

/**
 * Remove a member or an invitation. The owner may remove anybody, others only themselves. The token
 * of a removed invitation becomes invalid.
 */
export function removeAccess(
  db: Db,
  acting: ActorInProject & { role: Role },
  accessId: string,
  note: ActivityNote,
): Promise<void> {
  return inProject(db, acting, async ({ tx, projectId, changed }) => {
    const share = await shareNamed(tx, projectId, accessId);
    const isOwner = may(acting.role, 'own');
    if (share === 'owner') throw isOwner ? invalid(sharingTexts.ownerRoleFixed) : forbidden();
    const isOwn = share.sharedWithUserId === acting.user.id;
    if (!isOwner && !isOwn) throw forbidden();
    await deleteShare(tx, share);
    await note(tx, { email: share.sharedWithEmail, ...(isOwn && { hasLeft: true }) });
    changed('access', [share.id]);
  });
}

/**
 * Transfer ownership to an editor. The former owner becomes an editor. Open invitations stay open.
 */
export function transferOwnership(
  { db, env }: Sharing,
  acting: ActorInProject,
  accessId: number,
  note: ActivityNote,
) {
  return inProject(db, acting, async ({ tx, projectId, changed }) => {
    const share = await shareNamed(tx, projectId, String(accessId));
    const isEditor = share !== 'owner' && share.status === 'accepted' && share.role === 'editor';
    const toId = isEditor ? share.sharedWithUserId : null;
    if (!isEditor || toId === null) throw new HttpError('conflict', sharingTexts.onlyEditors);
    const project = await projectRow(tx, projectId);
    // In the second of two parallel transfers the caller is no longer the owner.
    if (project.userId !== acting.user.id) throw forbidden();
    const mail = transferMail({ person: acting.user, project, publicUrl: env.publicUrl });
    await transferToEditor(tx, share, toId, mail);
    await addEditor(tx, projectId, acting.user, toId);
    await note(tx, { email: share.sharedWithEmail });
    changed('access', [share.id]);
    return findAccessEntries(tx, projectId);
  });
}

async function shareNamed(tx: Db, projectId: number, accessId: string): Promise<ShareRow | 'owner'> {
  if (accessId === ownerAccessId) return 'owner';
  const parsed = rowId.safeParse(accessId);
  const share = parsed.success ? await findShareById(tx, projectId, parsed.data) : undefined;
  if (!share) throw notFound('Access entry');
  return share;
}
