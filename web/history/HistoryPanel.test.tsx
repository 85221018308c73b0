import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { users } from '#server/db/schema/people.ts';
import { changeScript } from '#shared/contract/edits.ts';
import { listHistory } from '#shared/contract/history.ts';
import { aBrowser } from '#test/browser.ts';
import { aUser } from '#test/factories.ts';
import { callsEnd } from '#test/network.ts';
import type { World } from '#test/world.ts';
import { consoleLines, freshBrowser } from '#web/lib/testing.ts';
import { historyKey } from './historyKey.data.ts';
import {
  atTheHistory,
  creation,
  deletedElement,
  type HistoryValues,
  openHistory,
  scrollToEnd,
  thresholds,
} from './testing.tsx';

freshBrowser();

const goneId = 2_000_000_000;
const search = () => screen.getByPlaceholderText('Search in script changes...');
const entries = () => within(screen.getByRole('region', { name: 'Changes' })).queryAllByRole('listitem');
const shown = () => entries().map((entry) => entry.querySelector('ins')?.textContent);

/** Open an empty script with these changes in its history, oldest first. */
async function aHistory(...entries: HistoryValues[]) {
  const browser = await atTheHistory();
  if (entries.length > 0) await browser.record(...entries);
  return browser;
}

/** Open a script of one element with this content and these changes. */
async function aScript(content: string, ...entries: HistoryValues[]) {
  const browser = await atTheHistory({ script: [content] });
  const elementId = await browser.idOf(content);
  if (entries.length > 0) await browser.record(...entries.map((each) => ({ elementId, ...each })));
  return { browser, element: { id: elementId, content } };
}

/** Oldest first, each with its own text. */
const many = (count: number, first = 1): HistoryValues[] =>
  Array.from({ length: count }, (_, index) => ({ ...creation, newContent: `Text ${first + index}` }));
/** Return the texts in the order of the list. */
const textsOf = (entries: HistoryValues[]) => entries.map(({ newContent }) => newContent).toReversed();

async function openMenu(user: Awaited<ReturnType<typeof openHistory>>['user'], index = 0) {
  await user.click(
    within(entries()[index] ?? document.body).getByRole('button', { name: /^More for the change/ }),
  );
}

