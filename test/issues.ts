import { emptyTitlePage, type ScriptElement } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import type { Db } from '#server/db/client.ts';
import { scriptVersions } from '#server/db/schema/history.ts';
import { copyLinks, issuedCopies, issuedElements, scriptIssues } from '#server/db/schema/issues.ts';
import { heading } from './script.ts';

interface IssueToInsert {
  projectId: number;
  userId?: string;
  number?: number;
  elements?: ScriptElement[];
  /** Token of the link of its copy. */
  token?: string;
}

/** Number of issues inserted so far: each of a project needs another number. */
let count = 0;

/** Insert an issued draft with one copy for Eddie and a link to it. */
export async function anIssue(
  db: Db,
  { projectId, userId, number = ++count, elements = [heading('INT. DECK - DAY', '1')], token }: IssueToInsert,
): Promise<{ id: number; copyId: number }> {
  const by = userId === undefined ? {} : { userId };
  const version = { projectId, name: `Issue ${number}`, historyId: 0, moveId: 0, ...by };
  const [named] = await db.insert(scriptVersions).values(version).returning({ id: scriptVersions.id });
  const [issue] = await db
    .insert(scriptIssues)
    .values({
      ...{ projectId, number, title: 'Night Ferry', versionId: named?.id ?? 0, note: 'Second unit.', ...by },
      revision: { name: 'Blue', pageColor: '#c6edfe', date: '2026-11-29' },
      ...{ titlePage: emptyTitlePage, format: defaultFormat, language: 'en-US' },
      memo: { isFullDraft: false, pages: [{ label: '1', type: 'changed' }], scenes: [] },
      pages: [{ label: '1', digest: 'a-b' }],
      scenes: [{ number: '1', heading: 'INT. DECK - DAY', digest: 'c-d', isOmitted: false }],
    })
    .returning({ id: scriptIssues.id });
  const id = issue?.id ?? 0;
  await db.insert(issuedElements).values({ projectId, issueId: id, position: 0, elements });
  const [copy] = await db
    .insert(issuedCopies)
    .values({
      ...{ projectId, issueId: id, name: 'Eddie Editor', email: 'eddie@nightferry.test' },
      ...{ code: `K7Q2-M4XD-${number}`, part: 'revised' },
    })
    .returning({ id: issuedCopies.id });
  const copyId = copy?.id ?? 0;
  await db.insert(copyLinks).values({ projectId, copyId, token: token ?? `link-${copyId}` });
  return { id, copyId };
}
