import type { IssuePart } from '#screenplay/issuing/issuePrint.ts';
import type { IssuePreview, ScriptIssue } from '#shared/contract/issues.ts';

export const issuePartNames: Record<IssuePart, string> = {
  revised: 'Revised pages and memo',
  script: 'Whole script',
  memo: 'Memo only',
};

/** Name an issue: "Issue 2 · Blue, Nov 29, 2026". */
export function issueLabel({ number, revision, createdAt }: ScriptIssue): string {
  const revised = revision ? `${revision.name}, ` : '';
  return `Issue ${number} · ${revised}${dayOf(revision?.date ?? createdAt)}`;
}

function dayOf(date: string): string {
  const time = date.includes('T') ? date : `${date}T12:00:00Z`;
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Describe the next issue. */
export function nextIssueText({ revision, memo }: IssuePreview): string {
  const name = revision ? `${revision.name} pages` : 'pages without a revision';
  if (memo.isFullDraft) return `You issue the whole script as ${name}.`;
  if (memo.pages.length === 0) return 'No page has changed since the last issue.';
  return `You issue ${name}.`;
}
