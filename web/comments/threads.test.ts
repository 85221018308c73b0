import { expect, test } from 'vitest';
import { commentRow } from '#test/rows.ts';
import { commentMarksOf } from './commentMarks.ts';
import { commentThreads, unresolvedCount } from './threads.ts';

test('replies belong to their thread, in order', () => {
  const first = commentRow();
  const second = commentRow();
  const answers = [first, second, first].map(({ id }) => commentRow({ parentCommentId: id }));
  expect(commentThreads([first, second, ...answers])).toEqual([
    { comment: first, replies: [answers[0], answers[2]] },
    { comment: second, replies: [answers[1]] },
  ]);
});

test('reuses the objects of unchanged threads', () => {
  const comments = [commentRow(), commentRow(), commentRow()];
  const before = commentThreads(comments);
  const [one, two] = comments;
  const changed = { ...commentRow(), id: two?.id ?? 0, isResolved: true };
  const after = commentThreads(
    [...comments.with(1, changed), commentRow({ parentCommentId: one?.id ?? 0 })],
    before,
  );
  expect(after.map((thread, i) => thread === before[i])).toEqual([false, false, true]);
  expect(commentThreads(comments, before)).toEqual(before);
});

test('unresolved threads are counted, their replies are not', () => {
  const thread = commentRow();
  const comments = [thread, commentRow({ isResolved: true }), commentRow({ parentCommentId: thread.id })];
  expect(unresolvedCount(commentThreads(comments))).toBe(1);
  expect(unresolvedCount([])).toBe(0);
});

test('commentMarksOf returns marks of unresolved threads on elements', () => {
  const words = commentRow({ scriptElementId: 7, selectedText: 'one', selectionStart: 21, selectionEnd: 24 });
  const orphan = commentRow({ scriptElementId: 7, selectedText: 'two' });
  const comments = [
    words,
    orphan,
    commentRow({ parentCommentId: words.id }),
    commentRow({ scriptElementId: 8 }),
    commentRow({ scriptElementId: 9, isResolved: true, selectionStart: 0, selectionEnd: 1 }),
    commentRow({ wasOnElement: true }),
    commentRow(),
  ];
  expect(commentMarksOf(commentThreads(comments))).toEqual(
    new Map([
      [7, { count: 2, ranges: [{ threadId: words.id, start: 21, end: 24 }] }],
      [8, { count: 1, ranges: [] }],
    ]),
  );
});
