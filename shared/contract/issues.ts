import { z } from 'zod';
import { pageChanges, sceneChanges } from '#screenplay/issuing/changeMemo.ts';
import { issueParts } from '#screenplay/issuing/issuePrint.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date, nameText, RowParams, rowId, storableText } from './fields.ts';
import { fileStem } from './projects.ts';

/** Changes of an issue (screenplay/issuing/changeMemo.ts). */
export const ChangeMemoSchema = z.object({
  isFullDraft: z.boolean(),
  pages: z.array(z.object({ label: z.string(), type: z.enum(pageChanges) })),
  scenes: z.array(z.object({ number: z.string(), heading: z.string(), type: z.enum(sceneChanges) })),
});

export const IssuedRevisionSchema = z.object({
  name: z.string(),
  pageColor: z.string(),
  /** Day, as YYYY-MM-DD. */
  date: z.string().optional(),
});

const part = z.enum(issueParts);

/** Copy of an issue for one person. */
export const IssuedCopy = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  /** Code at the foot of its pages: that of the person, and the number of the issue. */
  code: z.string(),
  part,
  /** Path on this site at which it can be read without an account. Null: there is none. */
  path: z.string().nullable(),
  createdAt: date,
});
export type IssuedCopy = z.input<typeof IssuedCopy>;

/** Draft that was handed out. */
export const ScriptIssue = z.object({
  id: z.number(),
  /** From 1. */
  number: z.number(),
  /** Name of the script at that time. */
  title: z.string(),
  /** Named moment of the history that the issue freezes. */
  versionId: z.number().nullable(),
  revision: IssuedRevisionSchema.nullable(),
  note: z.string(),
  memo: ChangeMemoSchema,
  /** User who issued it. Null: the account was deleted. */
  userEmail: z.string().nullable(),
  createdAt: date,
  /** Readers see only those with their own address. */
  copies: z.array(IssuedCopy),
});
export type ScriptIssue = z.input<typeof ScriptIssue>;

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/projects/:id/issues',
  summary: 'The issued drafts of the script, newest first',
  params: ProjectParams,
  reply: z.array(ScriptIssue),
});

export const IssuePreview = z.object({ revision: IssuedRevisionSchema.nullable(), memo: ChangeMemoSchema });
export type IssuePreview = z.input<typeof IssuePreview>;

export const previewIssue = endpoint({
  method: 'GET',
  path: '/api/projects/:id/issue-preview',
  summary: 'The changes since the last issue, as the next one would list them',
  readsScript: true,
  params: ProjectParams,
  reply: IssuePreview,
});

export const maxIssueCopies = 300;
export const maxRecipientName = 200;

const Recipient = z.object({
  name: nameText(maxRecipientName, 'A copy needs the name of its recipient'),
  email: z.email('Enter a valid e-mail address').max(254).nullable().default(null),
  part: part.default('revised'),
});

const recipients = z.array(Recipient).max(maxIssueCopies, `Must be at most ${maxIssueCopies} people`);
/** Whether each copy gets an address at which it can be read without an account. */
const hasLinks = z.boolean().default(false);

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/projects/:id/issues',
  summary: 'Issue the changed pages: freeze the draft and record who gets a copy',
  readsScript: true,
  params: ProjectParams,
  body: z.object({ note: storableText(2000).default(''), recipients: recipients.default([]), hasLinks }),
  reply: ScriptIssue,
  status: 201,
});

export const addIssuedCopies = endpoint({
  method: 'POST',
  path: '/api/issues/:id/copies',
  summary: 'Record further people who get a copy of an issue',
  params: RowParams,
  body: z.object({ recipients: recipients.min(1), hasLinks }),
  reply: ScriptIssue,
  status: 201,
});

export const createCopyLink = endpoint({
  method: 'POST',
  path: '/api/issued-copies/:id/link',
  summary: 'Create an address at which a copy can be read without an account; the previous one ends',
  params: RowParams,
  reply: IssuedCopy,
  status: 201,
});

export const removeCopyLink = endpoint({
  method: 'DELETE',
  path: '/api/issued-copies/:id/link',
  summary: 'End the address of a copy',
  params: RowParams,
  status: 204,
});

/** Changed pages have the colour of their revision. */
const isColored = z.enum(['yes', 'no']).default('no');

export const printIssue = endpoint({
  method: 'GET',
  path: '/api/issues/:id/print',
  summary: 'An issue, or the copy of one person, as a PDF file',
  params: RowParams,
  query: z.object({
    part: part.default('revised'),
    isColored,
    /** Copy with its watermark; its part is printed. Only for people who may write. */
    copyId: rowId.optional(),
  }),
});

/** Header with the expected size of all copies, which are made while they are sent. */
export const expectedBytesHeader = 'x-expected-bytes';

export const downloadCopies = endpoint({
  method: 'GET',
  path: '/api/issues/:id/copies',
  summary: 'The copies of all people as PDF files in a zip file',
  params: RowParams,
  query: z.object({ isColored }),
});

/** Return a file name: "My Film", issue 2 → "My_Film_issue_2.pdf". */
export function issueFileName({ title, number }: Pick<ScriptIssue, 'title' | 'number'>, end: string): string {
  return `${fileStem(title)}_issue_${number}.${end}`;
}
