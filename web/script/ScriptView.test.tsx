import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Name } from '#test/world.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  live,
  openScript as open,
  renderScript,
  scene,
  write,
} from './testing/openScript.tsx';
import type { StoredScript } from './testing/storedScript.ts';

afterEach(closeScript);

/** Wait until the server has stored the text. */
const stored = (server: StoredScript, content: string) =>
  waitFor(() => expect(server.elements.map((each) => each.content)).toContain(content));

test('Enter on the focused element edits it, and the field is named after the type', async () => {
  await open();
  const opened = edit('Mara takes the last ladder sideways.');
  expect(opened.getAttribute('aria-label')).toBe('Action');
  expect(opened.textContent).toBe('Mara takes the last ladder sideways.');
});

test('Enter saves the text with the version it is based on', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Mara takes the ladder.');
  fireEvent.keyDown(opened, { key: 'Enter' });
  expect(isShown('Mara takes the ladder.')).toBe(true);
  await stored(server, 'Mara takes the ladder.');
  expect(server.sent).toEqual([
    {
      method: 'PATCH',
      path: `/api/script-elements/${server.id(2)}`,
      body: { content: 'Mara takes the ladder.', baseVersion: 1 },
    },
  ]);
});

test('leaves Shift+Enter to the browser, which adds a line', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  expect(fireEvent.keyDown(opened, { key: 'Enter', shiftKey: true })).toBe(true);
  expect(server.sent).toEqual([]);
  expect(live()).toBe(opened);
});

test('the check button saves the text, and is disabled while it is blank', async () => {
  const { server, user } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  const save = screen.getByRole('button', { name: 'Save' });
  write(opened, '   ');
  expect(save).toHaveProperty('disabled', true);
  write(opened, 'Nobody moves.');
  await user.click(save);
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent[0]?.body).toEqual({ content: 'Nobody moves.', baseVersion: 1 });
});

test('Escape restores the text and sends nothing', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Nobody moves.');
  fireEvent.keyDown(opened, { key: 'Escape' });
  expect(live()).toBeNull();
  expect(isShown('Mara takes the last ladder sideways.')).toBe(true);
  expect(server.sent).toEqual([]);
});

test('a blank text is not saved: the edit only closes', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, ' \n ');
  fireEvent.keyDown(opened, { key: 'Enter' });
  await waitFor(() => expect(live()).toBeNull());
  expect(isShown('Mara takes the last ladder sideways.')).toBe(true);
  expect(server.sent).toEqual([]);
});

test('Tab goes through the six types, and the type is saved with the text', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  const seen: (string | null)[] = [];
  for (let step = 0; step < 6; step++) {
    fireEvent.keyDown(opened, { key: 'Tab' });
    seen.push(opened.getAttribute('aria-label'));
  }
  const types = ['Character', 'Dialogue', 'Parenthetical', 'Transition', 'Scene Heading', 'Action'];
  expect(seen).toEqual(types);
  for (let step = 0; step < 6; step++) {
    fireEvent.keyDown(opened, { key: 'Tab', shiftKey: true });
    seen.unshift(opened.getAttribute('aria-label'));
  }
  expect(seen.slice(0, 6)).toEqual(['Action', ...types.slice(0, 5)]);
  fireEvent.keyDown(opened, { key: 'Tab', shiftKey: true });
  fireEvent.keyDown(opened, { key: 'Enter' });
  await stored(server, 'MARA TAKES THE LAST LADDER SIDEWAYS.');
  expect(server.sent[0]?.body).toEqual({
    elementType: 'scene_heading',
    content: 'Mara takes the last ladder sideways.',
    baseVersion: 1,
  });
  expect(server.scenes.map(({ heading }) => heading)).toHaveLength(2);
});

test('sends dialogue with its speaker, in capitals', async () => {
  const { server } = await open();
  const opened = edit('Two hundred and thirteen. Twice.');
  write(opened, 'Twice.');
  fireEvent.keyDown(opened, { key: 'Enter' });
  await stored(server, 'Twice.');
  expect(server.sent[0]?.body).toEqual({
    content: 'Twice.',
    characterName: 'MARA',
    parenthetical: null,
    baseVersion: 1,
  });
});

