import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { loginTokens, users } from '#server/db/schema/people.ts';
import { newSecret, sha256Of } from '#server/lib/session.ts';
import { type ComposedMail, composeMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { accountOf, mayHaveAccount, type UserRow } from './accounts.ts';
import { isAccepted } from './devices.ts';
import type { Signer } from './signer.ts';

/** Decision OQ-01. */
const codeMinutes = 10;
const maxTries = 5;
/** Maximum number of wrong codes from all browsers together that joined a mail. */
const maxJoinedTries = 25;
const firstStartHours = 24;

export interface LoginRequest {
  email: string;
  invite?: string | undefined;
  returnTo?: string | undefined;
  /** Secret of the requesting browser. */
  asker: string;
  /** Time that a new mail would have to wait (limits.ts). */
  waitMs: number;
}

export interface LoginOrigin {
  publicUrl: string;
  adminEmails: readonly string[];
}

/** Dependencies of a sign-in. */
export interface SignIn extends LoginOrigin {
  db: Db;
  sign: Signer;
}

/** Result of a proved sign-in. */
export interface SignedIn {
  user: UserRow;
  invite: string | null;
  returnTo: string | null;
}

/**
 * Create a code and a link for an address, and the mail with them. The same rows are written for
 * every address; the mail to one without access ends in the outbox, so neither the reply nor the
 * work reveals which it was.
 *
 * A request whose mail would have to wait joins the last mail that still works: its browser may
 * enter the code of that mail, with separate tries. Without such a mail, its own is sent after the
 * wait.
 */
export async function sendLogin(
  { db, sign, publicUrl, adminEmails }: SignIn,
  request: LoginRequest,
): Promise<void> {
  const { email, invite, returnTo, asker, waitMs } = request;
  const codeRequest = {
    email,
    askerHash: sha256Of(asker),
    invite: invite ?? null,
    returnTo: returnTo ?? null,
  };
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const secret = newSecret();
  await db.transaction(async (tx) => {
    // Serialise the requests of an address: two at once must not send two mails.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`login ${email}`}))`);
    const last = waitMs > 0 ? await lastMailed(tx, email) : undefined;
    if (last) {
      const { codeHash, expiresAt } = last;
      await tx
        .insert(loginTokens)
        .values({ ...codeRequest, codeHash, expiresAt, hash: sha256Of(newSecret()) });
      return;
    }
    await tx.insert(loginTokens).values({
      ...codeRequest,
      hash: sha256Of(secret),
      codeHash: sign('code', email, code),
      expiresAt: databaseTimeIn(waitMs + codeMinutes * 60_000),
    });
    await queueMail(tx, {
      to: email,
      ...loginMail(code, linkFor(publicUrl, secret)),
      isDelivered: mayHaveAccount(email, adminEmails),
      ...(waitMs > 0 && { nextAttemptAt: databaseTimeIn(waitMs) }),
    });
  });
}

/** Minimum remaining validity, in minutes, of a mail that a request may join. */
const minJoinMinutes = 3;

async function lastMailed(tx: Db, email: string) {
  const [last] = await tx
    .select({ codeHash: loginTokens.codeHash, expiresAt: loginTokens.expiresAt })
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.email, email),
        eq(loginTokens.kind, 'mail'),
        gt(loginTokens.expiresAt, sql`now() + make_interval(mins => ${minJoinMinutes}::int)`),
      ),
    )
    .orderBy(desc(loginTokens.expiresAt), loginTokens.id)
    .limit(1);
  return last;
}

