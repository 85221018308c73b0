import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser, json, refusal } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import type { CommentTarget } from './target.ts';
import { aComment, anElement, CommentServer, openPanel, people } from './testing.tsx';

freshBrowser();
beforeEach(() => sessionStorage.clear());

const user = userEvent.setup();
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' });
const threads = () => document.querySelectorAll<HTMLElement>('[data-thread]');
const counts = () => screen.getByText(/unresolved, /).textContent;

async function threadSaying(text: string): Promise<HTMLElement> {
  const thread = (await screen.findByText(text)).closest<HTMLElement>('[data-thread]');
  if (!thread) throw new Error(`"${text}" stands in no thread`);
  return thread;
}

const words: CommentTarget = {
  elementId: 7,
  label: 'Tobias, dialogue, scene 31',
  selectedText: 'one suitcase',
  selectionStart: 21,
  selectionEnd: 33,
};
const wholeElement: CommentTarget = {
  ...words,
  selectedText: null,
  selectionStart: null,
  selectionEnd: null,
};

describe('the list', () => {
  test('says that it loads', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const server = new CommentServer();
    server.list = () => promise;
    openPanel(server);
    expect(screen.getByRole('status').textContent).toBe('Loading comments...');
    await act(async () => resolve(json([aComment()])));
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(screen.queryByText('Loading comments...')).toBeNull();
  });

  test('without comments says so, and asks for the first', async () => {
    openPanel(new CommentServer());
    expect(await screen.findByText('No comments yet')).toBeTruthy();
    expect(screen.getByText('Be the first to add a comment')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Resolved/ })).toBeNull();
  });

  test('that cannot be loaded says why and can be tried again', async () => {
    const server = new CommentServer([aComment({ content: 'Louder.' })]);
    server.list = () => refusal(503, 'The server is being updated.');
    openPanel(server);
    expect((await screen.findByRole('alert')).textContent).toContain('The server is being updated.');
    server.list = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Louder.')).toBeTruthy();
  });

  test('has threads with their replies, oldest first', async () => {
    const first = aComment({ content: 'First.' });
    const second = aComment({ content: 'Second.', user: people.eddie });
    const reply = aComment({ content: 'Answer.', parentCommentId: first.id, user: people.olive });
    openPanel(new CommentServer([first, second, reply]));
    const thread = await threadSaying('First.');
    expect([...threads()].map(({ dataset }) => Number(dataset.thread))).toEqual([first.id, second.id]);
    expect(within(thread).getByText('Answer.')).toBeTruthy();
    expect(within(thread).getByText('Cora Commenter')).toBeTruthy();
    expect(within(thread).getByText('Olive Owner')).toBeTruthy();
    expect(within(await threadSaying('Second.')).getByText('Eddie Editor')).toBeTruthy();
  });

  test('says when a comment was made', async () => {
    const createdAt = new Date(Date.now() - 18 * 60_000).toISOString();
    openPanel(new CommentServer([aComment({ createdAt })]));
    const time = await screen.findByText('18 minutes ago');
    expect(time.getAttribute('datetime')).toBe(createdAt);
  });

  test.each([
    [
      'the address of who gave no name',
      { firstName: null, lastName: null, email: 'cora@example.com' },
      'cora@example.com',
    ],
    ['half a name', { firstName: 'Cora', lastName: ' ', email: 'cora@example.com' }, 'Cora'],
    [
      'sixty letters of a name',
      { firstName: 'C'.repeat(30), lastName: 'D'.repeat(30), email: 'c@example.com' },
      `${'C'.repeat(30)} ${'D'.repeat(30)}`,
    ],
    ['that the account is gone', null, 'Another user'],
  ])('has %s', async (_what, author, shown) => {
    openPanel(new CommentServer([aComment({ user: author, userId: author && 'cora' })]));
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  test('is asked for again when it comes into view', async () => {
    const server = new CommentServer([aComment()]);
    const { client, close } = openPanel(server);
    await waitFor(() => expect(threads()).toHaveLength(1));
    close();
    server.comments.push(aComment({ content: 'Meanwhile.' }));
    expect(client.getQueryCache().getAll().length).toBeGreaterThan(0);
    openPanel(server);
    expect(await screen.findByText('Meanwhile.')).toBeTruthy();
  });
});

