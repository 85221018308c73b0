import { z } from 'zod';
import { maxCommentLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date, digits, filledText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** Longest comment, and longest text that one can be made on. */
export const commentLimit = maxCommentLength;

/** A remark on the script: a thread when it answers no other, a reply otherwise. */
export const Comment = z.object({
  id: z.number(),
  projectId: z.number(),
  userId: z.string().nullable(),
  /** Who wrote it as the archive says that it came with; only without userId. */
  importedAuthor: z.string().nullable(),
  /** Null for the script as a whole, and once the element is deleted (decision OQ-67). */
  scriptElementId: z.number().nullable(),
  /** It was made on an element; without scriptElementId that one is gone. */
  wasOnElement: z.boolean(),
  /** As it read when the comment was made. */
  selectedText: z.string().nullable(),
  /** Where the selected text stands in the element's plain text now; null when it is on all of it, or gone. */
  selectionStart: z.number().nullable(),
  /** The offset after its last character. */
  selectionEnd: z.number().nullable(),
  content: z.string(),
  /** Of a thread; replies are never resolved by themselves (decision OQ-64). */
  isResolved: z.boolean(),
  /** The thread that a reply belongs to. */
  parentCommentId: z.number().nullable(),
  createdAt: date,
  /** Null when the account is gone. */
  user: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })
    .nullable(),
});
export type Comment = z.input<typeof Comment>;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/projects/:id/comments',
  summary: 'Comments of a project, oldest first; threaded by parentCommentId',
  params: ProjectParams,
  /** Without them all; with `limit` the newest so many, older than the comment `before` where that is given. */
  query: z.object({ limit: digits(1).optional(), before: rowId.optional() }),
  reply: z.array(Comment),
});

const offset = wholeNumber(0).nullish();

const Fields = z.object({
  content: filledText(commentLimit),
  scriptElementId: rowId.nullish(),
  selectedText: storableText(commentLimit).nullish(),
  /** Offsets into the element's plain text, without emphasis marks; both or none. */
  selectionStart: offset,
  selectionEnd: offset,
  /** For a reply: the thread. It has no place of its own. */
  parentCommentId: rowId.nullish(),
});

export const CommentCreate = Fields.refine(isWholeSelection, {
  path: ['selectionStart'],
  message: 'Needs selectionEnd behind it, selectedText and scriptElementId',
}).refine(({ parentCommentId, scriptElementId, selectedText }) => {
  return parentCommentId == null || (scriptElementId == null && selectedText == null);
}, 'A reply stands where its thread does.');
export type CommentCreate = z.input<typeof CommentCreate>;

function isWholeSelection(given: z.output<typeof Fields>): boolean {
  const { selectionStart: start, selectionEnd: end, selectedText, scriptElementId } = given;
  if (start == null && end == null) return true;
  return start != null && end != null && start < end && Boolean(selectedText) && scriptElementId != null;
}

export const createComment = endpoint({
  method: 'POST',
  path: '/api/projects/:id/comments',
  summary: 'A new thread, on an element, on words of it or on the script; or a reply',
  params: ProjectParams,
  body: CommentCreate,
  reply: Comment,
  status: 201,
});

export const resolveComment = endpoint({
  method: 'PATCH',
  path: '/api/comments/:id/resolve',
  summary: 'Resolve a thread; one that is resolved stays so',
  params: RowParams,
  reply: Comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: 'Delete a comment, a thread with its replies',
  params: RowParams,
  status: 204,
});
