import { and, asc, desc, eq, getColumns, gt, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { copyLinks, issuedCopies, issuedElements, scriptIssues } from '#server/db/schema/issues.ts';
import { users } from '#server/db/schema/people.ts';

// Lists do not need these, and they are long.
const { format: _, titlePage: __, pages: ___, scenes: ____, ...listed } = getColumns(scriptIssues);

export async function issuesOf(db: Db, where: SQL | undefined) {
  return db
    .select({ ...listed, userEmail: users.email })
    .from(scriptIssues)
    .leftJoin(users, eq(users.id, scriptIssues.userId))
    .where(where)
    .orderBy(desc(scriptIssues.number));
}

/** Select an issue with all that its prints need. */
export async function issueById(db: Db, issueId: number) {
  const [issue] = await db.select().from(scriptIssues).where(eq(scriptIssues.id, issueId));
  return issue;
}

export type IssueRow = NonNullable<Awaited<ReturnType<typeof issueById>>>;

/** Select the pages and scenes of the last issue of a project. */
export async function lastIssueOf(db: Db, projectId: number) {
  const { number, pages, scenes } = scriptIssues;
  const [last] = await db
    .select({ number, pages, scenes })
    .from(scriptIssues)
    .where(eq(scriptIssues.projectId, projectId))
    .orderBy(desc(number))
    .limit(1);
  return last;
}

/** Select copies in the order in which they were recorded, with their links. */
export function copiesOf(db: Db, where: SQL | undefined) {
  return db
    .select({ ...getColumns(issuedCopies), token: copyLinks.token })
    .from(issuedCopies)
    .leftJoin(copyLinks, eq(copyLinks.copyId, issuedCopies.id))
    .where(where)
    .orderBy(asc(issuedCopies.id));
}

export type CopyRow = Awaited<ReturnType<typeof copiesOf>>[number];

/** Select the copy that a link opens. */
export async function copyOfToken(db: Db, token: string): Promise<CopyRow | undefined> {
  const [copy] = await copiesOf(db, eq(copyLinks.token, token));
  return copy;
}

/** Select the newest issue after another one; undefined if that is the newest. */
export async function newestAfter(db: Db, { projectId, number }: Pick<IssueRow, 'projectId' | 'number'>) {
  const { revision, createdAt } = scriptIssues;
  const [newest] = await db
    .select({ number: scriptIssues.number, revision, createdAt })
    .from(scriptIssues)
    .where(and(eq(scriptIssues.projectId, projectId), gt(scriptIssues.number, number)))
    .orderBy(desc(scriptIssues.number))
    .limit(1);
  return newest;
}

/** Store the text of an issue without what only exports of other formats need. */
export async function insertElements(
  tx: Db,
  { projectId, issueId, position }: { projectId: number; issueId: number; position: number },
  elements: string,
): Promise<void> {
  await tx.execute(
    sql`insert into issued_elements (project_id, issue_id, position, elements)
        select ${projectId}, ${issueId}, ${position}, coalesce(jsonb_agg(
          case when jsonb_typeof(e -> 'extras') = 'object'
            then jsonb_set(e, '{extras}', (e -> 'extras') - 'fdx' - 'fountain') else e end order by n), '[]')
        from jsonb_array_elements(${elements}::jsonb) with ordinality as batch(e, n)`,
  );
}

/** Select the text of an issue as JSON in batches. */
export async function elementsOfIssue(db: Db, issueId: number): Promise<string[]> {
  const texts: string[] = [];
  const [end] = await db
    .select({ last: max(issuedElements.position) })
    .from(issuedElements)
    .where(eq(issuedElements.issueId, issueId));
  for (let position = 0; position <= (end?.last ?? -1); position++) {
    const [row] = await rows<{ elements: string }>(
      db,
      sql`select elements::text as elements from issued_elements
          where issue_id = ${issueId} and position = ${position}`,
    );
    if (row) texts.push(row.elements);
  }
  return texts;
}