describe('where a thread stands', () => {
  test('is what was selected, and pressing it goes there', async () => {
    const comment = aComment({ scriptElementId: 7, selectedText: 'one suitcase' });
    const onGo = vi.fn();
    openPanel(new CommentServer([comment]), { elements: [anElement()], onGo });
    await user.click(await screen.findByRole('button', { name: 'Go to one suitcase' }));
    expect(onGo.mock.calls).toEqual([[7, comment.id]]);
  });

  test('is the element where nothing was selected, as it reads on the page', async () => {
    const comment = aComment({ scriptElementId: 7 });
    const onGo = vi.fn();
    openPanel(new CommentServer([comment]), { elements: [anElement()], onGo });
    const name = 'Go to Dialogue: She came aboard with one suitcase.';
    await user.click(await screen.findByRole('button', { name }));
    expect(onGo.mock.calls).toEqual([[7, comment.id]]);
  });

  test('is told of a deleted element, beside what was selected in it', async () => {
    const gone = { scriptElementId: null, wasOnElement: true };
    const comments = [
      aComment({ ...gone, selectedText: 'one suitcase', content: 'Two.' }),
      aComment({ ...gone, content: 'Louder.' }),
      aComment({ content: 'Less rain.' }),
    ];
    openPanel(new CommentServer(comments), { elements: [anElement()] });
    const quoting = within(await threadSaying('Two.'));
    expect([quoting.queryByText('Element deleted'), quoting.queryByText('one suitcase')]).not.toContain(null);
    expect(within(await threadSaying('Louder.')).getByText('Element deleted')).toBeTruthy();
    expect(within(await threadSaying('Less rain.')).queryByText('Element deleted')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Go to/ })).toBeNull();
  });
});

