import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Comment } from '#shared/contract/comments.ts';
import { freshBrowser, refusal } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { aComment, CommentServer, openPanel, people } from './testing.tsx';

freshBrowser();
beforeEach(() => sessionStorage.clear());

const user = userEvent.setup();
const threads = () => [...document.querySelectorAll<HTMLElement>('[data-thread]')];
const counts = () => screen.getByText(/unresolved, /).textContent;
const shownTexts = (comments: Comment[]) =>
  comments.filter(({ content }) => screen.queryByText(content)).map(({ content }) => content);

/** The three threads "First.", "Second." and "Third.", drawn. */
async function threeThreads(role: 'owner' | 'editor' | 'commenter' | 'viewer' = 'owner', userId = 'olive') {
  const comments = ['First.', 'Second.', 'Third.'].map((content) => aComment({ content }));
  const server = new CommentServer(comments);
  const opened = openPanel(server, { role, userId });
  await screen.findByText('First.');
  return { server, comments, ...opened };
}

function threadSaying(text: string): HTMLElement {
  const thread = screen.getByText(text).closest<HTMLElement>('[data-thread]');
  if (!thread) throw new Error(`"${text}" stands in no thread`);
  return thread;
}

const inThread = (text: string) => within(threadSaying(text));
const press = (text: string, name: string) => user.click(inThread(text).getByRole('button', { name }));