test('sends a speaker in capitals that was imported in lower case', async () => {
  const { server } = await open();
  await server.setColumns({ characterName: 'Mara Rehn' });
  cleanup();
  renderScript(server);
  await screen.findByLabelText('Page 1');
  const opened = edit('Two hundred and thirteen. Twice.');
  write(opened, 'Once.');
  fireEvent.keyDown(opened, { key: 'Enter' });
  await stored(server, 'Once.');
  expect(server.sent[0]?.body).toMatchObject({ characterName: 'MARA REHN' });
});

test.for([
  ['INT. CAR DECK - NIGHT', 'int. bridge - dawn', true],
  ['MARA', 'tobias', true],
  ['Two hundred and thirteen. Twice.', 'Once.', false],
] as const)('whether "%s" is in capitals while it is edited', async ([text, next, isUpper]) => {
  const { server } = await open();
  const opened = edit(text);
  write(opened, next);
  expect(opened.style.textTransform).toBe(isUpper ? 'uppercase' : 'none');
  const expected = isUpper ? next.toUpperCase() : next;
  expect(isShown(expected)).toBe(true);
  fireEvent.keyDown(opened, { key: 'Enter' });
  await stored(server, expected);
});

test('a new heading text changes the scene in the bar', async () => {
  await open();
  const opened = edit('INT. CAR DECK - NIGHT');
  write(opened, 'int. bridge - dawn');
  fireEvent.keyDown(opened, { key: 'Enter' });
  const bar = screen.getByRole('button', { name: /^Go to a scene/ });
  await waitFor(() => expect(bar.textContent).toContain('INT. BRIDGE - DAWN'));
});

const action = 'Mara takes the last ladder sideways.';
const rejected = { status: 422, body: { code: 'invalid', message: 'Too much text' } };

