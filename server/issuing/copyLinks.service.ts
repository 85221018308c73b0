import { setImmediate } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { copyLinks, issuedCopies } from '#server/db/schema/issues.ts';
import { notFound } from '#server/lib/errors.ts';
import { newSecret } from '#server/lib/session.ts';
import {
  type CopyRow,
  copiesOf,
  copyOfToken,
  elementsOfIssue,
  issueById,
  newestAfter,
} from './issues.queries.ts';

/** Return the path at which a copy can be read. */
export function pathOf(token: string): string {
  return `/copies/${token}`;
}

/** Create links of copies. An earlier link of a copy ends. */
export async function insertLinks(tx: Db, projectId: number, copyIds: readonly number[]): Promise<void> {
  await tx
    .insert(copyLinks)
    .values(copyIds.map((copyId) => ({ projectId, copyId, token: newSecret() })))
    .onConflictDoUpdate({
      target: copyLinks.copyId,
      set: { token: sql`excluded.token`, createdAt: sql`now()` },
    });
}

/** Create the link of one copy. Throws notFound. */
export async function openCopyLink(db: Db, projectId: number, copyId: number): Promise<CopyRow> {
  return db.transaction(async (tx) => {
    await insertLinks(tx, projectId, [copyId]);
    const [copy] = await copiesOf(tx, eq(issuedCopies.id, copyId));
    if (!copy) throw notFound('Copy');
    return copy;
  });
}

export async function endCopyLink(db: Db, copyId: number): Promise<void> {
  await db.delete(copyLinks).where(eq(copyLinks.copyId, copyId));
}

/** Copy that a link opens, and the newer ones of the script. */
export interface OpenedCopy {
  copy: CopyRow;
  issue: NonNullable<Awaited<ReturnType<typeof issueById>>>;
  /** Newest issue of the script after this one. */
  newer: Awaited<ReturnType<typeof newestAfter>>;
  /** Path of the newest copy of the same person after this one; null if none can be opened. */
  newerPath: string | null;
}

/** Find the copy of a link. Undefined: the token is unknown or the link was ended. */
export async function findOpenedCopy(db: Db, token: string): Promise<OpenedCopy | undefined> {
  if (!/^[\w-]{1,128}$/.test(token)) return undefined;
  const copy = await copyOfToken(db, token);
  const issue = copy && (await issueById(db, copy.issueId));
  if (!issue) return undefined;
  const newer = await newestAfter(db, issue);
  if (!newer) return { copy, issue, newer, newerPath: null };
  const own = await copiesOf(
    db,
    and(eq(issuedCopies.projectId, issue.projectId), isNotNull(copyLinks.token), isOfPerson(copy)),
  );
  const last = own.filter(({ issueId }) => issueId > issue.id).at(-1);
  return { copy, issue, newer, newerPath: last?.token ? pathOf(last.token) : null };
}

/** Read the text of an issue, as it was issued. */
export async function readIssue(db: Db, { id, titlePage, format }: OpenedCopy['issue']): Promise<Screenplay> {
  const elements: ScriptElement[] = [];
  for (const batch of await elementsOfIssue(db, id)) {
    elements.push(...(JSON.parse(batch) as ScriptElement[]));
    await setImmediate(); // yield to other requests
  }
  return { titlePage, format, elements, source: null };
}

/**
 * Match copies of the same person: those whose codes differ in the number of the issue alone. Codes
 * depend on the name, so two addresses are two people.
 */
function isOfPerson({ code, email }: CopyRow) {
  const hasCode = sql`${issuedCopies.code} like ${`${code.replace(/-\d+$/, '')}-%`}`;
  if (email === null) return hasCode;
  return and(hasCode, or(isNull(issuedCopies.email), eq(issuedCopies.email, email)));
}
