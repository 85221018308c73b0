import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { users } from '#server/db/schema/people.ts';
import { type Comment, createComment, listComments } from '#shared/contract/comments.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import type { Network } from '#test/network.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import type { CommentTarget } from './target.ts';
import { aComment, atTheSpeech, openPanel } from './testing.tsx';

freshBrowser();
beforeEach(() => sessionStorage.clear());

const user = userEvent.setup();
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' });
const threads = () => document.querySelectorAll<HTMLElement>('[data-thread]');
const counts = () => screen.getByText(/unresolved, /).textContent;

async function storedIn({ as, people }: TestBrowser): Promise<Comment[]> {
  return (await as('olive').get(`${people.projectUrl}/comments`)).json();
}

async function threadSaying(text: string): Promise<HTMLElement> {
  const thread = (await screen.findByText(text)).closest<HTMLElement>('[data-thread]');
  if (!thread) throw new Error(`"${text}" stands in no thread`);
  return thread;
}

const wordsIn = ({ id }: { id: number }): CommentTarget => ({
  elementId: id,
  label: 'Tobias, dialogue, scene 31',
  selectedText: 'one suitcase',
  selectionStart: 21,
  selectionEnd: 33,
});
const wholeOf = (element: { id: number }): CommentTarget => ({
  ...wordsIn(element),
  selectedText: null,
  selectionStart: null,
  selectionEnd: null,
});

describe('the list', () => {
  test('shows a loading message', async () => {
    const browser = await aBrowser();
    await aComment(browser);
    openPanel(browser);
    expect(screen.getByRole('status').textContent).toBe('Loading comments...');
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(screen.queryByText('Loading comments...')).toBeNull();
  });

  test('invites to the first comment when there is none', async () => {
    openPanel(await aBrowser());
    expect(await screen.findByText('No comments yet')).toBeTruthy();
    expect(screen.getByText('Be the first to add a comment')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Resolved/ })).toBeNull();
  });

  test('shows the reason and a retry when it cannot be loaded', async () => {
    const browser = await aBrowser();
    await aComment(browser, { content: 'Louder.' });
    browser.network.reject(listComments, 'unavailable', 'The server is being updated.', 1);
    openPanel(browser);
    expect((await screen.findByRole('alert')).textContent).toContain('The server is being updated.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Louder.')).toBeTruthy();
  });

  test('has threads with their replies, oldest first', async () => {
    const browser = await aBrowser();
    const first = await aComment(browser, { content: 'First.' });
    const second = await aComment(browser, { content: 'Second.', by: 'eddie' });
    await aComment(browser, { content: 'Answer.', parentCommentId: first.id, by: 'olive' });
    openPanel(browser);
    const thread = await threadSaying('First.');
    expect([...threads()].map(({ dataset }) => Number(dataset.thread))).toEqual([first.id, second.id]);
    expect(within(thread).getByText('Answer.')).toBeTruthy();
    expect(within(thread).getByText('Cora Commenter')).toBeTruthy();
    expect(within(thread).getByText('Olive Owner')).toBeTruthy();
    expect(within(await threadSaying('Second.')).getByText('Eddie Editor')).toBeTruthy();
  });

  test('shows the time of a comment', async () => {
    const createdAt = new Date(Date.now() - 18 * 60_000);
    const browser = await aBrowser();
    await aComment(browser, { createdAt });
    openPanel(browser);
    const time = await screen.findByText('18 minutes ago');
    expect(time.getAttribute('datetime')).toBe(createdAt.toISOString());
  });

  test.each([
    [
      'the email address of an author without a name',
      { firstName: null, lastName: null },
      /^cora@.+example\.com$/,
    ],
    ['half a name', { firstName: 'Cora', lastName: ' ' }, 'Cora'],
    [
      'sixty letters of a name',
      { firstName: 'C'.repeat(30), lastName: 'D'.repeat(30) },
      `${'C'.repeat(30)} ${'D'.repeat(30)}`,
    ],
  ])('has %s', async (_what, names, shown) => {
    const browser = await aBrowser();
    await aComment(browser);
    await browser.db.update(users).set(names).where(eq(users.id, browser.people.cora.id));
    openPanel(browser);
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  test('shows the original author of an imported comment, and that it is imported', async () => {
    const browser = await aBrowser();
    await aComment(browser, { userId: null, importedAuthor: 'Sam Stranger' });
    openPanel(browser);
    const thread = await screen.findByRole('listitem', { name: 'Comment by Sam Stranger, imported' });
    expect(within(thread).getByText(/^imported/)).toBeTruthy();
  });

  test("shows that the author's account was deleted", async () => {
    const browser = await aBrowser();
    await aComment(browser, { userId: null });
    openPanel(browser);
    expect(await screen.findByText('Another user')).toBeTruthy();
  });

  test('refetches when it is shown again', async () => {
    const browser = await aBrowser();
    await aComment(browser);
    const { close } = openPanel(browser);
    await waitFor(() => expect(threads()).toHaveLength(1));
    close();
    await aComment(browser, { content: 'From elsewhere.' });
    openPanel(browser);
    expect(await screen.findByText('From elsewhere.')).toBeTruthy();
  });
});

