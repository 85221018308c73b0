import { plainText } from '#screenplay/emphasis.ts';
import type { ScriptNote } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { forbidden, invalid, notFound } from '#server/lib/errors.ts';
import { changeProject, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { createComment } from '#shared/contract/comments.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { may, type Role } from '#shared/roles.ts';
import {
  commentById,
  deleteThread,
  elementIdsOf,
  findContent,
  insertComment,
  markResolved,
  openThreadsOf,
} from './comments.queries.ts';
import { findSelection } from './selection.ts';

type CommentInput = HandlerInput<typeof createComment>['body'];

/** Start a thread or reply to one. Replies are one level deep (docs/spec/comments.md). */
export function addComment(db: Db, scope: Scope, { content, parentCommentId, ...place }: CommentInput) {
  return changeProject(db, scope, async (change) => {
    const { tx, projectId, userId } = change;
    const commentId = await insertComment(tx, {
      projectId,
      userId,
      content,
      ...(parentCommentId == null
        ? await placeOf(change, place)
        : { parentCommentId: await threadFor(change, parentCommentId) }),
    });
    change.changed('comment', [commentId]);
    return findOrThrow(change, commentId);
  });
}

async function threadFor({ tx, projectId }: ProjectChange, parentCommentId: number): Promise<number> {
  const parent = await commentById(tx, projectId, parentCommentId);
  if (!parent) throw invalid('Comment not found', { parentCommentId: 'No comment of this project' });
  if (parent.parentCommentId !== null) throw invalid('Replies can only be one level deep.');
  return parent.id;
}

async function placeOf(
  { tx, projectId }: ProjectChange,
  {
    scriptElementId,
    selectedText,
    selectionStart,
    selectionEnd,
  }: Omit<CommentInput, 'content' | 'parentCommentId'>,
) {
  const quote = selectedText || null;
  if (scriptElementId == null) return { selectedText: quote };
  const content = await findContent(tx, projectId, scriptElementId);
  if (content === undefined) {
    throw invalid('Element not found', { scriptElementId: 'No element of this project' });
  }
  const selection =
    quote !== null && selectionStart != null && selectionEnd != null
      ? findSelection(plainText(content), quote, { start: selectionStart, end: selectionEnd })
      : null;
  return {
    scriptElementId,
    wasOnElement: true,
    selectedText: quote,
    selectionStart: selection?.start ?? null,
    selectionEnd: selection?.end ?? null,
  };
}

/**
 * Resolve a thread (decision OQ-66). Owners and editors may resolve any, others only those they
 * started. `isNew` is false when it was already resolved.
 */
export function resolveThread(db: Db, scope: Scope & { role: Role }, commentId: number) {
  return changeProject(db, scope, async (change) => {
    const comment = await findOrThrow(change, commentId);
    if (comment.parentCommentId !== null) throw invalid('Only whole threads can be resolved.');
    const mayResolveAny = may(scope.role, 'write');
    if (!mayResolveAny && comment.userId !== scope.userId) throw forbidden();
    if (comment.isResolved) return { comment, isNew: false };
    await markResolved(change.tx, commentId);
    change.changed('comment', [commentId]);
    return { comment: { ...comment, isResolved: true }, isNew: true };
  });
}

/**
 * Delete a comment, for its author and the owner (decision OQ-65). A thread is deleted with its
 * replies.
 */
export function removeComment(db: Db, scope: Scope & { role: Role }, commentId: number): Promise<void> {
  return changeProject(db, scope, async (change) => {
    const comment = await findOrThrow(change, commentId);
    if (!may(scope.role, 'own') && comment.userId !== scope.userId) throw forbidden();
    change.changed('comment', await deleteThread(change.tx, commentId));
  });
}

async function findOrThrow({ tx, projectId }: ProjectChange, commentId: number) {
  const comment = await commentById(tx, projectId, commentId);
  if (!comment) throw notFound('Comment');
  return comment;
}

/** Count the threads that are notes of an exported file. */
export async function countOpenThreads(db: Db, projectId: number): Promise<number> {
  return (await openThreadsOf(db, projectId)).length;
}

/**
 * Return open threads as notes of an exported file, with the author's name but without email
 * addresses.
 */
export async function commentsAsNotes(db: Db, projectId: number): Promise<ScriptNote[]> {
  const threads = await openThreadsOf(db, projectId);
  if (threads.length === 0) return [];
  // Compute the indexes here: in SQL, each thread would scan the whole script.
  const ids = await elementIdsOf(db, projectId);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return threads.flatMap(({ elementId, content, author }) => {
    const elementIndex = indexes.get(elementId);
    return elementIndex === undefined ? [] : [{ elementIndex, text: content, author }];
  });
}
