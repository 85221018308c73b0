import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createOutline,
  deleteOutline,
  listOutlines,
  reorderOutlines,
  updateOutline,
} from '#shared/contract/outlines.ts';
import type { Name } from '#test/world.ts';
import { closeToasts, freshBrowser, screen, toastsSaid } from '#web/lib/testing.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { atTheOutline, openOutline, steps } from './testing.tsx';

freshBrowser();
afterEach(closeToasts);

const titles = () => page.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const button = (name: string) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });

async function opened(options: Parameters<typeof atTheOutline>[0] = {}) {
  const browser = await atTheOutline(options);
  const view = openOutline(browser);
  await page.findByText((options.items ?? steps)[0]?.title ?? 'No outline items yet');
  return { ...browser, ...view, url: `${browser.people.projectUrl}/outlines` };
}

test('the outline is a list of cards in order, each with title and content', async () => {
  await opened();
  const cards = within(page.getByRole('list', { name: 'Outline' })).getAllByRole('listitem');
  expect(cards).toHaveLength(3);
  expect(titles()).toEqual(['Departure', 'Cabin 214', 'Landfall']);
  expect(cards[0]?.querySelector('p')?.textContent).toBe('MARA counts 213 twice.\nThe manifest says 212.');
  expect(page.getByText('3 items')).toBeDefined();
});

describe('adding', () => {
  test('appends a new item with title, content, and the count as its position', async () => {
    const { user, writes, url } = await opened();
    await user.click(button('Add Item'));
    await user.keyboard('The log');
    await user.type(field('Content'), 'Hale reads it aloud.');
    await user.click(button('Add'));
    await waitFor(() => expect(titles()).toEqual(['Departure', 'Cabin 214', 'Landfall', 'The log']));
    expect(writes()).toEqual([
      ['POST', url, { title: 'The log', content: 'Hale reads it aloud.', orderIndex: 3 }],
    ]);
    expect(toastsSaid()).toEqual(['Outline item added']);
    expect(document.activeElement).toBe(button('Add Item'));
  });

  test('sends nothing without a title, and says why at the field', async () => {
    const { user, writes } = await opened({ items: [] });
    await user.click(button('Add Item'));
    await user.type(field('Content'), 'Water on the car deck.');
    await user.click(button('Add'));
    await waitFor(() => expect(page.getByRole('alert').textContent).toBe('Title is required'));
    await waitFor(() => expect(document.activeElement).toBe(field('Title')));
    await user.type(field('Title'), '   {Control>}{Enter}{/Control}');
    expect(writes()).toEqual([]);
    await user.type(field('Title'), 'Water');
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull());
  });

  test('keeps rejected text in the form', async () => {
    const { user, network } = await opened();
    const restore = network.reject(createOutline, 'internal');
    await user.click(button('Add Item'));
    await user.keyboard('The log{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(toastsSaid()).toEqual(['Error: Failed to add outline item. Please try again.']),
    );
    expect((field('Title') as HTMLInputElement).value).toBe('The log');
    restore();
    await user.click(button('Add'));
    await waitFor(() => expect(titles()).toContain('The log'));
  });

  test('scrolls the form into view, for any result of scrollIntoView', async () => {
    const scrolled = vi.fn(() => Promise.resolve());
    Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrolled, configurable: true });
    const { user } = await opened();
    await user.click(button('Add Item'));
    expect(scrolled).toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(page.queryByRole('textbox')).toBeNull();
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  test('Escape closes the form, and an empty outline shows its message', async () => {
    const { user } = await opened({ items: [] });
    await user.click(button('Add Item'));
    expect(page.queryByText('No outline items yet')).toBeNull();
    await user.keyboard('{Escape}');
    expect(page.getByText('No outline items yet')).toBeDefined();
    expect(document.activeElement).toBe(button('Add Item'));
  });

  test('does not send a title of more than 300 characters, and shows the excess', async () => {
    const { user, writes } = await opened();
    await user.click(button('Add Item'));
    await user.click(field('Title'));
    await user.paste('a'.repeat(302));
    expect(page.getByRole('alert').textContent).toBe('Too long by 2 characters.');
    await user.click(button('Add'));
    expect(writes()).toEqual([]);
  });
});