/** Replace the text of the action and store it; no line is open afterwards. */
function storeAction(text: string): void {
  const opened = edit(action);
  write(opened, text);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('a rejected text stays on the page, and can be retried', async () => {
  const { server, user } = await open();
  server.rejectNext(rejected.status, rejected.body);
  storeAction('Nobody moves.');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Too much text');
  expect(isShown('Nobody moves.')).toBe(true);
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await stored(server, 'Nobody moves.');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a rejected text can be copied and discarded', async () => {
  const { server, user } = await open();
  server.rejectNext(rejected.status, rejected.body);
  storeAction('Nobody moves.');
  await user.click(await screen.findByRole('button', { name: 'Copy my text' }));
  expect(await navigator.clipboard.readText()).toBe('Nobody moves.');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(isShown(action)).toBe(true);
  expect(server.sent).toHaveLength(1);
});

test('stores the text of a line after a rejected one when that one is discarded', async () => {
  const { server, user } = await open();
  server.rejectNext(rejected.status, rejected.body);
  const opened = edit(action);
  fireEvent.keyDown(opened, { key: 'Enter' });
  for (const text of ['A bell.', 'A horn.']) {
    const next = live();
    if (!next) throw new Error('No new line');
    write(next, text);
    fireEvent.keyDown(next, { key: 'Enter' });
  }
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await stored(server, 'A horn.');
  expect(server.elements.map(({ content }) => content).slice(1, 3)).toEqual([action, 'A horn.']);
  expect(isShown('A bell.')).toBe(false);
});

test('a conflict shows both texts; keeping mine saves over the newer version', async () => {
  const { server, user } = await open();
  await server.change(2, 'Mara takes their ladder.');
  storeAction('Mara takes my ladder.');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Mara takes my ladder.');
  expect(dialog.textContent).toContain('Mara takes their ladder.');
  expect(isShown('Mara takes my ladder.')).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Keep my text' }));
  await stored(server, 'Mara takes my ladder.');
  expect(server.sent.at(-1)?.body).toEqual({ content: 'Mara takes my ladder.', baseVersion: 2 });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test("restores the other text when the decision for the user's text is undone", async () => {
  const { server, user } = await open();
  await server.change(2, 'Mara takes their ladder.');
  storeAction('Mara takes my ladder.');
  await user.click(await screen.findByRole('button', { name: 'Keep my text' }));
  await stored(server, 'Mara takes my ladder.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await stored(server, 'Mara takes their ladder.');
});

test('the other text can be chosen after a conflict', async () => {
  const { server, user } = await open();
  await server.change(2, 'Mara takes their ladder.');
  storeAction('Mara takes my ladder.');
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Use their text' }));
  expect(isShown('Mara takes their ladder.')).toBe(true);
  expect(server.sent).toHaveLength(1);
});

test('restores a text at its position if its element was deleted in between', async () => {
  const { server, user } = await open();
  await server.remove(2);
  storeAction('Nobody moves.');
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Put it back' }));
  await stored(server, 'Nobody moves.');
  expect(server.sent.at(-1)?.body).toMatchObject({
    content: 'Nobody moves.',
    elementType: 'action',
    afterId: server.id(1),
  });
  expect(server.elements.map(({ content }) => content)[1]).toBe('Nobody moves.');
});

test('discards a text together with its deleted element', async () => {
  const { server, user } = await open();
  await server.remove(2);
  storeAction('Nobody moves.');
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Discard my text' }));
  expect(isShown('Nobody moves.')).toBe(false);
  expect(isShown(action)).toBe(false);
});

test('the delete dialog has the documented text, and Cancel sends nothing', async () => {
  const { server, user } = await open();
  edit('INT. CAR DECK - NIGHT');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Scene Heading' });
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete "Scene Heading: INT. CAR DECK - NIGHT"? This action cannot be undone.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(server.sent).toEqual([]);
});

test('Delete removes the element, and focuses the element in its place', async () => {
  const { server, user } = await open();
  act(() => elementOf('Mara takes the last ladder sideways.').focus());
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Action' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('MARA'));
  expect(server.sent).toMatchObject([{ method: 'DELETE', path: `/api/script-elements/${server.id(2)}` }]);
  expect(isShown('Mara takes the last ladder sideways.')).toBe(false);
});

test('an element whose deletion is rejected is shown again when the deletion is discarded', async () => {
  const { server, user } = await open();
  act(() => elementOf('Mara takes the last ladder sideways.').focus());
  server.rejectNext(403, { message: 'You can only read this' });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toContain('You can only read this');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(isShown('Mara takes the last ladder sideways.')).toBe(true);
});

test('focuses the new last element after the last one is deleted', async () => {
  const { user } = await open();
  act(() => elementOf('Two hundred and thirteen. Twice.').focus());
  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Dialogue' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('MARA'));
});

test.for(['Delete', 'Backspace'])('%s on the focused element opens the delete dialog', async (key) => {
  await open();
  act(() => elementOf('MARA').focus());
  fireEvent.keyDown(elementOf('MARA'), { key });
  expect(await screen.findByRole('alertdialog', { name: 'Delete Character' })).toBeTruthy();
});

test('the delete dialog quotes 100 characters at most', async () => {
  const { user } = await open([...scene, ['action', 'x'.repeat(150)]]);
  act(() => elementOf('Two hundred and thirteen. Twice.').focus());
  await user.keyboard('{ArrowDown}{Delete}');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(`"Action: ${'x'.repeat(100)}"`);
});

test('the arrow keys go from element to element and stop at the ends', async () => {
  const { user } = await open();
  act(() => elementOf('INT. CAR DECK - NIGHT').focus());
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('MARA');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Two hundred and thirteen. Twice.');
});

function tryToWrite(): void {
  const element = elementOf('MARA');
  act(() => element.focus());
  for (const key of ['Enter', 'Delete', 'Backspace']) fireEvent.keyDown(element, { key });
  fireEvent.keyDown(element, { key: 'Enter', shiftKey: true });
  fireEvent.click(element);
}

test.for<Name>(['vic', 'cora'])('a member such as %s reads, and sees nothing to write with', async (who) => {
  await open(scene, { user: who });
  tryToWrite();
  expect(live()).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  for (const name of ['Add Element', 'Insert an element below', 'Edit', 'Delete', 'Save'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test.for([
  ['cora', true],
  ['vic', false],
] as const)('whether a member such as %s can comment on an element: %s', async ([who, can]) => {
  await open(scene, { user: who });
  tryToWrite();
  expect(screen.queryByRole('button', { name: 'Add comment' }) !== null).toBe(can);
});
