import { z } from 'zod';
import { maxCommentLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date, digits, filledText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** Maximum length of a comment and of the commented text. */
export const commentLimit = maxCommentLength;

/** Comment on the script: a thread, or a reply to one. */
export const Comment = z.object({
  id: z.number(),
  projectId: z.number(),
  userId: z.string().nullable(),
  /** Author according to the archive it was imported from; only without userId. */
  importedAuthor: z.string().nullable(),
  /** Null for the whole script, and once the element is deleted (decision OQ-67). */
  scriptElementId: z.number().nullable(),
  /** It was made on an element; without scriptElementId that element is deleted. */
  wasOnElement: z.boolean(),
  /** Text at the time of the comment. */
  selectedText: z.string().nullable(),
  /**
   * Start of the commented text in the element's present plain text; null for the whole element, or
   * if it is deleted.
   */
  selectionStart: z.number().nullable(),
  /** Offset after its last character. */
  selectionEnd: z.number().nullable(),
  content: z.string(),
  /** Set on a thread; replies are not resolved separately (decision OQ-64). */
  isResolved: z.boolean(),
  /** Thread of a reply. */
  parentCommentId: z.number().nullable(),
  createdAt: date,
  /** Null when the account is deleted. */
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
  /**
   * Without parameters all; `limit` selects the newest, older than the comment `before` if given.
   */
  query: z.object({ limit: digits(1).optional(), before: rowId.optional() }),
  reply: z.array(Comment),
});

const offset = wholeNumber(0).nullish();

const Fields = z.object({
  content: filledText(commentLimit),
  scriptElementId: rowId.nullish(),
  selectedText: storableText(commentLimit).nullish(),
  /** Offsets in the element's plain text, without emphasis marks; both or none. */
  selectionStart: offset,
  selectionEnd: offset,
  /** The thread of a reply, which has no position. */
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
