import type { QueryClient } from '@tanstack/react-query';
import { moveAnchor } from '#screenplay/anchor.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import { commentsQuery } from '#web/comments/comments.data.ts';
import { listCache } from '#web/lib/listCache.ts';
import type { ElementChanges } from './elementRows.ts';

/**
 * Move comments with their text, as the server does. Which comments belong to deleted or restored
 * elements only the server knows, so the list is refetched then.
 */
export function moveCommentsWithText(
  client: QueryClient,
  projectId: number,
  before: readonly Element[],
  { elements, removedIds }: Pick<ElementChanges, 'elements' | 'removedIds'>,
): void {
  const list = listCache(client, commentsQuery(projectId));
  const comments = list.rows();
  if (comments.length === 0) return;
  const removed = new Set(removedIds);
  const changed = new Map(elements.map((element) => [element.id, element]));
  const known = new Map(before.filter(({ id }) => changed.has(id)).map((element) => [element.id, element]));
  const isBack = elements.some(({ id, version }) => version > 1 && !known.has(id));
  if (isBack || comments.some(({ scriptElementId: id }) => id !== null && removed.has(id)))
    return void list.invalidate();
  const followed = comments.map((comment) => {
    const { scriptElementId: id, selectionStart: start, selectionEnd: end } = comment;
    const from = id === null ? undefined : known.get(id);
    const to = id === null ? undefined : changed.get(id);
    if (start === null || end === null || !from || !to || from.content === to.content) return comment;
    const place = moveAnchor(plainText(from.content), plainText(to.content), { start, end });
    return { ...comment, selectionStart: place?.start ?? null, selectionEnd: place?.end ?? null };
  });
  if (followed.some((comment, index) => comment !== comments[index])) list.change(() => followed);
}
