import { and, asc, count, eq, getColumns, type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { projectInvitations, projectShares, projects } from '#server/db/schema/projects.ts';
import { ownerAccessId } from '#shared/contract/shares.ts';
import type { ShareRole } from '#shared/roles.ts';

export type ShareRow = typeof projectShares.$inferSelect;

const names = {
  firstName: users.firstName,
  lastName: users.lastName,
  userId: users.id,
  profileImageUrl: users.profileImageUrl,
};

/**
 * List the owner and all invited addresses, oldest first. Names are shown only for users who have
 * accepted.
 */
export async function findAccessEntries(db: Db, projectId: number) {
  const [owner] = await db
    .select({ email: users.email, createdAt: projects.createdAt, ...names })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projects.id, projectId));
  const shares = await shareEntries(db)
    .where(eq(projectShares.projectId, projectId))
    .orderBy(asc(projectShares.createdAt), asc(projectShares.id));
  if (!owner) return [];
  const { createdAt, ...person } = owner;
  const ofOwner = { role: 'owner', status: 'accepted', invitedAt: createdAt, acceptedAt: createdAt } as const;
  return [{ id: ownerAccessId, ...ofOwner, ...person }, ...shares] as const;
}

/** Return one entry of the access list. The share must exist. */
export async function findAccessEntry(db: Db, shareId: number) {
  const [entry] = await shareEntries(db).where(eq(projectShares.id, shareId));
  if (!entry) throw new Error(`SELECT of share ${shareId} returned no row`);
  return entry;
}

function shareEntries(db: Db) {
  return db
    .select({
      id: projectShares.id,
      email: projectShares.sharedWithEmail,
      role: projectShares.role,
      status: projectShares.status,
      invitedAt: projectShares.createdAt,
      acceptedAt: projectShares.acceptedAt,
      ...names,
    })
    .from(projectShares)
    .leftJoin(users, eq(users.id, projectShares.sharedWithUserId))
    .$dynamic();
}

export async function findShareById(
  db: Db,
  projectId: number,
  shareId: number,
): Promise<ShareRow | undefined> {
  const ofProject = and(eq(projectShares.id, shareId), eq(projectShares.projectId, projectId));
  const [share] = await db.select().from(projectShares).where(ofProject);
  return share;
}

export async function findShareByEmail(
  db: Db,
  projectId: number,
  email: string,
): Promise<ShareRow | undefined> {
  const [share] = await db.select().from(projectShares).where(isShareWith(projectId, email));
  return share;
}

function isShareWith(projectId: number, email: string) {
  return and(eq(projectShares.projectId, projectId), eq(projectShares.sharedWithEmail, email));
}

export async function countShares(db: Db, projectId: number): Promise<number> {
  const ofProject = eq(projectShares.projectId, projectId);
  const [found] = await db.select({ count: count() }).from(projectShares).where(ofProject);
  return found?.count ?? 0;
}

interface Offer {
  projectId: number;
  email: string;
  role: ShareRole;
  inviteToken: string;
  invitedBy: string;
  expiresAt: SQL<Date>;
}

/**
 * Insert an invitation into both tables, or replace one that was not accepted. Returns the id of
 * the share.
 */
export async function upsertInvitation(tx: Db, { email, expiresAt, ...offer }: Offer): Promise<number> {
  const fresh = { status: 'pending', createdAt: sql`now()`, acceptedAt: null, ...offer } as const;
  await tx
    .insert(projectInvitations)
    .values({ email, expiresAt, ...fresh })
    .onConflictDoUpdate({
      target: [projectInvitations.projectId, projectInvitations.email],
      set: { expiresAt, ...fresh },
    });
  const [share] = await tx
    .insert(projectShares)
    .values({ sharedWithEmail: email, ...fresh })
    .onConflictDoUpdate({ target: [projectShares.projectId, projectShares.sharedWithEmail], set: fresh })
    .returning({ id: projectShares.id });
  if (!share) throw new Error('INSERT INTO project_shares returned no row');
  return share.id;
}

/** Return the invitation with this token, with its project and owner. */
export async function findOffer(db: Db, inviteToken: string) {
  const [offer] = await db
    .select({
      ...getColumns(projectInvitations),
      projectName: projects.name,
      ownerId: projects.userId,
      ownerEmail: users.email,
      isOver: sql<boolean>`${projectInvitations.expiresAt} <= now()`,
    })
    .from(projectInvitations)
    .innerJoin(projects, eq(projects.id, projectInvitations.projectId))
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projectInvitations.inviteToken, inviteToken));
  return offer;
}

/** Mark expired invitations in both tables (decision OQ-11). */
export async function markExpiredInvitations(db: Db, projectId: number): Promise<void> {
  await rows(
    db,
    sql`with over as (
      update project_invitations set status = 'expired'
      where project_id = ${projectId} and status = 'pending' and expires_at <= now()
      returning invite_token
    )
    update project_shares set status = 'expired' from over
    where project_shares.project_id = ${projectId} and project_shares.status = 'pending'
      and project_shares.invite_token = over.invite_token`,
  );
}

/** Accept an invitation in both tables. */
export async function acceptShare(
  tx: Db,
  { projectId, email }: Pick<Offer, 'projectId' | 'email'>,
  userId: string,
): Promise<void> {
  const taken = { status: 'accepted', acceptedAt: new Date() } as const;
  await tx.update(projectInvitations).set(taken).where(isInvitationOf(projectId, email));
  await tx
    .update(projectShares)
    .set({ ...taken, sharedWithUserId: userId })
    .where(isShareWith(projectId, email));
}

function isInvitationOf(projectId: number, email: string) {
  return and(eq(projectInvitations.projectId, projectId), eq(projectInvitations.email, email));
}

export async function updateShareRole(tx: Db, { id, projectId, sharedWithEmail }: ShareRow, role: ShareRole) {
  await tx.update(projectShares).set({ role }).where(eq(projectShares.id, id));
  await tx.update(projectInvitations).set({ role }).where(isInvitationOf(projectId, sharedWithEmail));
}

/** Delete the share with its invitation, whose token stops working at once. */
export async function deleteShare(tx: Db, { id, projectId, sharedWithEmail }: ShareRow): Promise<void> {
  await tx.delete(projectShares).where(eq(projectShares.id, id));
  await tx.delete(projectInvitations).where(isInvitationOf(projectId, sharedWithEmail));
}

export async function setOwner(tx: Db, projectId: number, userId: string): Promise<void> {
  await tx.update(projects).set({ userId }).where(eq(projects.id, projectId));
}

/** Add the former owner as an editor, without an invitation. */
export async function addEditor(
  tx: Db,
  projectId: number,
  { id, email }: { id: string; email: string },
  invitedBy: string,
): Promise<void> {
  const now = new Date();
  await tx.insert(projectShares).values({
    projectId,
    sharedWithUserId: id,
    sharedWithEmail: email,
    role: 'editor',
    status: 'accepted',
    invitedBy,
    createdAt: now,
    acceptedAt: now,
  });
}