describe('a new comment', () => {
  test('is written at the foot and stands at the end of the list', async () => {
    const server = new CommentServer([aComment()]);
    openPanel(server);
    await waitFor(() => expect(threads()).toHaveLength(1));
    const isBehind = threads()[0]?.compareDocumentPosition(input()) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBehind).toBe(true);
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(2));
    expect(threads()[1]?.textContent).toContain('One suitcase?');
    expect(server.sent).toEqual([
      { method: 'POST', path: '/projects/PrQTbI/comments', body: { content: 'One suitcase?' } },
    ]);
    expect(input().value).toBe('');
    expect(counts()).toBe('2 unresolved, 0 resolved');
    expect(currentToasts()[0]?.title).toBe('Comment added');
  });

  test('stands on the element it was asked for', async () => {
    const server = new CommentServer();
    const onClearTarget = vi.fn();
    openPanel(server, { target: wholeElement, onClearTarget, elements: [anElement()] });
    expect(screen.getByText('On Tobias, dialogue, scene 31')).toBeTruthy();
    await user.type(input(), 'Louder.');
    await user.click(sendButton());
    await waitFor(() => expect(onClearTarget).toHaveBeenCalledOnce());
    expect(server.sent[0]?.body).toEqual({ content: 'Louder.', scriptElementId: 7 });
    expect(screen.queryByText(/^On Tobias/)).toBeNull();
  });

  test('stands on selected text, which is quoted', async () => {
    const server = new CommentServer();
    openPanel(server, { target: words, elements: [anElement()] });
    expect(screen.getByText('one suitcase').tagName).toBe('Q');
    await user.type(input(), 'Two on page 21.');
    await user.click(sendButton());
    const place = { scriptElementId: 7, selectedText: 'one suitcase', selectionStart: 21, selectionEnd: 33 };
    await waitFor(() => expect(server.sent[0]?.body).toEqual({ content: 'Two on page 21.', ...place }));
    const quote = await screen.findByRole('button', { name: 'Go to one suitcase' });
    expect(threads()[0]?.contains(quote)).toBe(true);
  });

  test('quotes no more than is kept, and never half a character', async () => {
    const server = new CommentServer();
    const selectedText = `${'x'.repeat(4999)}🚢${'x'.repeat(2000)}`;
    openPanel(server, { target: { ...words, selectedText, selectionStart: 10, selectionEnd: 7011 } });
    await user.type(input(), 'Long.');
    await user.click(sendButton());
    await waitFor(() =>
      expect(server.sent[0]?.body).toMatchObject({
        selectedText: 'x'.repeat(4999),
        selectionStart: 10,
        selectionEnd: 5009,
      }),
    );
  });

  test('can be on the whole script after all', async () => {
    const server = new CommentServer();
    openPanel(server, { target: words });
    await user.click(screen.getByRole('button', { name: 'Comment on the whole script instead' }));
    expect(screen.queryByText(/^On Tobias/)).toBeNull();
    expect(document.activeElement).toBe(input());
    await user.type(input(), 'Less rain.');
    await user.click(sendButton());
    await waitFor(() => expect(server.sent[0]?.body).toEqual({ content: 'Less rain.' }));
  });

  test('has the focus when something new is to be commented on', async () => {
    const { change } = openPanel(new CommentServer());
    await screen.findByText('No comments yet');
    expect(document.activeElement).not.toBe(input());
    change({ target: words });
    expect(document.activeElement).toBe(input());
    act(() => input().blur());
    change({ target: { ...words } });
    expect(document.activeElement).toBe(input());
  });

  test.each(['', ' ', ' \n\t '])('of nothing but white space (%j) cannot be sent', async (text) => {
    const server = new CommentServer();
    openPanel(server);
    await screen.findByText('No comments yet');
    fireEvent.change(input(), { target: { value: text } });
    expect(sendButton().disabled).toBe(true);
    fireEvent.keyDown(input(), { key: 'Enter', ctrlKey: true });
    expect(server.sent).toEqual([]);
  });

  test.each(['ctrlKey', 'metaKey'])('goes with Enter and %s; Enter alone begins a line', async (key) => {
    const server = new CommentServer();
    openPanel(server);
    await user.type(input(), 'One.{Enter}Two.');
    expect(server.sent).toEqual([]);
    fireEvent.keyDown(input(), { key: 'Enter', [key]: true });
    await waitFor(() => expect(server.sent[0]?.body).toEqual({ content: 'One.\nTwo.' }));
    expect(document.activeElement).toBe(input());
  });

  test('gives the focus back to the field when the button sent it', async () => {
    openPanel(new CommentServer());
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(document.activeElement).toBe(input());
  });

  test('is sent once, however often it is asked to go', async () => {
    const server = new CommentServer();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.write = () => promise;
    openPanel(server);
    await user.type(input(), 'One suitcase?');
    for (let i = 0; i < 3; i++) fireEvent.keyDown(input(), { key: 'Enter', metaKey: true });
    expect([sendButton().disabled, input().readOnly]).toEqual([true, true]);
    await user.click(sendButton());
    await act(async () => resolve(server.create({ content: 'One suitcase?' })));
    expect(server.sent).toHaveLength(1);
    expect(threads()).toHaveLength(1);
    expect([input().value, input().readOnly]).toEqual(['', false]);
  });

  test.each([
    ['a refusal', () => refusal(400, 'Element not found'), 'Element not found'],
    [
      'no network',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'It could not be sent. Check your connection and try again.',
    ],
  ])('keeps its text after %s', async (_what, write, message) => {
    const server = new CommentServer();
    server.write = write;
    openPanel(server, { target: words });
    await user.type(input(), 'Two on page 21.');
    await user.click(sendButton());
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['Two on page 21.', 'true']);
    expect(screen.getByText('On Tobias, dialogue, scene 31', { exact: false })).toBeTruthy();
    server.write = null;
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps its text while the panel is away, and through a reload', async () => {
    const server = new CommentServer();
    const { close } = openPanel(server);
    await user.type(input(), 'One suitc');
    close();
    openPanel(server);
    expect(input().value).toBe('One suitc');
    expect(sessionStorage.getItem('comment:1:new')).toBe('One suitc');
  });

  test('that is on its way while the panel is away is not offered again', async () => {
    const server = new CommentServer();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.write = () => promise;
    const { close } = openPanel(server);
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    close();
    openPanel(server);
    expect([input().value, input().readOnly]).toEqual(['One suitcase?', true]);
    await act(async () => resolve(server.create({ content: 'One suitcase?' })));
    await waitFor(() => expect([input().value, input().readOnly]).toEqual(['', false]));
  });

  test('of more than 5,000 characters says so before it is sent', async () => {
    const server = new CommentServer();
    openPanel(server);
    fireEvent.change(input(), { target: { value: 'x'.repeat(5001) } });
    expect(screen.getByRole('alert').textContent).toBe('5,001 characters. 5,000 are the most.');
    expect(sendButton().disabled).toBe(true);
    fireEvent.change(input(), { target: { value: 'x'.repeat(5000) } });
    expect([screen.queryByRole('alert'), sendButton().disabled]).toEqual([null, false]);
  });
});