describe('the title', () => {
  test('is Script History for the whole script', async () => {
    await openHistory(await aHistory({}));
    expect(screen.getByRole('heading', { name: 'Script History' })).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('is Element History for one element, with the first 30 characters of its content', async () => {
    const content = 'She came aboard on the ninth of February';
    expect(content).toHaveLength(40);
    const { browser, element } = await aScript(content, { elementId: goneId }, {});
    const { user, props, show } = await openHistory(browser, { element });
    expect(screen.getByRole('heading', { name: 'Element History' })).toBeTruthy();
    expect(screen.getByText('She came aboard on the ninth o')).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
    expect(browser.pagesAsked().map(({ elementId }) => elementId)).toEqual([String(element.id)]);
    await user.click(screen.getByRole('button', { name: 'Whole script' }));
    expect(props.onWholeScript).toHaveBeenCalledOnce();
    show({ element: null });
    expect(await screen.findByText('2 changes')).toBeTruthy();
  });

  test('never cuts a letter in two', async () => {
    const { browser, element } = await aScript('🚢'.repeat(40));
    await openHistory(browser, { element });
    expect(screen.getByText('🚢'.repeat(30))).toBeTruthy();
  });
});

describe('the list', () => {
  test('shows the count of all changes, and loads 20 at a time as its end comes into view', async () => {
    const browser = await aHistory(...many(45));
    await openHistory(browser);
    expect(await screen.findByText('45 changes')).toBeTruthy();
    expect(entries()).toHaveLength(20);
    expect(thresholds()).toEqual([0.1]);
    scrollToEnd();
    await waitFor(() => expect(entries()).toHaveLength(40));
    scrollToEnd();
    await waitFor(() => expect(entries()).toHaveLength(45));
    expect(shown()).toEqual(textsOf(many(45)));
    expect(thresholds()).toEqual([]);
    expect(browser.pagesAsked().map(({ page, pageSize }) => [page, pageSize])).toEqual([
      ['1', '20'],
      ['2', '20'],
      ['3', '20'],
    ]);
  });

  test('shows a change once when others came in while it was scrolled', async () => {
    const browser = await aHistory(...many(45));
    await openHistory(browser);
    await screen.findByText('45 changes');
    await browser.record(...many(3, 46));
    scrollToEnd();
    await waitFor(() => expect(entries().length).toBeGreaterThan(20));
    scrollToEnd();
    await screen.findByText('48 changes');
    await waitFor(() => expect(shown()).toEqual(textsOf(many(45))));
  });

  test('shows an import as one entry, without the words of its elements', async () => {
    await openHistory(await aBrowser({ lines: Array.from({ length: 3214 }, () => ['action', 'Rain.']) }));
    const [shownEntry] = await screen.findAllByRole('listitem');
    expect(shownEntry?.textContent).toContain('Created 3,214 elements Import');
    expect(shownEntry?.textContent).not.toContain('Rain.');
    expect(screen.getByText('1 change')).toBeTruthy();
  });

  test('reloads after a message that the script changed', async () => {
    const browser = await aHistory(...many(2));
    const { client } = await openHistory(browser);
    await screen.findByText('2 changes');
    await browser.record(...many(1, 3));
    await act(() => client.invalidateQueries({ queryKey: historyKey(browser.project.id) }));
    expect(await screen.findByText('3 changes')).toBeTruthy();
    expect(shown()[0]).toBe('Text 3');
  });

  test('shows that there are no changes', async () => {
    await openHistory(await aHistory());
    expect(await screen.findByText('No script changes yet')).toBeTruthy();
    expect(screen.getByText('Edit history will appear here as you make changes')).toBeTruthy();
    expect(screen.getByText('0 changes')).toBeTruthy();
  });

  test('offers a retry when it cannot be loaded', async () => {
    const browser = await aHistory({});
    browser.network.reject(listHistory, 'internal', 'No', 1);
    const { user } = await openHistory(browser);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to load script history')).toBeTruthy();
    expect(within(alert).getByText('Please try refreshing the page')).toBeTruthy();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('keeps the loaded entries when the next page cannot be loaded', async () => {
    const browser = await aHistory(...many(25));
    const { user } = await openHistory(browser);
    await screen.findByText('25 changes');
    browser.network.reject(listHistory, 'internal', 'No', 1);
    scrollToEnd();
    const alert = await screen.findByRole('alert');
    expect(entries()).toHaveLength(20);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(entries()).toHaveLength(25));
  });
});

describe('filters', () => {
  async function mixed() {
    const browser = await aHistory();
    await browser.record(
      creation,
      { userId: browser.people.eddie.id },
      { changedBy: 'ai', userId: null },
      deletedElement,
    );
    return browser;
  }

  test('are an action and an author, in a popover', async () => {
    const browser = await mixed();
    const { user } = await openHistory(browser);
    await screen.findByText('4 changes');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const optionsOf = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent);
    expect(optionsOf('Action Type')).toEqual(['All', 'Create', 'Update', 'Delete']);
    expect(optionsOf('Changed By')).toEqual(['Everyone', 'You', 'AI Assistant']);
    for (const [choice, count] of [
      ['Create', '1 change'],
      ['Update', '2 changes'],
      ['Delete', '1 change'],
      ['All', '4 changes'],
      ['AI Assistant', '1 change'],
      ['You', '2 changes'],
      ['Everyone', '4 changes'],
    ] as const) {
      await user.click(screen.getByRole('radio', { name: choice }));
      expect(await screen.findByText(count)).toBeTruthy();
    }
    const requestedFilters = () => browser.pagesAsked().map(({ action, changedBy }) => action ?? changedBy);
    // Cached changes are shown before the request.
    await waitFor(() =>
      expect(requestedFilters()).toEqual([
        undefined,
        'create',
        'update',
        'delete',
        undefined,
        'ai',
        'you',
        undefined,
      ]),
    );
  });

  test('and search are cleared by Clear Filters', async () => {
    const { user } = await openHistory(await mixed());
    await screen.findByText('4 changes');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('radio', { name: 'Create' }));
    await user.keyboard('{Escape}');
    await user.type(search(), 'snow');
    expect(await screen.findByText('No matching changes found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search or filters')).toBeTruthy();
    expect(screen.getByText('0 changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('4 changes')).toBeTruthy();
    expect(search().getAttribute('value')).toBe('');
    expect(screen.getByRole('button', { name: 'Filter' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  test('a search is sent once, 300 ms after the last keystroke', async () => {
    const browser = await mixed();
    await openHistory(browser);
    await screen.findByText('4 changes');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const text of ['b', 'bl', 'bla', 'blac', 'black']) {
      fireEvent.change(search(), { target: { value: text } });
      await act(() => vi.advanceTimersByTimeAsync(200));
    }
    expect(browser.pagesAsked()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(browser.pagesAsked()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(browser.pagesAsked()).toHaveLength(2);
    // TanStack Query notifies about an answer in a timer.
    await act(callsEnd);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('3 changes')).toBeTruthy();
    const searches = () => browser.pagesAsked().map((query) => query.search);
    expect(searches()).toEqual([undefined, 'black']);
    // Clearing applies at once; the next keystroke does not restore the old search.
    fireEvent.change(search(), { target: { value: '' } });
    fireEvent.change(search(), { target: { value: 'grey' } });
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(searches()).toEqual([undefined, 'black', undefined, 'grey']);
  });
});

describe('an entry', () => {
  test.each<[string, (people: World) => string, (people: World) => HistoryValues]>([
    ['you', () => 'You', () => ({})],
    ['another', ({ eddie }) => eddie.email, ({ eddie }) => ({ userId: eddie.id })],
    ['an unknown user', () => 'Another user', () => ({ userId: null })],
    ['the assistant', () => 'AI Assistant', () => ({ changedBy: 'ai' })],
  ])('is by %s', async (_who, name, columns) => {
    const browser = await aHistory();
    await browser.record(columns(browser.people));
    await openHistory(browser);
    expect(await screen.findByText(name(browser.people))).toBeTruthy();
  });

  test("names another user when the author's account was deleted", async () => {
    const browser = await aHistory();
    const author = await aUser(browser.db);
    await browser.record({ userId: author.id });
    await browser.db.delete(users).where(eq(users.id, author.id));
    await openHistory(browser);
    expect(await screen.findByText('Another user')).toBeTruthy();
  });

  test('shows its time', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await openHistory(await aHistory({ timestamp: ago(26 * 60) }, { timestamp: ago(5) }));
    expect(await screen.findByText('less than a minute ago')).toBeTruthy();
    expect(screen.getByText('26 minutes ago')).toBeTruthy();
  });

  test('shows the changed fields, and marks removed and added words', async () => {
    await openHistory(
      await aHistory({ newElementType: 'dialogue', newCharacterName: 'MARA', changeReason: 'Undo' }),
    );
    expect(await screen.findByText('Updated')).toBeTruthy();
    const [item] = entries();
    expect(item?.textContent).toContain('Updated Action → Dialogue, MARA Undo');
    expect(item?.querySelector('ins')?.textContent).toBe(' on black water');
    expect(item?.querySelector('del')).toBeNull();
  });

  test('marks all of a creation as new and all of a deletion as deleted', async () => {
    await openHistory(await aHistory(creation, deletedElement));
    expect((await screen.findByText('Deleted')).closest('li')?.querySelector('del')?.textContent).toBe(
      'Rain.',
    );
    expect(screen.getByText('Created').closest('li')?.querySelector('ins')?.textContent).toBe(
      'Rain on black water.',
    );
  });

  test('shows a long text around its change, and all of it on a press', async () => {
    const long = 'word '.repeat(400);
    const { user } = await openHistory(
      await aHistory({ previousContent: `${long}end.`, newContent: `${long}stop.` }),
    );
    await screen.findByText('1 change');
    const words = () => entries()[0]?.textContent ?? '';
    expect(words().length).toBeLessThan(300);
    expect(words()).toContain(' … ');
    await user.click(screen.getByRole('button', { name: 'Show all of it' }));
    expect(words()).toContain(long.trim());
    await user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(words().length).toBeLessThan(300);
  });
});

describe('the menu of an entry', () => {
  test('goes to the element while it exists', async () => {
    const { browser, element } = await aScript('Rain on black water.', { elementId: goneId }, {});
    const { user, props } = await openHistory(browser);
    await screen.findByText('2 changes');
    await openMenu(user, 1);
    expect(screen.getByRole('menuitem', { name: 'Go to element' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await user.keyboard('{Escape}');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Go to element' }));
    expect(props.onGo).toHaveBeenCalledExactlyOnceWith(element.id);
  });

  test('restores the text of a change, or the one before it', async () => {
    const { browser, element } = await aScript('Snow.', {});
    const { user, changes } = await openHistory(browser);
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    await waitFor(async () => expect(await browser.texts()).toEqual(['Rain on black water.']));
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore the earlier text' }));
    await waitFor(async () => expect(await browser.texts()).toEqual(['Rain.']));
    const { id } = element;
    expect(changes).toEqual([
      { edits: [{ type: 'update', id, fields: { content: 'Rain on black water.' } }], label: 'Restore' },
      { edits: [{ type: 'update', id, fields: { content: 'Rain.' } }], label: 'Restore' },
    ]);
  });

  test('restores a deleted element', async () => {
    const { browser, element } = await aScript('Rain.');
    const { id } = element;
    await browser.change({ type: 'delete', id });
    const { user, changes } = await openHistory(browser);
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    await waitFor(async () => expect(await browser.texts()).toEqual(['Rain.']));
    expect(changes[0]?.edits).toEqual([
      { type: 'restore', id },
      { type: 'update', id, fields: { content: 'Rain.', elementType: 'action', characterName: null } },
    ]);
  });

  test('disables restoring a text that the element already has', async () => {
    const { browser } = await aScript('Rain on black water.', {});
    const { user } = await openHistory(browser);
    await screen.findByText('1 change');
    await openMenu(user);
    const item = screen.getByRole('menuitem', { name: 'Restore this text' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('shows why a text could not be restored', async () => {
    const { browser } = await aScript('Snow.', {});
    browser.network.cut(changeScript);
    const { user } = await openHistory(browser);
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The text could not be restored. Please try again.',
    );
    expect(consoleLines).toEqual([]);
  });

  test('has a Restore button next to it in an element’s history', async () => {
    const { browser, element } = await aScript(
      'Rain on black water.',
      { previousContent: 'Fog.', newContent: 'Rain.' },
      {},
    );
    const { user, changes } = await openHistory(browser, { element });
    await screen.findByText('2 changes');
    const buttons = screen.getAllByRole('button', { name: 'Restore' });
    // The newest text is the current one and needs no button.
    expect(buttons).toHaveLength(1);
    if (buttons[0]) await user.click(buttons[0]);
    const { id } = element;
    expect(changes[0]?.edits).toEqual([{ type: 'update', id, fields: { content: 'Rain.' } }]);
  });

  test('is read-only for viewers', async () => {
    const browser = await atTheHistory({ user: 'vic', script: ['Snow.'] });
    const element = { id: await browser.idOf('Snow.'), content: 'Snow.' };
    await browser.record({ elementId: element.id });
    await browser.nameVersion('First draft');
    const { user } = await openHistory(browser, { element });
    await screen.findByText('1 change');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await openMenu(user);
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Go to element',
      'Show changes since',
    ]);
  });
});
