import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Comment } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { commentsQuery } from '#web/comments/comments.data.ts';
import { moveCommentsWithText } from './commentPlaces.ts';

const [element] = scriptRows([{ elementType: 'action', content: 'Mara takes the **last** ladder.' }])
  .elements as [Element];

/** On "last". */
const comment = {
  id: 1,
  scriptElementId: element.id,
  selectedText: 'last',
  selectionStart: 15,
  selectionEnd: 19,
} as Comment;
const { queryKey } = commentsQuery(1);

function clientWith(...comments: Comment[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(queryKey, comments);
  return client;
}

const after = (content: string) => ({ elements: [{ ...element, content, version: 2 }], removedIds: [] });

test('moves a comment with its text when text is typed before it, without counting marks', () => {
  const client = clientWith(comment);
  moveCommentsWithText(client, 1, [element], after('Slowly Mara takes the **last** ladder.'));
  expect(client.getQueryData(queryKey)).toMatchObject([{ selectionStart: 22, selectionEnd: 26 }]);
});

test('clears the range of a comment whose text is deleted, and reuses the other comments', () => {
  const other = { ...comment, id: 2, scriptElementId: 99 };
  const client = clientWith(comment, other);
  moveCommentsWithText(client, 1, [element], after('Mara sits.'));
  const [own, same] = client.getQueryData(queryKey) ?? [];
  expect(own).toMatchObject({ selectionStart: null, selectionEnd: null });
  expect(same).toBe(other);
});

test('refetches comments when an element is deleted or restored', () => {
  for (const changes of [{ elements: [], removedIds: [element.id] }, after(element.content)]) {
    const client = clientWith(comment);
    moveCommentsWithText(client, 1, changes.removedIds.length > 0 ? [element] : [], changes);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  }
});

test('keeps the list when another element changes', () => {
  const client = clientWith({ ...comment, scriptElementId: 99 });
  const before = client.getQueryData(queryKey);
  moveCommentsWithText(client, 1, [element], after('Mara sits.'));
  expect(client.getQueryData(queryKey)).toBe(before);
});
