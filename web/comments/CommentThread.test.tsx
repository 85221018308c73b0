import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Comment, createComment, deleteComment, resolveComment } from '#shared/contract/comments.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { callsEnd } from '#test/network.ts';
import type { Name } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { aComment, openPanel, someComments } from './testing.tsx';

freshBrowser();
beforeEach(() => sessionStorage.clear());

const user = userEvent.setup();
const threads = () => [...document.querySelectorAll<HTMLElement>('[data-thread]')];
const counts = () => screen.getByText(/unresolved, /).textContent;
const shownTexts = (comments: Pick<Comment, 'content'>[]) =>
  comments.filter(({ content }) => screen.queryByText(content)).map(({ content }) => content);

/** The three threads "First.", "Second." and "Third.", rendered. */
async function threeThreads() {
  const browser = await aBrowser();
  const comments = await someComments(browser, ['First.', 'Second.', 'Third.']);
  const opened = openPanel(browser);
  await screen.findByText('First.');
  const stored = async (): Promise<Comment[]> =>
    (await browser.as('olive').get(`${browser.people.projectUrl}/comments`)).json();
  return { ...browser, stored, comments, ...opened };
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
    const { network, comments } = await threeThreads();
    await user.type(inThread('Second.').getByRole('textbox', { name: 'Reply' }), 'One.');
    await press('Second.', 'Reply');
    expect(await inThread('Second.').findByText('One.')).toBeTruthy();
    expect(network.writes.map(({ body }) => body)).toEqual([
      { content: 'One.', parentCommentId: comments[1]?.id },
    ]);
    await waitFor(() => expect(inThread('Second.').getByRole<HTMLTextAreaElement>('textbox').value).toBe(''));
    expect(counts()).toBe('3 unresolved, 0 resolved');
  });

  test('has no reply and resolve buttons', async () => {
    const browser = await aBrowser();
    const thread = await aComment(browser, { content: 'First.' });
    await aComment(browser, { content: 'Answer.', parentCommentId: thread.id });
    openPanel(browser);
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

  test.each(['', ' \n '])('cannot be sent when it is only white space (%j)', async (text) => {
    const { network } = await threeThreads();
    const field = inThread('First.').getByRole('textbox', { name: 'Reply' });
    fireEvent.change(field, { target: { value: text } });
    expect(inThread('First.').getByRole<HTMLButtonElement>('button', { name: 'Reply' }).disabled).toBe(true);
    fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
    expect(network.writes).toEqual([]);
  });

  test('keeps its text in its own thread when it is rejected', async () => {
    const { network } = await threeThreads();
    network.reject(createComment, 'internal', 'Something went wrong. Please try again.');
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
  test('removes the thread at once and moves the focus to the next', async () => {
    const { network, stored, comments } = await threeThreads();
    const release = network.hold(resolveComment);
    await press('First.', 'Resolve');
    await waitFor(() => expect(shownTexts(comments)).toEqual(['Second.', 'Third.']));
    expect(counts()).toBe('2 unresolved, 1 resolved');
    await waitFor(() => expect(document.activeElement).toBe(threadSaying('Second.')));
    release();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Comment resolved'));
    expect((await stored()).map(({ isResolved }) => isResolved)).toEqual([true, false, false]);
    expect(shownTexts(comments)).toEqual(['Second.', 'Third.']);
  });

  test('moves the focus from the last thread to the previous one, and from the only one to the list', async () => {
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

  test('restores the thread with a message when it is rejected', async () => {
    const { network, comments } = await threeThreads();
    network.cut(resolveComment);
    await press('First.', 'Resolve');
    const message = 'The comment could not be resolved. Please try again.';
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(shownTexts(comments)).toHaveLength(3);
    expect(counts()).toBe('3 unresolved, 0 resolved');
  });
});

describe('resolved threads', () => {
  const some = async (browser: TestBrowser) => [
    await aComment(browser, { content: 'First.' }),
    await aComment(browser, { content: 'Second.', isResolved: true }),
    await aComment(browser, { content: 'Third.' }),
  ];

  test('are hidden with their replies until the user shows them', async () => {
    const browser = await aBrowser();
    const comments = await some(browser);
    comments.push(await aComment(browser, { content: 'Answer.', parentCommentId: comments[1]?.id ?? 0 }));
    openPanel(browser);
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

  test('are labelled, and can be neither resolved nor answered', async () => {
    const browser = await aBrowser();
    await some(browser);
    openPanel(browser);
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
  test("asks for confirmation with the comment's text, and can be cancelled", async () => {
    const { network } = await threeThreads();
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
    expect(network.writes).toEqual([]);
  });

  test.each([
    [1, 'and its reply?'],
    [2, 'and its 2 replies?'],
  ])('names the %i replies of the thread in the confirmation', async (count, words) => {
    const browser = await aBrowser();
    const thread = await aComment(browser, { content: 'First.' });
    for (let i = 0; i < count; i++) await aComment(browser, { parentCommentId: thread.id });
    openPanel(browser);
    await screen.findByText('First.');
    await press('First.', 'Delete comment');
    expect(screen.getByRole('alertdialog').textContent).toContain(`"First." ${words}`);
  });

  test('removes the thread and moves the focus to the next', async () => {
    const { stored, comments } = await threeThreads();
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownTexts(comments)).toEqual(['First.', 'Third.']));
    await waitFor(() => expect(document.activeElement).toBe(threadSaying('Third.')));
    await waitFor(async () =>
      expect((await stored()).map(({ content }) => content)).toEqual(['First.', 'Third.']),
    );
  });

  test('removes a reply, and focuses its thread', async () => {
    const browser = await aBrowser();
    const thread = await aComment(browser, { content: 'First.' });
    await aComment(browser, { content: 'Answer.', parentCommentId: thread.id });
    openPanel(browser);
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

  test('restores the thread in its place with a message when it is rejected', async () => {
    const { network, comments } = await threeThreads();
    network.cut(deleteComment);
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const message = 'The comment could not be deleted. It has been restored.';
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() =>
      expect(threads().map(({ dataset }) => Number(dataset.thread))).toEqual(comments.map(({ id }) => id)),
    );
  });

  test('treats a thread that someone else deleted as success', async () => {
    const { network, as, comments } = await threeThreads();
    await as('olive').delete(`/api/comments/${comments[1]?.id}`);
    await press('Second.', 'Delete comment');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(network.callsOf(deleteComment)).toHaveLength(1));
    await callsEnd();
    expect(shownTexts(comments)).toEqual(['First.', 'Third.']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('permissions', () => {
  const buttonsOf = (text: string) =>
    inThread(text)
      .queryAllByRole('button')
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);

  test.each<[string, Name, string[], string[]]>([
    ['owner', 'olive', ['Delete comment', 'Resolve', 'Reply'], ['Delete comment', 'Resolve', 'Reply']],
    ['editor', 'eddie', ['Resolve', 'Reply'], ['Resolve', 'Reply']],
    ['commenter', 'cora', ['Reply'], ['Delete comment', 'Resolve', 'Reply']],
    ['viewer', 'vic', [], []],
  ])('%s', async (role, who, onOlives, onCoras) => {
    const browser = await aBrowser({ user: who });
    await aComment(browser, { content: "Olive's.", by: 'olive' });
    await aComment(browser, { content: "Cora's." });
    openPanel(browser);
    await screen.findByText("Cora's.");
    expect(buttonsOf("Olive's.")).toEqual(onOlives);
    expect(buttonsOf("Cora's.")).toEqual(onCoras);
    expect(screen.queryAllByRole('textbox')).toHaveLength(role === 'viewer' ? 0 : 3);
  });

  test('viewers are not invited to comment', async () => {
    openPanel(await aBrowser({ user: 'vic' }));
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

  test('is scrolled into view, down or up, by the minimum distance', async () => {
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

  test('is shown even if it is resolved', async () => {
    const browser = await aBrowser();
    await aComment(browser, { content: 'First.' });
    const second = await aComment(browser, { content: 'Second.', isResolved: true });
    openPanel(browser, { activeThreadId: second.id });
    expect(await screen.findByText('Second.')).toBeTruthy();
  });
});

test('a change of one thread does not re-render the others', async () => {
  const browser = await aBrowser();
  const contents = Array.from({ length: 150 }, (_, i) => `Comment ${i}.`);
  await someComments(browser, contents);
  openPanel(browser);
  await screen.findByText('Comment 149.');
  expect(threads()).toHaveLength(150);
  const kept = threads()[75];
  fireEvent.click(within(threads()[0] as HTMLElement).getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(threads()).toHaveLength(149));
  expect(threads()[74]).toBe(kept);
});
