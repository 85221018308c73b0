import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { updateScene } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { actRow, sequenceRow } from '#test/storyRows.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import { atTheScenes, headings, openScenes, openToasts } from './testing.tsx';

freshBrowser();

const field = (label: string) => page.getByLabelText<HTMLInputElement>(label);

type Server = Awaited<ReturnType<typeof atTheScenes>>;

async function openNew() {
  const server = await atTheScenes({ scenes: [deckRow(1), deckRow(2, { actNumber: 2 })] });
  const opened = await openScenes(server);
  await opened.user.click(await page.findByRole('button', { name: 'New Scene' }));
  return { ...opened, server, dialog: await page.findByRole('dialog', { name: 'New scene' }) };
}

async function openEdit(server: Server, heading: string) {
  const opened = await openScenes(server);
  await opened.user.click(await page.findByRole('button', { name: heading }));
  return { ...opened, server, dialog: await page.findByRole('dialog', { name: 'Edit scene' }) };
}

const rejectedField = (fields: Record<string, string>) =>
  Response.json({ code: 'invalid', message: 'Some fields are not valid.', fields }, { status: 400 });

test('a new scene gets the number after the highest, and its heading is capitalised while typing', async () => {
  const { user, server } = await openNew();
  expect(field('Scene number').value).toBe('3');
  await user.type(field('Heading'), 'int. car deck - night');
  expect(field('Heading').value).toBe('INT. CAR DECK - NIGHT');
  await user.click(page.getByRole('button', { name: 'Create scene' }));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  expect((await server.stored()).at(-1)).toMatchObject({
    sceneNumber: 3,
    actNumber: 2,
    heading: 'INT. CAR DECK - NIGHT',
    pageNumber: null,
    sequenceId: null,
    notes: null,
  });
  await waitFor(() => expect(headings()).toContain('INT. CAR DECK - NIGHT'));
  expect(openToasts()).toEqual([]);
});

test('scrolls a created scene into view', async () => {
  const seen: (string | undefined)[] = [];
  const scrollIntoView = vi.fn(function (this: HTMLElement) {
    seen.push(this.dataset.scene);
  });
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scrollIntoView, configurable: true });
  const { user, server } = await openNew();
  await user.type(field('Heading'), 'INT. CAR DECK');
  await user.click(page.getByRole('button', { name: 'Create scene' }));
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toEqual([String((await server.stored()).at(-1)?.id)]);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('keeps the caret when text is typed in the middle of a heading', async () => {
  const { user } = await openNew();
  await user.type(field('Heading'), 'INT. DECK');
  await user.type(field('Heading'), 'car ', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(field('Heading').value).toBe('INT. CAR DECK');
});

test('shows missing and invalid numbers at their fields, and sends nothing', async () => {
  const { user, server } = await openNew();
  await user.clear(field('Scene number'));
  await user.type(field('Page (optional)'), '0');
  await user.click(page.getByRole('button', { name: 'Create scene' }));
  const noteOf = (label: string) => {
    const id = field(label).getAttribute('aria-describedby') ?? '';
    return document.getElementById(id)?.textContent;
  };
  expect(noteOf('Scene number')).toBe('Scene number is required');
  expect(noteOf('Heading')).toBe('Heading is required');
  expect(noteOf('Page (optional)')).toBe('Must be a whole number, 1 or more');
  expect(document.activeElement).toBe(field('Scene number'));
  await user.type(field('Scene number'), '2');
  await waitFor(() => expect(page.queryByText('Scene number is required')).toBeNull());
  expect(server.changes()).toEqual([]);
});

test('offers the sequences of the chosen act, and sends null for No sequence', async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1, { sequenceId: 7 })],
    acts: [actRow(1, { title: 'Departure' })],
    sequences: [sequenceRow(7, 1, { name: 'Boarding' }), sequenceRow(8, 2, { name: 'The count' })],
  });
  const { user } = await openEdit(server, 'INT. DECK 1 - NIGHT');
  const options = (label: string) =>
    within(field(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(options('Act')).toEqual(['Act 1: Departure']);
  expect(options('Sequence')).toEqual(['No sequence', 'Boarding']);
  expect(field('Sequence').value).toBe(String(server.sequence(7)));
  await user.selectOptions(field('Sequence'), 'No sequence');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ sequenceId: null }));
});

