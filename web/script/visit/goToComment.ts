import type { QueryClient } from '@tanstack/react-query';
import { commentsQuery } from '#web/comments/comments.data.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';

/** Go to the element of a comment and show its thread. */
export async function goToComment(
  { given, going, panels }: ScriptScreenState,
  client: QueryClient,
  commentId: number,
): Promise<void> {
  const comments = await client.ensureQueryData(commentsQuery(given.get().project.id));
  const comment = comments.find(({ id }) => id === commentId);
  if (!comment) return;
  const thread = comments.find(({ id }) => id === comment.parentCommentId) ?? comment;
  if (thread.scriptElementId !== null) going.toElement(thread.scriptElementId);
  panels.thread(thread.id);
}
