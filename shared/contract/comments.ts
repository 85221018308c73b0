import { z } from 'zod';
import { maxCommentLength } from '#screenplay/limits.ts';
import { endpoint } from '../endpoint.ts';
import { ProjectParams } from '../projectId.ts';
import { date, digits, filledText, RowParams, rowId, storableText, wholeNumber } from './fields.ts';

/** Maximum length of a comment and of the commented text. */
export const commentLimit = maxCommentLength;

/** Comment on the script: the first of a thread, or a reply. */
export const Comment = z.object({
  id: z.number(),
  projectId: z.number(),
  userId: z.string().nullable(),
  /** Author named in an imported archive. Only set without userId. */
  importedAuthor: z.string().nullable(),
  /** Null: on the whole script, or the element was deleted (decision OQ-67). */
  scriptElementId: z.number().nullable(),
  /** True: made on an element. With a null scriptElementId the element was deleted. */
  wasOnElement: z.boolean(),
  /** Selected text at the time of the comment. */
  selectedText: z.string().nullable(),
  /**
   * Start of the selected text in the element's current plain text. Null: on the whole element, or
   * the text was deleted.
   */
  selectionStart: z.number().nullable(),
  /** Offset after the last character of the selected text. */
  selectionEnd: z.number().nullable(),
  content: z.string(),
  /** Set on the first comment of a thread. Replies are not resolved separately (decision OQ-64). */
  isResolved: z.boolean(),
  /** First comment of the thread. Null: this is the first. */
  parentCommentId: z.number().nullable(),
  createdAt: date,
  /** Null: the account was deleted. */
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
   * Without parameters, all comments. `limit` selects the newest ones, `before` those older than a
   * comment.
   */
  query: z.object({ limit: digits(1).optional(), before: rowId.optional() }),
  reply: z.array(Comment),
});

const offset = wholeNumber(0).nullish();

const Fields = z.object({
  content: filledText(commentLimit),
  scriptElementId: rowId.nullish(),
  selectedText: storableText(commentLimit).nullish(),
  /** Offsets in the element's plain text, without emphasis marks. Both or none. */
  selectionStart: offset,
  selectionEnd: offset,
  /** First comment of the thread to reply to. The reply has the position of its thread. */
  parentCommentId: rowId.nullish(),
});

export const CommentCreate = Fields.refine(isWholeSelection, {
  path: ['selectionStart'],
  message: 'Needs a larger selectionEnd, selectedText and scriptElementId',
}).refine(({ parentCommentId, scriptElementId, selectedText }) => {
  return parentCommentId == null || (scriptElementId == null && selectedText == null);
}, 'A reply has the position of its thread.');
export type CommentCreate = z.input<typeof CommentCreate>;

function isWholeSelection(given: z.output<typeof Fields>): boolean {
  const { selectionStart: start, selectionEnd: end, selectedText, scriptElementId } = given;
  if (start == null && end == null) return true;
  return start != null && end != null && start < end && Boolean(selectedText) && scriptElementId != null;
}

export const createComment = endpoint({
  method: 'POST',
  path: '/api/projects/:id/comments',
  summary: 'Start a thread on an element, on selected text or on the script; or reply to one',
  params: ProjectParams,
  body: CommentCreate,
  reply: Comment,
  status: 201,
});

export const resolveComment = endpoint({
  method: 'PATCH',
  path: '/api/comments/:id/resolve',
  summary: 'Resolve a thread; repeating it changes nothing',
  params: RowParams,
  reply: Comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: 'Delete a comment; a thread is deleted with its replies',
  params: RowParams,
  status: 204,
});
