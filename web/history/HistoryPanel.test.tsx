import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { consoleLines, freshBrowser } from '#web/lib/testing.ts';
import { historyKey } from './history.data.ts';
import {
  aHistoryEntry,
  anElement,
  aVersion,
  HistoryServer,
  openHistory,
  scrollToEnd,
  thresholds,
} from './testing.tsx';

freshBrowser();

const rain = anElement(1, 'Rain on black water.');
const search = () => screen.getByPlaceholderText('Search in script changes...');
const entries = () => within(screen.getByRole('region', { name: 'Changes' })).queryAllByRole('listitem');
const shown = () => entries().map((entry) => entry.querySelector('ins')?.textContent);
const aServer = (...given: ReturnType<typeof aHistoryEntry>[]) => {
  const server = new HistoryServer();
  server.entries = given;
  return server;
};
/** Newest first, each with its own text. */
const many = (count: number, firstId = 1) =>
  Array.from({ length: count }, (_, i) => {
    const id = firstId + count - 1 - i;
    return aHistoryEntry(id, { previousContent: null, newContent: `Text ${id}`, action: 'create' });
  });

async function openMenu(user: ReturnType<typeof openHistory>['user'], index = 0) {
  await user.click(
    within(entries()[index] ?? document.body).getByRole('button', { name: /^More for the change/ }),
  );
}