describe('the target of a thread', () => {
  test('is the selected text, and a press shows it in the script', async () => {
    const { speech, elements, ...browser } = await atTheSpeech();
    const comment = await aComment(browser, { scriptElementId: speech.id, selectedText: 'one suitcase' });
    const onGo = vi.fn();
    openPanel(browser, { elements, onGo });
    await user.click(await screen.findByRole('button', { name: 'Go to one suitcase' }));
    expect(onGo.mock.calls).toEqual([[speech.id, comment.id]]);
  });

  test('is the element, with its page text, if nothing was selected', async () => {
    const { speech, elements, ...browser } = await atTheSpeech();
    const comment = await aComment(browser, { scriptElementId: speech.id });
    const onGo = vi.fn();
    openPanel(browser, { elements, onGo });
    const name = 'Go to Dialogue: She came aboard with one suitcase.';
    await user.click(await screen.findByRole('button', { name }));
    expect(onGo.mock.calls).toEqual([[speech.id, comment.id]]);
  });

  test('names a deleted element with the text selected in it', async () => {
    const deletedTarget = { scriptElementId: null, wasOnElement: true };
    const { elements, ...browser } = await atTheSpeech();
    await aComment(browser, { ...deletedTarget, selectedText: 'one suitcase', content: 'Two.' });
    await aComment(browser, { ...deletedTarget, content: 'Louder.' });
    await aComment(browser, { content: 'Less rain.' });
    openPanel(browser, { elements });
    const quoting = within(await threadSaying('Two.'));
    expect([quoting.queryByText('Element deleted'), quoting.queryByText('one suitcase')]).not.toContain(null);
    expect(within(await threadSaying('Louder.')).getByText('Element deleted')).toBeTruthy();
    expect(within(await threadSaying('Less rain.')).queryByText('Element deleted')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Go to/ })).toBeNull();
  });
});