function linkFor(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/login/verify?token=${secret}`;
}

function loginMail(code: string, link: string): ComposedMail {
  return composeMail({
    subject: `${code} is your Cold Open code`,
    heading: 'Sign in to Cold Open',
    paragraphs: [`Your code is below. It works once, for ${codeMinutes} minutes.`],
    code,
    action: { label: 'Or sign in by this link', href: link },
    notes: [
      'Open the link on the device you want to write on.',
      'If you did not request this, you can ignore this email.',
    ],
  });
}

/**
 * Sign in by the code; null if it is wrong, used, tried too often or expired. A browser tries the
 * code that it requested, with its own tries. Other browsers try the last code of the address and
 * are counted apart, so that a stranger cannot use up the tries of the reader. Browsers that joined
 * a mail have separate tries, limited in total, so that many of them cannot guess.
 */
export function verifyCode(
  { db, sign, ...origin }: SignIn,
  { email, code, asker }: { email: string; code: string; asker: string | null },
): Promise<SignedIn | null> {
  const askerHash = asker === null ? null : sha256Of(asker);
  const isOwn = sql<boolean>`coalesce(${loginTokens.askerHash} = ${askerHash}, false)`;
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: loginTokens.id, codeHash: loginTokens.codeHash, isOwn })
      .from(loginTokens)
      .where(
        and(
          eq(loginTokens.email, email),
          eq(loginTokens.kind, 'mail'),
          gt(loginTokens.expiresAt, sql`now()`),
        ),
      )
      .orderBy(desc(isOwn), desc(loginTokens.expiresAt), loginTokens.id)
      .limit(1);
    if (!found) return null;
    // Lock all requests that share a mail in one order, the one that sent it first.
    const sharing = await tx
      .select()
      .from(loginTokens)
      .where(and(eq(loginTokens.email, email), eq(loginTokens.codeHash, found.codeHash ?? '')))
      .orderBy(loginTokens.id)
      .for('update');
    const token = sharing.find(({ id }) => id === found.id);
    if (!token) return null;
    const counted = found.isOwn ? 'tries' : 'otherTries';
    const joined = sharing.slice(1);
    const joinedTries = joined.reduce((sum, { tries, otherTries }) => sum + tries + otherTries, 0);
    if (token[counted] >= maxTries) return null;
    if (joined.includes(token) && joinedTries >= maxJoinedTries) return null;
    if (!isAccepted(token.codeHash ?? '', sign.accepted('code', email, code))) {
      await tx
        .update(loginTokens)
        .set({ [counted]: token[counted] + 1 })
        .where(eq(loginTokens.id, token.id));
      return null;
    }
    await tx.delete(loginTokens).where(eq(loginTokens.email, email));
    return signedIn(tx, token, origin);
  });
}

/** Working link. */
export interface WorkingLink {
  /** Address that it signs in. */
  email: string;
  /** Whether this browser requested it; true for the link of a first start. */
  isAskedHere: boolean;
}

/** Find a link by its secret; null if it does not work. Changes nothing. */
export async function findLink(db: Db, secret: string, asker: string | null): Promise<WorkingLink | null> {
  const [token] = await db
    .select({ email: loginTokens.email, kind: loginTokens.kind, codeHash: loginTokens.codeHash })
    .from(loginTokens)
    .where(and(eq(loginTokens.hash, sha256Of(secret)), gt(loginTokens.expiresAt, sql`now()`)));
  if (!token) return null;
  const { email, kind, codeHash } = token;
  if (kind === 'first-start') return { email, isAskedHere: true };
  const [own] = await db
    .select({ id: loginTokens.id })
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.email, email),
        eq(loginTokens.codeHash, codeHash ?? ''),
        eq(loginTokens.askerHash, asker === null ? '' : sha256Of(asker)),
      ),
    );
  return { email, isAskedHere: own !== undefined };
}

/**
 * Sign in by the mailed or printed link, once. The code of the same mail still works in the browser
 * that requested it (docs/decisions/0003-sign-in-by-code-and-link-by-invitation.md).
 */
export function verifyLink({ db, ...origin }: SignIn, secret: string): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const [token] = await tx
      .select()
      .from(loginTokens)
      .where(and(eq(loginTokens.hash, sha256Of(secret)), gt(loginTokens.expiresAt, sql`now()`)))
      .for('update');
    if (!token) return null;
    // Each node has printed a link of a first start.
    if (token.kind === 'first-start') await tx.delete(loginTokens).where(eq(loginTokens.kind, token.kind));
    else
      await tx
        .update(loginTokens)
        .set({ hash: sha256Of(newSecret()) })
        .where(eq(loginTokens.id, token.id));
    return signedIn(tx, token, origin);
  });
}

async function signedIn(
  tx: Db,
  { email, invite, returnTo }: typeof loginTokens.$inferSelect,
  { adminEmails }: LoginOrigin,
): Promise<SignedIn | null> {
  const user = await accountOf(tx, email, adminEmails);
  return user && { user, invite, returnTo };
}

/**
 * Create the one-time link of a first start, for the first administrator; null once there is a
 * user. Links that other nodes have printed stay valid until one of them is used.
 */
export async function firstStartLink(
  db: Db,
  { publicUrl, adminEmails }: LoginOrigin,
): Promise<string | null> {
  const anybody = await db.select({ id: users.id }).from(users).limit(1);
  const email = adminEmails[0];
  if (anybody.length > 0 || email === undefined) return null;
  const secret = newSecret();
  await db.insert(loginTokens).values({
    kind: 'first-start',
    hash: sha256Of(secret),
    email,
    expiresAt: databaseTimeIn(firstStartHours * 3_600_000),
  });
  return linkFor(publicUrl, secret);
}
