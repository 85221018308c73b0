import { and, eq, inArray } from 'drizzle-orm';
import type { ScriptFormat } from '#screenplay/format.ts';
import { revisionToIssue } from '#screenplay/issuing/compareIssues.ts';
import type { Db } from '#server/db/client.ts';
import { type IssuedRevision, issuedCopies, scriptIssues } from '#server/db/schema/issues.ts';
import { type Exports, readWithChanges } from '#server/exporting/exporting.service.ts';
import { insertVersion, presentMoment } from '#server/history/history.service.ts';
import { copyCode } from '#server/lib/copyCode.ts';
import { conflict, forbidden, notFound } from '#server/lib/errors.ts';
import { changeContent } from '#server/lib/projectChange.ts';
import { isLongScript, readConsistently, scriptHead, scriptText } from '#server/script/screenplay.service.ts';
import type { addIssuedCopies, createIssue } from '#shared/contract/issues.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may, type Role } from '#shared/roles.ts';
import { insertLinks, pathOf } from './copyLinks.service.ts';
import { type CopyRow, copiesOf, insertElements, issuesOf, lastIssueOf } from './issues.queries.ts';

/** User who reads or makes issues of a project. */
export interface Issuer {
  projectId: number;
  userId: string;
  email: string;
  role: Role;
}

/**
 * Read a script and find what changed since its last issue. The text and its moment in the history
 * are of the same state, also while others write.
 */
async function readDraft(exports: Exports, { projectId, userId }: Issuer) {
  const head = await scriptHead(exports.db, projectId);
  const isLong = isLongScript(head);
  const { read, changes } = await readWithChanges(exports, { userId, size: head.size }, () =>
    readConsistently(exports.db, projectId, isLong, async (at) => {
      const { name, language, script, elements } = await scriptText(at, projectId, isLong);
      const previous = (await lastIssueOf(at, projectId)) ?? null;
      const moment = await presentMoment(at, projectId);
      return { name, language, script, elements, scriptFormat: script.format, previous, moment };
    }),
  );
  return { ...read, changes, revision: issuedRevision(read.scriptFormat) };
}

function issuedRevision(format: ScriptFormat): IssuedRevision | null {
  const set = revisionToIssue(format);
  return set && { name: set.name, pageColor: set.pageColor, ...(set.date && { date: set.date }) };
}

/** Return the changes that the next issue would list. */
export async function previewChanges(exports: Exports, issuer: Issuer) {
  const { changes, revision } = await readDraft(exports, issuer);
  return { memo: changes.memo, revision };
}

type IssueInput = HandlerInput<typeof createIssue>['body'];

/** Issue a script: freeze it and record the copies. Throws forbidden or conflict. */
export async function issueScript(exports: Exports, issuer: Issuer, input: IssueInput) {
  const { projectId, userId } = issuer;
  requireLinkRight(issuer, input);
  const draft = await readDraft(exports, issuer);
  const { name: title, script, language, revision, moment, changes } = draft;
  const issueId = await changeContent(exports.db, issuer, async ({ tx }) => {
    const lastNumber = (await lastIssueOf(tx, projectId))?.number ?? 0;
    if (lastNumber !== (draft.previous?.number ?? 0))
      throw conflict('Somebody else has issued pages since you looked. Check the changes and try again.');
    const number = lastNumber + 1;
    const { titlePage, format } = script;
    const version = { ...moment, projectId, userId, titlePage, name: versionName(number, revision) };
    const versionId = await insertVersion(tx, version);
    const frozen = { titlePage, format, language, ...changes };
    const [issue] = await tx
      .insert(scriptIssues)
      .values({ projectId, number, title, versionId, revision, note: input.note, userId, ...frozen })
      .returning({ id: scriptIssues.id });
    if (!issue) throw new Error('INSERT INTO script_issues returned no row');
    for (const [position, elements] of draft.elements.entries())
      await insertElements(tx, { projectId, issueId: issue.id, position }, elements);
    await insertCopies(tx, { projectId, issueId: issue.id, number }, input);
    return issue.id;
  });
  return shownIssue(exports.db, issuer, issueId);
}

