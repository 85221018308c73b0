import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { loginTokens, users } from '#server/db/schema/people.ts';
import { hashOf, newSecret } from '#server/lib/session.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { accountOf, mayHaveAccount, type UserRow } from './accounts.ts';

/** Decision OQ-01. */
const codeMinutes = 10;
const mostTries = 5;
const firstStartHours = 24;

export interface LoginMail {
  subject: string;
  code: string;
  link: string;
}

export interface LoginRequest {
  email: string;
  invite?: string | undefined;
  returnTo?: string | undefined;
}

export interface LoginOrigin {
  publicUrl: string;
  adminEmails: readonly string[];
}

/** Where a proved sign-in leads. */
export interface SignedIn {
  user: UserRow;
  invite: string | null;
  returnTo: string | null;
}

/** Mails a code and a link to an address that may have an account; null and nothing for any other. */
export async function sendLogin(
  db: Db,
  request: LoginRequest,
  origin: LoginOrigin,
): Promise<LoginMail | null> {
  const { email, invite, returnTo } = request;
  if (!(await mayHaveAccount(db, email, origin.adminEmails))) return null;
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const secret = newSecret();
  const mail = { subject: `${code} is your Cold Open code`, code, link: linkFor(origin.publicUrl, secret) };
  await db.transaction(async (tx) => {
    await tx.insert(loginTokens).values({
      hash: hashOf(secret),
      email,
      codeHash: codeHash(email, code),
      invite: invite ?? null,
      returnTo: returnTo ?? null,
      expiresAt: new Date(Date.now() + codeMinutes * 60_000),
    });
    await queueMail(tx, { to: email, subject: mail.subject, text: mailText(mail) });
  });
  return mail;
}

function linkFor(publicUrl: string, secret: string): string {
  return `${publicUrl}/api/login/verify?token=${secret}`;
}

/** A code is short, so its hash is bound to the address it was sent to. */
function codeHash(email: string, code: string): string {
  return hashOf(`${email}\n${code}`);
}

function mailText({ code, link }: LoginMail): string {
  return [
    `Your code is ${code}. It works once, for ${codeMinutes} minutes.`,
    '',
    'Or open this link on the device you want to write on:',
    link,
    '',
    'If you did not ask for it, do nothing: without the code nobody gets in.',
    '',
  ].join('\n');
}

/** Signs in by the code; null when it is wrong, used up, tried too often or too old. */
export function verifyCode(
  db: Db,
  email: string,
  code: string,
  origin: LoginOrigin,
): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const [token] = await tx
      .select()
      .from(loginTokens)
      .where(
        and(
          eq(loginTokens.email, email),
          eq(loginTokens.kind, 'mail'),
          gt(loginTokens.expiresAt, sql`now()`),
          lt(loginTokens.tries, mostTries),
        ),
      )
      .orderBy(desc(loginTokens.createdAt), desc(loginTokens.id))
      .limit(1)
      .for('update');
    if (!token?.codeHash) return null;
    if (!isSame(token.codeHash, codeHash(email, code))) {
      await tx
        .update(loginTokens)
        .set({ tries: token.tries + 1 })
        .where(eq(loginTokens.id, token.id));
      return null;
    }
    await tx.delete(loginTokens).where(eq(loginTokens.email, email));
    return signedIn(tx, token, origin);
  });
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

/**
 * Signs in by the mailed or the printed link, once. The code of the same mail goes on working: a mail scanner
 * that follows links must not lock the reader out (docs/decisions/0003-passwordless.md).
 */
export function verifyLink(db: Db, secret: string, origin: LoginOrigin): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const [token] = await tx
      .select()
      .from(loginTokens)
      .where(and(eq(loginTokens.hash, hashOf(secret)), gt(loginTokens.expiresAt, sql`now()`)))
      .for('update');
    if (!token) return null;
    await tx
      .update(loginTokens)
      .set({ hash: hashOf(newSecret()) })
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
 * The one-time link of a first start, for the first administrator; null once there is a user. Earlier links
 * end with it.
 */
export async function firstStartLink(
  db: Db,
  { publicUrl, adminEmails }: LoginOrigin,
): Promise<string | null> {
  const anybody = await db.select({ id: users.id }).from(users).limit(1);
  const email = adminEmails[0];
  if (anybody.length > 0 || email === undefined) return null;
  const secret = newSecret();
  await db.transaction(async (tx) => {
    await tx.delete(loginTokens).where(eq(loginTokens.kind, 'first-start'));
    await tx.insert(loginTokens).values({
      kind: 'first-start',
      hash: hashOf(secret),
      email,
      expiresAt: new Date(Date.now() + firstStartHours * 3_600_000),
    });
  });
  return linkFor(publicUrl, secret);
}