describe('editing', () => {
  test('an item is edited in place: only what has changed is sent', async () => {
    const { user, writes, idOf } = await opened();
    await user.click(button('Edit Cabin 214'));
    await user.type(field('Content'), 'Her key opens it.');
    await user.click(button('Save'));
    // The field contained this text too, so wait for the card's button.
    const edit = await page.findByRole('button', { name: 'Edit Cabin 214' });
    expect(page.getByText('Her key opens it.')).toBeTruthy();
    expect(writes()).toEqual([
      ['PATCH', `/api/outlines/${idOf('Cabin 214')}`, { content: 'Her key opens it.' }],
    ]);
    await waitFor(() => expect(toastsSaid()).toEqual(['Outline item updated']));
    expect(document.activeElement).toBe(edit);
  });

  test("updates the project's date in the sidebar when an item is saved", async () => {
    const { user, client, project, code } = await opened();
    const { queryKey } = projectQuery(code);
    client.setQueryData(queryKey, { ...project, updatedAt: '2026-01-01T00:00:00.000Z' });
    await user.click(button('Edit Cabin 214'));
    await user.type(field('Content'), 'Her key opens it.');
    await user.click(button('Save'));
    await waitFor(() =>
      expect(Date.parse(client.getQueryData(queryKey)?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000),
    );
  });

  test('Ctrl+Enter saves, and sends nothing without a change', async () => {
    const { user, writes, idOf } = await opened();
    await user.click(button('Edit Departure'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(writes()).toEqual([]);
    await user.click(button('Edit Departure'));
    await user.clear(field('Title'));
    await user.type(field('Title'), 'Boarding{Meta>}{Enter}{/Meta}');
    await waitFor(() => expect(titles()[0]).toBe('Boarding'));
    expect(writes()).toEqual([['PATCH', `/api/outlines/${idOf('Departure')}`, { title: 'Boarding' }]]);
  });

  test('Escape and Cancel leave the item unchanged', async () => {
    const { user, writes } = await opened();
    await user.click(button('Edit Landfall'));
    await user.type(field('Title'), ' at dawn{Escape}');
    expect(titles()[2]).toBe('Landfall');
    await user.click(button('Edit Landfall'));
    expect((field('Title') as HTMLInputElement).value).toBe('Landfall');
    await user.click(button('Cancel'));
    expect(writes()).toEqual([]);
  });

  test('stays open on the keys that end a composition', async () => {
    const { user, writes } = await opened();
    await user.click(button('Edit Landfall'));
    await user.type(field('Title'), '船');
    fireEvent.keyDown(field('Title'), { key: 'Escape', keyCode: 229, isComposing: false });
    fireEvent.keyDown(field('Title'), { key: 'Enter', ctrlKey: true, keyCode: 229, isComposing: false });
    expect([(field('Title') as HTMLInputElement).value, writes()]).toEqual(['Landfall船', []]);
  });

  test('a save that fails keeps the text', async () => {
    const { user, network } = await opened();
    network.reject(updateOutline, 'internal');
    await user.click(button('Edit Landfall'));
    await user.type(field('Title'), ' at dawn{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(toastsSaid()).toEqual(['Error: Failed to update outline item. Please try again.']),
    );
    expect((field('Title') as HTMLInputElement).value).toBe('Landfall at dawn');
  });
});

test('restores an unsaved draft after the view was left', async () => {
  const { user, leave, comeBack } = await opened();
  await user.click(button('Edit Landfall'));
  await user.type(field('Title'), ' at dawn');
  leave();
  comeBack();
  await page.findByText('Departure');
  expect((field('Title') as HTMLInputElement).value).toBe('Landfall at dawn');
  await user.click(button('Save'));
  await waitFor(() => expect(titles()[2]).toBe('Landfall at dawn'));
  await user.click(button('Add Item'));
  await user.keyboard('The log');
  leave();
  comeBack();
  expect(((await page.findByRole('textbox', { name: 'Title' })) as HTMLInputElement).value).toBe('The log');
  await user.click(button('Cancel'));
  leave();
  comeBack();
  await page.findByText('Departure');
  expect(page.queryByRole('textbox')).toBeNull();
});

describe('deleting', () => {
  test('deletes the item after a confirmation, and focuses the next one', async () => {
    const { user, writes, items } = await opened();
    await user.click(button('Delete Cabin 214'));
    const dialog = page.getByRole('alertdialog', { name: 'Delete outline item' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete "Cabin 214"? This action cannot be undone.',
    );
    expect(writes()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toEqual(['Departure', 'Landfall']));
    await waitFor(async () =>
      expect((await items()).map(({ title }) => title)).toEqual(['Departure', 'Landfall']),
    );
    expect(toastsSaid()).toEqual(['Outline item deleted']);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Landfall'));
  });

  test('keeps an item that cannot be deleted', async () => {
    const { user, network } = await opened();
    network.reject(deleteOutline, 'internal');
    await user.click(button('Delete Landfall'));
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toastsSaid()).toEqual(['Error: Failed to delete outline item. Please try again.']),
    );
    expect(titles()).toHaveLength(3);
  });

  test('removes an item that someone else deleted', async () => {
    const { user, as, idOf } = await opened({ items: [{ title: 'The count' }] });
    await as('eddie').delete(`/api/outlines/${idOf('The count')}`);
    await user.click(button('Delete The count'));
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await page.findByText('No outline items yet');
    await waitFor(() => expect(document.activeElement).toBe(button('Add Item')));
  });
});

describe('ordering', () => {
  test('a drop sends all ids in order, shows a toast, and the order is stored', async () => {
    const { user, items, leave, comeBack } = await opened();
    button('Move Departure').focus();
    await user.keyboard(' {ArrowDown}{ArrowDown} ');
    await waitFor(() => expect(toastsSaid()).toEqual(['Outline reordered']));
    expect((await items()).map(({ title }) => title)).toEqual(['Cabin 214', 'Landfall', 'Departure']);
    leave();
    comeBack();
    await page.findByText('Departure');
    expect(titles()).toEqual(['Cabin 214', 'Landfall', 'Departure']);
  });

  test('undoes a drop with Ctrl+Z, and repeats it', async () => {
    const { user, items } = await opened();
    button('Move Departure').focus();
    await user.keyboard(' {ArrowDown} ');
    await waitFor(() => expect(toastsSaid()).toEqual(['Outline reordered']));
    await user.keyboard('{Control>}z{/Control}');
    await page.findByText('Undone: Move Departure');
    expect(titles()).toEqual(['Departure', 'Cabin 214', 'Landfall']);
    expect((await items()).map(({ title }) => title)).toEqual(['Departure', 'Cabin 214', 'Landfall']);
    await user.click(button('Redo: Move Departure'));
    await page.findByText('Redone: Move Departure');
    expect((await items()).map(({ title }) => title)).toEqual(['Cabin 214', 'Departure', 'Landfall']);
  });

  test('rejects and refetches when someone else has added or deleted', async () => {
    const { user, as, url, network } = await opened();
    await as('eddie').post(url, { title: 'Ashore' });
    button('Move Departure').focus();
    await user.keyboard(' {ArrowDown} ');
    await waitFor(() => expect(titles()).toEqual(['Departure', 'Cabin 214', 'Landfall', 'Ashore']));
    expect(toastsSaid()).toEqual(['Error: Failed to reorder the outline. Please try again.']);
    expect(network.callsOf(listOutlines)).toHaveLength(2);
  });

  test('ignores the first of two answers, which would restore an earlier order', async () => {
    const { user, network, items } = await opened();
    const release = network.hold(reorderOutlines);
    button('Move Departure').focus();
    await user.keyboard(' {ArrowDown} ');
    await waitFor(() => expect(network.callsOf(reorderOutlines)).toHaveLength(1));
    await user.keyboard(' {ArrowDown} ');
    await waitFor(() => expect(titles()).toEqual(['Cabin 214', 'Landfall', 'Departure']));
    release();
    await waitFor(() => expect(network.callsOf(reorderOutlines)).toHaveLength(2));
    expect(titles()).toEqual(['Cabin 214', 'Landfall', 'Departure']);
    await waitFor(async () =>
      expect((await items()).map(({ title }) => title)).toEqual(['Cabin 214', 'Landfall', 'Departure']),
    );
  });
});

test.each<Name>(['vic', 'cora'])('a member such as %s reads the outline and changes nothing', async (who) => {
  await opened({ user: who });
  expect(titles()).toHaveLength(3);
  expect(page.queryAllByRole('button')).toEqual([]);
});

test('offers a retry when the outline cannot be loaded', async () => {
  const browser = await atTheOutline();
  browser.network.reject(listOutlines, 'internal', undefined, 1);
  const { user } = openOutline(browser);
  expect(page.getByRole('status', { name: 'Loading the outline' })).toBeDefined();
  expect((await page.findByRole('alert')).textContent).toContain('The outline could not be loaded.');
  await user.click(button('Try again'));
  await page.findByText('Departure');
});

test('shows the beginning of long content, and all of it on demand', async () => {
  screen.widthPx = 390;
  const { user } = await opened({
    items: [{ title: 'The count', content: 'Everyone counts. '.repeat(100) }],
  });
  const more = button('Show all');
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await user.click(more);
  expect(button('Show less').getAttribute('aria-expanded')).toBe('true');
});