test("clears the sequence for another act, and offers that act's sequences", async () => {
  const server = await atTheScenes({
    scenes: [deckRow(1, { sequenceId: 7 })],
    sequences: [sequenceRow(7, 1), sequenceRow(8, 2, { name: 'The count' })],
  });
  const { user } = await openEdit(server, 'INT. DECK 1 - NIGHT');
  await user.selectOptions(field('Act'), 'Act 2');
  expect(field('Sequence').value).toBe('');
  await user.selectOptions(field('Sequence'), 'The count');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.changes().at(-1)?.body).toEqual({ actNumber: 2, sequenceId: server.sequence(8) }),
  );
});

test('sends only changed fields, and null for an emptied page', async () => {
  const server = await atTheScenes({ scenes: [deckRow(1, { pageNumber: 9 }), deckRow(2)] });
  const { user } = await openEdit(server, 'INT. DECK 1 - NIGHT');
  await user.clear(field('Page (optional)'));
  await user.clear(field('Scene number'));
  await user.type(field('Scene number'), '2');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.changes().at(-1)?.body).toEqual({ sceneNumber: 2, pageNumber: null }));
  await waitFor(() => expect(headings()).toEqual(['INT. DECK 2 - NIGHT', 'INT. DECK 1 - NIGHT']));
});

test('focuses a scene that was saved into another act', async () => {
  const { user } = await openEdit(await atTheScenes(), 'INT. DECK 1 - NIGHT');
  await user.selectOptions(page.getByRole('combobox', { name: 'Act' }), '2');
  await user.click(page.getByRole('button', { name: 'Save' }));
  const act = within(await page.findByRole('region', { name: 'Act 2' }));
  const scene = await act.findByText('INT. DECK 1 - NIGHT');
  await waitFor(() => expect(scene.closest('li')?.contains(document.activeElement)).toBe(true));
});

test("shows the server's error at its field until the field is changed", async () => {
  const server = await atTheScenes();
  server.network.interrupt(updateScene, () => rejectedField({ heading: 'Must be one line' }));
  const { user } = await openEdit(server, 'INT. DECK 1 - NIGHT');
  await user.type(field('Heading'), ' b');
  await user.click(page.getByRole('button', { name: 'Save' }));
  expect(await page.findByText('Must be one line')).toBeTruthy();
  expect(field('Heading').getAttribute('aria-invalid')).toBe('true');
  expect(page.queryByText('Some fields are not valid.')).toBeNull();
  await user.type(field('Heading'), 'c');
  await waitFor(() => expect(page.queryByText('Must be one line')).toBeNull());
  expect([openToasts(), logged()]).toEqual([[], ['Failed to save scene']]);
});

test('keeps the dialog with the typed values and shows an error when saving fails', async () => {
  const server = await atTheScenes();
  server.network.reject(updateScene, 'internal', 'Something went wrong. Please try again.');
  const { user } = await openEdit(server, 'INT. DECK 1 - NIGHT');
  await user.type(field('Notes'), 'Cold');
  await user.click(page.getByRole('button', { name: 'Save' }));
  expect((await page.findByRole('alert')).textContent).toBe('Something went wrong. Please try again.');
  expect(field('Notes').value).toBe('Cold');
  expect([openToasts(), logged()]).toEqual([[], ['Failed to save scene']]);
});

test('asks before closing with unsaved changes only', async () => {
  const { user } = await openNew();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
  await user.click(page.getByRole('button', { name: 'New Scene' }));
  await user.type(field('Notes'), 'Cold');
  await user.keyboard('{Escape}');
  const question = await page.findByRole('alertdialog', { name: 'Discard changes' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(field('Notes').value).toBe('Cold');
  await user.keyboard('{Escape}');
  await user.click(await page.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
});