describe('the title', () => {
  test('of the whole script is Script History', async () => {
    openHistory(aServer(aHistoryEntry(1)));
    expect(screen.getByRole('heading', { name: 'Script History' })).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('of one element is Element History, with the first 30 characters of its content', async () => {
    const content = 'She came aboard on the ninth of February';
    expect(content).toHaveLength(40);
    const server = aServer(aHistoryEntry(2, { elementId: 7 }), aHistoryEntry(1));
    const { user, props, show } = openHistory(server, { element: { id: 7, content } });
    expect(screen.getByRole('heading', { name: 'Element History' })).toBeTruthy();
    expect(screen.getByText('She came aboard on the ninth o')).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
    expect(server.pagesAsked.map(({ query }) => query.elementId)).toEqual(['7']);
    await user.click(screen.getByRole('button', { name: 'Whole script' }));
    expect(props.onWholeScript).toHaveBeenCalledOnce();
    show({ element: null });
    expect(await screen.findByText('2 changes')).toBeTruthy();
  });

  test('never cuts a letter in two', () => {
    openHistory(aServer(), { element: { id: 7, content: '🚢'.repeat(40) } });
    expect(screen.getByText('🚢'.repeat(30))).toBeTruthy();
  });
});

describe('the list', () => {
  test('shows the count of all changes, and loads 20 at a time as its end comes into view', async () => {
    const server = aServer(...many(45));
    openHistory(server);
    expect(await screen.findByText('45 changes')).toBeTruthy();
    expect(entries()).toHaveLength(20);
    expect(thresholds()).toEqual([0.1]);
    scrollToEnd();
    await waitFor(() => expect(entries()).toHaveLength(40));
    scrollToEnd();
    await waitFor(() => expect(entries()).toHaveLength(45));
    expect(shown()).toEqual(many(45).map(({ newContent }) => newContent));
    expect(thresholds()).toEqual([]);
    expect(server.pagesAsked.map(({ query }) => [query.page, query.pageSize])).toEqual([
      ['1', '20'],
      ['2', '20'],
      ['3', '20'],
    ]);
  });

  test('shows a change once when others came in while it was scrolled', async () => {
    const server = aServer(...many(45));
    openHistory(server);
    await screen.findByText('45 changes');
    server.entries = [...many(3, 46), ...server.entries];
    scrollToEnd();
    await waitFor(() => expect(entries().length).toBeGreaterThan(20));
    scrollToEnd();
    await screen.findByText('48 changes');
    await waitFor(() => expect(shown()).toEqual(many(45).map(({ newContent }) => newContent)));
  });

  test('tells of an import in one entry, without the words of one of its elements', async () => {
    const created = { action: 'create', previousContent: null, previousElementType: null } as const;
    const entry = aHistoryEntry(1, {
      ...created,
      changeReason: 'Import',
      elementCount: 3214,
      newContent: 'Rain.',
    });
    openHistory(aServer(entry));
    const [shownEntry] = await screen.findAllByRole('listitem');
    expect(shownEntry?.textContent).toContain('Created 3,214 elements Import');
    expect(shownEntry?.textContent).not.toContain('Rain.');
  });

  test('is read again when it is told that the script changed', async () => {
    const server = aServer(...many(2));
    const { client } = openHistory(server);
    await screen.findByText('2 changes');
    server.entries = many(3);
    await act(() => client.invalidateQueries({ queryKey: historyKey(1) }));
    expect(await screen.findByText('3 changes')).toBeTruthy();
    expect(shown()[0]).toBe('Text 3');
  });

  test('without changes says so', async () => {
    openHistory(aServer());
    expect(await screen.findByText('No script changes yet')).toBeTruthy();
    expect(screen.getByText('Edit history will appear here as you make changes')).toBeTruthy();
    expect(screen.getByText('0 changes')).toBeTruthy();
  });

  test('that cannot be loaded says so, and can be tried again', async () => {
    const server = aServer(aHistoryEntry(1));
    server.refused = { path: '/paginated', status: 500, message: 'No' };
    const { user } = openHistory(server);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to load script history')).toBeTruthy();
    expect(within(alert).getByText('Please try refreshing the page')).toBeTruthy();
    server.refused = null;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('keeps what it has when the next page cannot be loaded', async () => {
    const server = aServer(...many(25));
    const { user } = openHistory(server);
    await screen.findByText('25 changes');
    server.refused = { path: '/paginated', status: 500, message: 'No' };
    scrollToEnd();
    const alert = await screen.findByRole('alert');
    expect(entries()).toHaveLength(20);
    server.refused = null;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(entries()).toHaveLength(25));
  });
});

describe('filters', () => {
  const mixed = () =>
    aServer(
      aHistoryEntry(4, { action: 'delete', newContent: null, newElementType: null }),
      aHistoryEntry(3, { changedBy: 'ai', userId: null, userEmail: null }),
      aHistoryEntry(2, { userId: 'eddie', userEmail: 'eddie@example.org' }),
      aHistoryEntry(1, { action: 'create', previousContent: null, previousElementType: null }),
    );

  test('are an action and an author, in a popover', async () => {
    const server = mixed();
    const { user } = openHistory(server);
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
    expect(server.pagesAsked.map(({ query }) => query.action ?? query.changedBy)).toEqual([
      undefined,
      'create',
      'update',
      'delete',
      undefined,
      'ai',
      'you',
      undefined,
    ]);
  });

  test('and search are taken back by Clear Filters', async () => {
    const { user } = openHistory(mixed());
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

  test('a search is sent once, 300 ms after the last letter', async () => {
    const server = mixed();
    openHistory(server);
    await screen.findByText('4 changes');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const text of ['b', 'bl', 'bla', 'blac', 'black']) {
      fireEvent.change(search(), { target: { value: text } });
      await act(() => vi.advanceTimersByTimeAsync(200));
    }
    expect(server.pagesAsked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(server.pagesAsked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(server.pagesAsked).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('3 changes')).toBeTruthy();
    const searches = () => server.pagesAsked.map(({ query }) => query.search);
    expect(searches()).toEqual([undefined, 'black']);
    // Cleared at once; what is typed next does not bring the old search back.
    fireEvent.change(search(), { target: { value: '' } });
    fireEvent.change(search(), { target: { value: 'grey' } });
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(searches()).toEqual([undefined, 'black', undefined, 'grey']);
  });
});

describe('an entry', () => {
  test.each([
    ['You', {}],
    ['eddie@example.org', { userId: 'eddie', userEmail: 'eddie@example.org' }],
    ['Another user', { userId: 'eddie', userEmail: null }],
    ['Another user', { userId: null, userEmail: null }],
    ['AI Assistant', { changedBy: 'ai' as const }],
  ])('is by %s', async (name, changes) => {
    openHistory(aServer(aHistoryEntry(1, changes)));
    expect(await screen.findByText(name)).toBeTruthy();
  });

  test('says when', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    openHistory(
      aServer(aHistoryEntry(2, { timestamp: ago(5) }), aHistoryEntry(1, { timestamp: ago(26 * 60) })),
    );
    expect(await screen.findByText('less than a minute ago')).toBeTruthy();
    expect(screen.getByText('26 minutes ago')).toBeTruthy();
  });

  test('says what changed, and strikes and underlines the words that did', async () => {
    const entry = aHistoryEntry(1, {
      newElementType: 'dialogue',
      newCharacterName: 'MARA',
      changeReason: 'Undo',
    });
    openHistory(aServer(entry));
    expect(await screen.findByText('Updated')).toBeTruthy();
    const [item] = entries();
    expect(item?.textContent).toContain('Updated Action → Dialogue, MARA Undo');
    expect(item?.querySelector('ins')?.textContent).toBe(' on black water');
    expect(item?.querySelector('del')).toBeNull();
  });

  test('of a creation is all new, of a deletion all gone', async () => {
    openHistory(
      aServer(
        aHistoryEntry(2, { action: 'delete', newContent: null, newElementType: null }),
        aHistoryEntry(1, { action: 'create', previousContent: null, previousElementType: null }),
      ),
    );
    expect((await screen.findByText('Deleted')).closest('li')?.querySelector('del')?.textContent).toBe(
      'Rain.',
    );
    expect(screen.getByText('Created').closest('li')?.querySelector('ins')?.textContent).toBe(
      'Rain on black water.',
    );
  });

  test('with a long text shows where it changed, and all of it when asked', async () => {
    const long = 'word '.repeat(400);
    const { user } = openHistory(
      aServer(aHistoryEntry(1, { previousContent: `${long}end.`, newContent: `${long}stop.` })),
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
  test('goes to the element, while it is there', async () => {
    const server = aServer(aHistoryEntry(2), aHistoryEntry(1, { elementId: 9 }));
    const { user, props } = openHistory(server, { elements: [rain] });
    await screen.findByText('2 changes');
    await openMenu(user, 1);
    expect(screen.getByRole('menuitem', { name: 'Go to element' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await user.keyboard('{Escape}');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Go to element' }));
    expect(props.onGo).toHaveBeenCalledExactlyOnceWith(1);
  });

  test('restores the text of a change, or the one before it', async () => {
    const { user, changes } = openHistory(aServer(aHistoryEntry(1)), { elements: [anElement(1, 'Snow.')] });
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore the earlier text' }));
    expect(changes).toEqual([
      { edits: [{ does: 'update', id: 1, fields: { content: 'Rain on black water.' } }], label: 'Restore' },
      { edits: [{ does: 'update', id: 1, fields: { content: 'Rain.' } }], label: 'Restore' },
    ]);
  });

  test('brings a deleted element back', async () => {
    const entry = aHistoryEntry(1, { action: 'delete', newContent: null, newElementType: null });
    const { user, changes } = openHistory(aServer(entry));
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    expect(changes[0]?.edits).toEqual([
      { does: 'restore', id: 1 },
      { does: 'update', id: 1, fields: { content: 'Rain.', elementType: 'action', characterName: null } },
    ]);
  });

  test('does not restore what the element says already', async () => {
    const { user } = openHistory(aServer(aHistoryEntry(1)), { elements: [rain] });
    await screen.findByText('1 change');
    await openMenu(user);
    const item = screen.getByRole('menuitem', { name: 'Restore this text' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  test('says why a text could not be restored', async () => {
    const { user } = openHistory(aServer(aHistoryEntry(1)), {
      elements: [anElement(1, 'Snow.')],
      onChange: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await screen.findByText('1 change');
    await openMenu(user);
    await user.click(screen.getByRole('menuitem', { name: 'Restore this text' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The text could not be restored. Please try again.',
    );
    expect(consoleLines).toEqual([]);
  });

  test('of an element’s own history stands beside a Restore button', async () => {
    const server = aServer(
      aHistoryEntry(2),
      aHistoryEntry(1, { newContent: 'Rain.', previousContent: 'Fog.' }),
    );
    const { user, changes } = openHistory(server, { elements: [rain], element: rain });
    await screen.findByText('2 changes');
    const buttons = screen.getAllByRole('button', { name: 'Restore' });
    // The newest text is what the element says.
    expect(buttons).toHaveLength(1);
    if (buttons[0]) await user.click(buttons[0]);
    expect(changes[0]?.edits).toEqual([{ does: 'update', id: 1, fields: { content: 'Rain.' } }]);
  });

  test('lets a reader look, and change nothing', async () => {
    const server = aServer(aHistoryEntry(1));
    server.versions = [aVersion(1, 'First draft')];
    const { user } = openHistory(server, {
      canWrite: false,
      elements: [anElement(1, 'Snow.')],
      element: rain,
    });
    await screen.findByText('1 change');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await openMenu(user);
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Go to element',
      'Show changes since',
    ]);
  });
});
