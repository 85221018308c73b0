import { expect, test } from 'vitest';
import type { Comment } from '#shared/contract/comments.ts';
import { commentMarksOf } from './commentMarks.ts';
import { commentThreads, unresolvedCount } from './threads.ts';

let made = 0;

/** Younger than those made before. */
function aComment(changes: Partial<Comment> = {}): Comment {
  const id = ++made;
  return {
    id,
    projectId: 1,
    userId: 'cora',
    scriptElementId: null,
    wasOnElement: changes.scriptElementId != null,
    selectedText: null,
    selectionStart: null,
    selectionEnd: null,
    content: 'Could Tobias stay under the lorry?',
    isResolved: false,
    parentCommentId: null,
    createdAt: new Date(Date.UTC(2026, 0, 5) + id * 1000).toISOString(),
    user: null,
    ...changes,
  };
}

test('replies belong to their thread, in order', () => {
  const first = aComment();
  const second = aComment();
  const answers = [first, second, first].map(({ id }) => aComment({ parentCommentId: id }));
  expect(commentThreads([first, second, ...answers])).toEqual([
    { comment: first, replies: [answers[0], answers[2]] },
    { comment: second, replies: [answers[1]] },
  ]);
});

test('a thread that did not change stays the same object', () => {
  const comments = [aComment(), aComment(), aComment()];
  const before = commentThreads(comments);
  const [one, two] = comments;
  const changed = { ...aComment(), id: two?.id ?? 0, isResolved: true };
  const after = commentThreads(
    [...comments.with(1, changed), aComment({ parentCommentId: one?.id ?? 0 })],
    before,
  );
  expect(after.map((thread, i) => thread === before[i])).toEqual([false, false, true]);
  expect(commentThreads(comments, before)).toEqual(before);
});

test('unresolved threads are counted, their replies are not', () => {
  const thread = aComment();
  const comments = [thread, aComment({ isResolved: true }), aComment({ parentCommentId: thread.id })];
  expect(unresolvedCount(commentThreads(comments))).toBe(1);
  expect(unresolvedCount([])).toBe(0);
});

test('marks are those of unresolved threads on elements', () => {
  const words = aComment({ scriptElementId: 7, selectedText: 'one', selectionStart: 21, selectionEnd: 24 });
  const gone = aComment({ scriptElementId: 7, selectedText: 'two' });
  const comments = [
    words,
    gone,
    aComment({ parentCommentId: words.id }),
    aComment({ scriptElementId: 8 }),
    aComment({ scriptElementId: 9, isResolved: true, selectionStart: 0, selectionEnd: 1 }),
    aComment({ wasOnElement: true }),
    aComment(),
  ];
  expect(commentMarksOf(commentThreads(comments))).toEqual(
    new Map([
      [7, { count: 2, ranges: [{ threadId: words.id, start: 21, end: 24 }] }],
      [8, { count: 1, ranges: [] }],
    ]),
  );
});