describe('a reply', () => {
  test('sends its text and its thread, and nothing else', async () => {
    const { server, comments } = await threeThreads();
    await user.type(inThread('Second.').getByRole('textbox', { name: 'Reply' }), 'One.');
    await press('Second.', 'Reply');
    expect(await inThread('Second.').findByText('One.')).toBeTruthy();
    expect(server.sent.map(({ body }) => body)).toEqual([
      { content: 'One.', parentCommentId: comments[1]?.id },
    ]);
    expect(inThread('Second.').getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
    expect(counts()).toBe('3 unresolved, 0 resolved');
  });

  test('cannot be answered or resolved by itself', async () => {
    const thread = aComment({ content: 'First.' });
    const reply = aComment({ content: 'Answer.', parentCommentId: thread.id });
    openPanel(new CommentServer([thread, reply]));
    const row = (await screen.findByText('Answer.')).closest('li');
    if (!row) throw new Error('No row');
    expect(within(row).queryByRole('textbox')).toBeNull();
    expect(
      within(row)
        .queryAllByRole('button')
        .map(({ ariaLabel }) => ariaLabel),
    ).toEqual(['Delete reply']);
    expect(inThread('First.').getAllByRole('textbox')).toHaveLength(1);
  });

  test.each(['', ' \n '])('of nothing but white space (%j) cannot be sent', async (text) => {
    const { server } = await threeThreads();
    const field = inThread('First.').getByRole('textbox', { name: 'Reply' });
    fireEvent.change(field, { target: { value: text } });
    expect(inThread('First.').getByRole<HTMLButtonElement>('button', { name: 'Reply' }).disabled).toBe(true);
    fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
    expect(server.sent).toEqual([]);
  });

  test('keeps its text when it is refused, in its own thread', async () => {
    const { server } = await threeThreads();
    server.write = () => refusal(500, 'Something went wrong. Please try again.');
    await user.type(inThread('First.').getByRole('textbox'), 'One.');
    await press('First.', 'Reply');
    expect((await inThread('First.').findByRole('alert')).textContent).toBe(
      'Something went wrong. Please try again.',
    );
    expect(inThread('First.').getByRole<HTMLTextAreaElement>('textbox').value).toBe('One.');
    expect(inThread('Second.').getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  });
});

describe('resolving', () => {
  test('takes the thread away at once and moves the focus to the next', async () => {
    const { server, comments } = await threeThreads();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.write = () => promise;
    await press('First.', 'Resolve');
    expect(shownTexts(comments)).toEqual(['Second.', 'Third.']);
    expect(counts()).toBe('2 unresolved, 1 resolved');
    expect(document.activeElement).toBe(threadSaying('Second.'));
    expect(server.sent).toEqual([
      { method: 'PATCH', path: `/comments/${comments[0]?.id}/resolve`, body: null },
    ]);
    await act(async () => resolve(Response.json({ ...comments[0], isResolved: true })));
    expect(currentToasts()[0]?.title).toBe('Comment resolved');
    expect(shownTexts(comments)).toEqual(['Second.', 'Third.']);
  });

  test('the last one moves the focus to the one before, and the only one to the list', async () => {
    await threeThreads();
    await press('Third.', 'Resolve');
    expect(document.activeElement).toBe(threadSaying('Second.'));
    await press('Second.', 'Resolve');
    await press('First.', 'Resolve');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Comments' }));
    expect(screen.getByText('All comments are resolved')).toBeTruthy();
    expect(screen.queryByText('No comments yet')).toBeNull();
    expect(counts()).toBe('0 unresolved, 3 resolved');
  });

  test('that is refused brings the thread back and says so', async () => {
    const { server, comments } = await threeThreads();
    server.write = () => Promise.reject(new TypeError('Failed to fetch'));
    await press('First.', 'Resolve');
    const message = 'The comment could not be resolved. Please try again.';
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(shownTexts(comments)).toHaveLength(3);
    expect(counts()).toBe('3 unresolved, 0 resolved');
  });
});

describe('resolved threads', () => {
  const some = () => [
    aComment({ content: 'First.' }),
    aComment({ content: 'Second.', isResolved: true }),
    aComment({ content: 'Third.' }),
  ];

  test('are hidden with their replies until they are asked for', async () => {
    const comments = some();
    comments.push(aComment({ content: 'Answer.', parentCommentId: comments[1]?.id ?? 0 }));
    openPanel(new CommentServer(comments));
    await screen.findByText('First.');
    expect(shownTexts(comments)).toEqual(['First.', 'Third.']);
    expect(counts()).toBe('2 unresolved, 1 resolved');
    await user.click(screen.getByRole('button', { name: 'Show Resolved' }));
    expect(threads().map(({ textContent }) => textContent?.includes('Second.'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(shownTexts(comments)).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Hide Resolved' }));
    expect(shownTexts(comments)).toEqual(['First.', 'Third.']);
  });

  test('say so, and can be neither resolved nor answered', async () => {
    openPanel(new CommentServer(some()));
    await user.click(await screen.findByRole('button', { name: 'Show Resolved' }));
    const resolved = inThread('Second.');
    expect(resolved.getByText('Resolved')).toBeTruthy();
    expect([resolved.queryByRole('button', { name: 'Resolve' }), resolved.queryByRole('textbox')]).toEqual([
      null,
      null,
    ]);
  });
});

describe('deleting', () => {
  test('asks first, names the comment, and can be left', async () => {
    const { server } = await threeThreads();
    await press('First.', 'Delete comment');
    const dialog = screen.getByRole('alertdialog', { name: 'Delete comment' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete "First."? This action cannot be undone.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(inThread('First.').getByRole('button', { name: 'Delete comment' })),
    );
    expect(server.sent).toEqual([]);
  });

  test.each([
    [1, 'and its reply?'],
    [2, 'and its 2 replies?'],
  ])('a thread with %i replies says that they go, too', async (count, words) => {
    const thread = aComment({ content: 'First.' });
    const replies = Array.from({ length: count }, () => aComment({ parentCommentId: thread.id }));
    openPanel(new CommentServer([thread, ...replies]));
    await screen.findByText('First.');
    await press('First.', 'Delete comment');
    expect(screen.getByRole('alertdialog').textContent).toContain(`"First." ${words}`);
  });

  test('takes the thread away and moves the focus to the next', async () => {
    const { server, comments } = await threeThreads();
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(shownTexts(comments)).toEqual(['First.', 'Third.']);
    await waitFor(() => expect(document.activeElement).toBe(threadSaying('Third.')));
    expect(server.sent.map(({ method, path }) => [method, path])).toEqual([
      ['DELETE', `/comments/${comments[1]?.id}`],
    ]);
  });

  test('a reply leaves its thread, which gets the focus', async () => {
    const thread = aComment({ content: 'First.' });
    const reply = aComment({ content: 'Answer.', parentCommentId: thread.id });
    openPanel(new CommentServer([thread, reply]));
    await screen.findByText('Answer.');
    await press('First.', 'Delete reply');
    await user.click(
      within(screen.getByRole('alertdialog', { name: 'Delete reply' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    expect(screen.queryByText('Answer.')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(threadSaying('First.')));
  });

  test('that is refused puts the thread back in its place and says so', async () => {
    const { server, comments } = await threeThreads();
    server.write = () => Promise.reject(new TypeError('Failed to fetch'));
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const message = 'The comment could not be deleted. It is back in its place.';
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() =>
      expect(threads().map(({ dataset }) => Number(dataset.thread))).toEqual(comments.map(({ id }) => id)),
    );
  });

  test('what somebody else deleted already is no failure', async () => {
    const { server, comments } = await threeThreads();
    server.write = () => refusal(404, 'Comment not found');
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(shownTexts(comments)).toEqual(['First.', 'Third.']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('what a role may do', () => {
  const buttonsOf = (text: string) =>
    inThread(text)
      .queryAllByRole('button')
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);

  test.each([
    ['owner', 'olive', ['Delete comment', 'Resolve', 'Reply'], ['Delete comment', 'Resolve', 'Reply']],
    ['editor', 'eddie', ['Resolve', 'Reply'], ['Resolve', 'Reply']],
    ['commenter', 'cora', ['Reply'], ['Delete comment', 'Resolve', 'Reply']],
    ['viewer', 'cora', [], []],
  ] as const)('%s', async (role, userId, onOlives, onCoras) => {
    const comments = [
      aComment({ content: "Olive's.", userId: 'olive', user: people.olive }),
      aComment({ content: "Cora's." }),
    ];
    openPanel(new CommentServer(comments), { role, userId });
    await screen.findByText("Cora's.");
    expect(buttonsOf("Olive's.")).toEqual(onOlives);
    expect(buttonsOf("Cora's.")).toEqual(onCoras);
    expect(screen.queryAllByRole('textbox')).toHaveLength(role === 'viewer' ? 0 : 3);
  });

  test('nobody is asked for a comment who cannot make one', async () => {
    openPanel(new CommentServer(), { role: 'viewer' });
    expect(await screen.findByText('No comments yet')).toBeTruthy();
    expect(screen.queryByText('Be the first to add a comment')).toBeNull();
  });
});

describe('the active thread', () => {
  test('is marked', async () => {
    const { comments, change } = await threeThreads();
    change({ activeThreadId: comments[1]?.id ?? null });
    expect(threads().map(({ ariaCurrent }) => ariaCurrent)).toEqual([null, 'true', null]);
    change({ activeThreadId: null });
    expect(threads().map(({ ariaCurrent }) => ariaCurrent)).toEqual([null, null, null]);
  });

  test('is scrolled into view, down or up, and no further than it must', async () => {
    const { comments, change } = await threeThreads();
    const list = screen.getByRole('region', { name: 'Comments' });
    const at = (top: number, height: number) => () => ({ top, height, bottom: top + height }) as DOMRect;
    list.getBoundingClientRect = at(100, 300);
    for (const [index, thread] of threads().entries()) {
      thread.getBoundingClientRect = () => at(100 + index * 200 - list.scrollTop, 200)();
    }
    change({ activeThreadId: comments[2]?.id ?? null });
    expect(list.scrollTop).toBe(300);
    change({ activeThreadId: comments[1]?.id ?? null });
    expect(list.scrollTop).toBe(200);
    change({ activeThreadId: comments[1]?.id ?? null });
    expect(list.scrollTop).toBe(200);
  });

  test('shows although it is resolved', async () => {
    const comments = [aComment({ content: 'First.' }), aComment({ content: 'Second.', isResolved: true })];
    openPanel(new CommentServer(comments), { activeThreadId: comments[1]?.id ?? null });
    expect(await screen.findByText('Second.')).toBeTruthy();
  });
});

test('many threads are drawn, and one that changes leaves the others as they are', async () => {
  const comments = Array.from({ length: 500 }, (_, i) => aComment({ content: `Comment ${i}.` }));
  openPanel(new CommentServer(comments));
  await screen.findByText('Comment 499.');
  expect(threads()).toHaveLength(500);
  const kept = threads()[250];
  fireEvent.click(within(threads()[0] as HTMLElement).getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(threads()).toHaveLength(499));
  expect(threads()[249]).toBe(kept);
});