describe('a new comment', () => {
  test('is written at the bottom and appended to the list', async () => {
    const browser = await aBrowser();
    await aComment(browser);
    openPanel(browser);
    await waitFor(() => expect(threads()).toHaveLength(1));
    const isBehind = threads()[0]?.compareDocumentPosition(input()) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBehind).toBe(true);
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(2));
    expect(threads()[1]?.textContent).toContain('One suitcase?');
    await waitFor(() => expect(counts()).toBe('2 unresolved, 0 resolved'));
    expect(input().value).toBe('');
    expect(currentToasts()[0]?.title).toBe('Comment added');
    expect(await storedIn(browser)).toMatchObject([{}, { content: 'One suitcase?', scriptElementId: null }]);
  });

  test('is on the target element', async () => {
    const { speech, elements, ...browser } = await atTheSpeech();
    const onClearTarget = vi.fn();
    openPanel(browser, { target: wholeOf(speech), onClearTarget, elements });
    expect(screen.getByText('On Tobias, dialogue, scene 31')).toBeTruthy();
    await user.type(input(), 'Louder.');
    await user.click(sendButton());
    await waitFor(() => expect(onClearTarget).toHaveBeenCalledOnce());
    const stored = { content: 'Louder.', scriptElementId: speech.id, selectedText: null };
    expect(await storedIn(browser)).toMatchObject([stored]);
    expect(screen.queryByText(/^On Tobias/)).toBeNull();
  });

  test('is on the selected text, which is quoted', async () => {
    const { speech, elements, ...browser } = await atTheSpeech();
    openPanel(browser, { target: wordsIn(speech), elements });
    expect(screen.getByText('one suitcase').tagName).toBe('Q');
    await user.type(input(), 'Two on page 21.');
    await user.click(sendButton());
    const quote = await screen.findByRole('button', { name: 'Go to one suitcase' });
    expect(threads()[0]?.contains(quote)).toBe(true);
    const place = { selectedText: 'one suitcase', selectionStart: 21, selectionEnd: 33 };
    expect(await storedIn(browser)).toMatchObject([
      { content: 'Two on page 21.', scriptElementId: speech.id, ...place },
    ]);
  });

  test('cuts the quote at the limit, never within a character', async () => {
    const selectedText = `${'x'.repeat(4999)}🚢${'x'.repeat(2000)}`;
    const { speech, ...browser } = await atTheSpeech({ lines: [['dialogue', `1234567, ${selectedText}`]] });
    openPanel(browser, {
      target: { ...wordsIn(speech), selectedText, selectionStart: 9, selectionEnd: 7010 },
    });
    await user.type(input(), 'Long.');
    await user.click(sendButton());
    await waitFor(async () =>
      expect(await storedIn(browser)).toMatchObject([
        { selectedText: 'x'.repeat(4999), selectionStart: 9, selectionEnd: 5008 },
      ]),
    );
  });

  test('can be moved to the whole script', async () => {
    const { speech, ...browser } = await atTheSpeech();
    openPanel(browser, { target: wordsIn(speech) });
    await user.click(screen.getByRole('button', { name: 'Comment on the whole script instead' }));
    expect(screen.queryByText(/^On Tobias/)).toBeNull();
    expect(document.activeElement).toBe(input());
    await user.type(input(), 'Less rain.');
    await user.click(sendButton());
    await waitFor(async () =>
      expect(await storedIn(browser)).toMatchObject([
        { content: 'Less rain.', scriptElementId: null, selectedText: null },
      ]),
    );
  });

  test('focuses the field when the target changes', async () => {
    const words = wordsIn({ id: 7 });
    const { change } = openPanel(await aBrowser());
    await screen.findByText('No comments yet');
    expect(document.activeElement).not.toBe(input());
    change({ target: words });
    expect(document.activeElement).toBe(input());
    act(() => input().blur());
    change({ target: { ...words } });
    expect(document.activeElement).toBe(input());
  });

  test.each(['', ' ', ' \n\t '])('cannot be sent when it is only white space (%j)', async (text) => {
    const browser = await aBrowser();
    openPanel(browser);
    await screen.findByText('No comments yet');
    fireEvent.change(input(), { target: { value: text } });
    expect(sendButton().disabled).toBe(true);
    fireEvent.keyDown(input(), { key: 'Enter', ctrlKey: true });
    expect(browser.network.writes).toEqual([]);
  });

  test('is not sent with the Enter that ends a composition', async () => {
    const browser = await aBrowser();
    openPanel(browser);
    await screen.findByText('No comments yet');
    await user.type(input(), '船');
    fireEvent.keyDown(input(), { key: 'Enter', ctrlKey: true, keyCode: 229, isComposing: false });
    expect([input().readOnly, browser.network.writes]).toEqual([false, []]);
  });

  test.each(['ctrlKey', 'metaKey'])(
    'is sent with Enter and %s; Enter alone inserts a line break',
    async (key) => {
      const browser = await aBrowser();
      openPanel(browser);
      await user.type(input(), 'One.{Enter}Two.');
      expect(browser.network.writes).toEqual([]);
      fireEvent.keyDown(input(), { key: 'Enter', [key]: true });
      await waitFor(async () => expect(await storedIn(browser)).toMatchObject([{ content: 'One.\nTwo.' }]));
      expect(document.activeElement).toBe(input());
    },
  );

  test('restores the focus to the field when the button sent it', async () => {
    openPanel(await aBrowser());
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(document.activeElement).toBe(input());
  });

  test('is sent once, even if the button is pressed repeatedly', async () => {
    const browser = await aBrowser();
    const release = browser.network.hold(createComment);
    openPanel(browser);
    await user.type(input(), 'One suitcase?');
    for (let i = 0; i < 3; i++) fireEvent.keyDown(input(), { key: 'Enter', metaKey: true });
    expect([sendButton().disabled, input().readOnly]).toEqual([true, true]);
    await user.click(sendButton());
    release();
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(await storedIn(browser)).toHaveLength(1);
    expect([input().value, input().readOnly]).toEqual(['', false]);
  });

  test.each([
    [
      'a rejection',
      ({ reject }: Network) => reject(createComment, 'invalid', 'Element not found', 1),
      'Element not found',
    ],
    [
      'no network',
      ({ cut }: Network) => cut(createComment, 1),
      'It could not be sent. Check your connection and try again.',
    ],
  ])('keeps its text after %s', async (_what, interrupt, message) => {
    const { speech, ...browser } = await atTheSpeech();
    interrupt(browser.network);
    openPanel(browser, { target: wordsIn(speech) });
    await user.type(input(), 'Two on page 21.');
    await user.click(sendButton());
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([input().value, input().getAttribute('aria-invalid')]).toEqual(['Two on page 21.', 'true']);
    expect(screen.getByText('On Tobias, dialogue, scene 31', { exact: false })).toBeTruthy();
    await user.click(sendButton());
    await waitFor(() => expect(threads()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps its text while the panel is closed, and after a reload', async () => {
    const browser = await aBrowser();
    const { close } = openPanel(browser);
    await user.type(input(), 'One suitc');
    close();
    openPanel(browser);
    expect(input().value).toBe('One suitc');
    expect(sessionStorage.getItem(`comment:${browser.project.id}:new`)).toBe('One suitc');
  });

  test('is not restored as a draft while it is being sent with the panel closed', async () => {
    const browser = await aBrowser();
    const release = browser.network.hold(createComment);
    const { close } = openPanel(browser);
    await user.type(input(), 'One suitcase?');
    await user.click(sendButton());
    close();
    openPanel(browser);
    expect([input().value, input().readOnly]).toEqual(['One suitcase?', true]);
    release();
    await waitFor(() => expect([input().value, input().readOnly]).toEqual(['', false]));
  });

  test('reports more than 5,000 characters before it is sent', async () => {
    openPanel(await aBrowser());
    fireEvent.change(input(), { target: { value: 'x'.repeat(5001) } });
    expect(screen.getByRole('alert').textContent).toBe('5,001 characters. The maximum is 5,000.');
    expect(sendButton().disabled).toBe(true);
    fireEvent.change(input(), { target: { value: 'x'.repeat(5000) } });
    expect([screen.queryByRole('alert'), sendButton().disabled]).toEqual([null, false]);
  });
});