/** Return the name of the version that an issue freezes. */
function versionName(number: number, revision: IssuedRevision | null): string {
  return revision ? `Issue ${number}, ${revision.name}` : `Issue ${number}`;
}

type CopiesInput = HandlerInput<typeof addIssuedCopies>['body'];

/** Record further copies of an issue. Throws forbidden or notFound. */
export async function addCopies(db: Db, issuer: Issuer, issueId: number, input: CopiesInput) {
  requireLinkRight(issuer, input);
  const { projectId } = issuer;
  await changeContent(db, issuer, async ({ tx }) => {
    const [issue] = await issuesOf(tx, eq(scriptIssues.id, issueId));
    if (!issue) throw notFound('Issue');
    await insertCopies(tx, { projectId, issueId, number: issue.number }, input);
  });
  return shownIssue(db, issuer, issueId);
}

/** Only owners share a script with people outside of the project. */
function requireLinkRight({ role }: Issuer, { hasLinks }: Pick<CopiesInput, 'hasLinks'>): void {
  if (hasLinks && !may(role, 'own'))
    throw forbidden('Only the owner can create links. Issue the pages without them.');
}

async function insertCopies(
  tx: Db,
  { projectId, issueId, number }: { projectId: number; issueId: number; number: number },
  { recipients, hasLinks }: Pick<CopiesInput, 'recipients' | 'hasLinks'>,
): Promise<void> {
  if (recipients.length === 0) return;
  const copies = recipients.map((recipient) => ({
    ...recipient,
    ...{ projectId, issueId, code: `${copyCode(projectId, recipient.name)}-${number}` },
  }));
  const made = await tx.insert(issuedCopies).values(copies).returning({ id: issuedCopies.id });
  if (hasLinks)
    await insertLinks(
      tx,
      projectId,
      made.map(({ id }) => id),
    );
}

/** Return the issues of a project, newest first, with the copies that the user may see. */
export async function shownIssues(db: Db, reader: Issuer, issueId?: number) {
  const ofProject = eq(scriptIssues.projectId, reader.projectId);
  const issues = await issuesOf(
    db,
    issueId === undefined ? ofProject : and(ofProject, eq(scriptIssues.id, issueId)),
  );
  const ids = issues.map(({ id }) => id);
  const copies =
    ids.length === 0
      ? []
      : await copiesOf(db, and(inArray(issuedCopies.issueId, ids), visibleCopies(reader)));
  const byIssue = Map.groupBy(copies, (copy) => copy.issueId);
  return issues.map((issue) => ({
    ...issue,
    copies: (byIssue.get(issue.id) ?? []).map((copy) => shownCopy(copy, reader.role)),
  }));
}

/** Return a copy of an issue that the user may print. Throws notFound. */
export async function copyToPrint(db: Db, reader: Issuer, issueId: number, copyId: number): Promise<CopyRow> {
  const [copy] = await copiesOf(
    db,
    and(eq(issuedCopies.id, copyId), eq(issuedCopies.issueId, issueId), visibleCopies(reader)),
  );
  if (!copy) throw notFound('Copy');
  return copy;
}

/** Match the copies that a user may see: all, or those with the own address. */
function visibleCopies({ role, email }: Issuer) {
  return may(role, 'write') ? undefined : eq(issuedCopies.email, email);
}

async function shownIssue(db: Db, reader: Issuer, issueId: number) {
  const [issue] = await shownIssues(db, reader, issueId);
  if (!issue) throw notFound('Issue');
  return issue;
}

/** Return a copy as lists show it. Only owners, and its recipient, see its link. */
export function shownCopy({ token, ...copy }: CopyRow, role: Role) {
  const isShown = token !== null && (may(role, 'own') || !may(role, 'write'));
  return { ...copy, path: isShown ? pathOf(token) : null };
}
