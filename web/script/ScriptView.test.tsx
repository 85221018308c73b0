import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { edit, elementOf, isShown, live, openScript as open, scene, write } from './testing/openScript.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent).toEqual([
    {
      method: 'PATCH',
      path: '/api/script-elements/2',
      body: { content: 'Mara takes the ladder.', baseVersion: 1 },
    },
  ]);
  expect(isShown('Mara takes the ladder.')).toBe(true);
});

test('Shift+Enter is left to the browser, which adds a line', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  expect(fireEvent.keyDown(opened, { key: 'Enter', shiftKey: true })).toBe(true);
  expect(server.sent).toEqual([]);
  expect(live()).toBe(opened);
});

test('the check button saves, and only a text that is not blank', async () => {
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

test('Escape brings the text back and sends nothing', async () => {
  const { server } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Nobody moves.');
  fireEvent.keyDown(opened, { key: 'Escape' });
  expect(live()).toBeNull();
  expect(isShown('Mara takes the last ladder sideways.')).toBe(true);
  expect(server.sent).toEqual([]);
});

test('saving a blank text only closes', async () => {
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
  expect(seen).toEqual(['Character', 'Dialogue', 'Parenthetical', 'Transition', 'Scene Heading', 'Action']);
  fireEvent.keyDown(opened, { key: 'Tab', shiftKey: true });
  fireEvent.keyDown(opened, { key: 'Enter' });
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent[0]?.body).toEqual({
    elementType: 'scene_heading',
    content: 'MARA TAKES THE LAST LADDER SIDEWAYS.',
    baseVersion: 1,
  });
  expect(server.scenes.map(({ heading }) => heading)).toHaveLength(2);
});

test('dialogue alone is sent with its speaker, in capitals', async () => {
  const { server } = await open();
  const opened = edit('Two hundred and thirteen. Twice.');
  write(opened, 'Twice.');
  fireEvent.keyDown(opened, { key: 'Enter' });
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent[0]?.body).toEqual({
    content: 'Twice.',
    characterName: 'MARA',
    parenthetical: null,
    baseVersion: 1,
  });
});

test('a new heading text changes the scene in the bar', async () => {
  await open();
  const opened = edit('INT. CAR DECK - NIGHT');
  write(opened, 'int. bridge - dawn');
  fireEvent.keyDown(opened, { key: 'Enter' });
  await waitFor(() => expect(live()).toBeNull());
  const bar = screen.getByRole('button', { name: /^Go to a scene/ });
  expect(bar.textContent).toContain('INT. BRIDGE - DAWN');
});

test('a failed save keeps the text in the field and can be tried again', async () => {
  const { server, user } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Nobody moves.');
  server.refuseNext = { status: 500, body: { code: 'internal', message: 'Something went wrong' } };
  fireEvent.keyDown(opened, { key: 'Enter' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something went wrong');
  expect(live()?.textContent).toBe('Nobody moves.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(live()).toBeNull());
  expect(server.elements[1]?.content).toBe('Nobody moves.');
});

test('a conflict shows both texts; keeping mine saves over the newer version', async () => {
  const { server, user } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Mara takes my ladder.');
  const [, element] = server.elements;
  if (!element) throw new Error('No element');
  Object.assign(element, { content: 'Mara takes their ladder.', version: 7 });
  server.refuseNext = {
    status: 409,
    body: {
      code: 'conflict',
      message: 'Changed meanwhile',
      current: { ...element },
      base: { content: 'Mara takes the last ladder sideways.' },
      yours: { content: 'Mara takes my ladder.' },
    },
  };
  fireEvent.keyDown(opened, { key: 'Enter' });
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Mara takes my ladder.');
  expect(dialog.textContent).toContain('Mara takes their ladder.');
  expect(live()?.textContent).toBe('Mara takes my ladder.');
  await user.click(within(dialog).getByRole('button', { name: 'Keep my text' }));
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent.at(-1)?.body).toEqual({ content: 'Mara takes my ladder.', baseVersion: 7 });
});

test('a text whose element was deleted meanwhile comes back in the same place', async () => {
  const { server, user } = await open();
  const opened = edit('Mara takes the last ladder sideways.');
  write(opened, 'Nobody moves.');
  server.elements.splice(1, 1);
  fireEvent.keyDown(opened, { key: 'Enter' });
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Put it back' }));
  await waitFor(() => expect(live()).toBeNull());
  expect(server.sent.at(-1)?.body).toMatchObject({
    content: 'Nobody moves.',
    elementType: 'action',
    afterId: 1,
  });
  expect(server.elements.map(({ content }) => content)[1]).toBe('Nobody moves.');
});

test('the delete dialog has the documented words; Cancel sends nothing', async () => {
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

test('Delete removes the element, and the focus is on what stands in its place', async () => {
  const { server, user } = await open();
  act(() => elementOf('Mara takes the last ladder sideways.').focus());
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Action' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('MARA'));
  expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/script-elements/2' }]);
  expect(isShown('Mara takes the last ladder sideways.')).toBe(false);
});

test('an element whose delete is refused is back', async () => {
  const { server, user } = await open();
  act(() => elementOf('Mara takes the last ladder sideways.').focus());
  server.refuseNext = { status: 500, body: { message: 'Something went wrong' } };
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  expect(isShown('Mara takes the last ladder sideways.')).toBe(true);
});

test('the arrow keys go from element to element and stop at the ends', async () => {
  const { user } = await open();
  act(() => elementOf('INT. CAR DECK - NIGHT').focus());
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('MARA');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Two hundred and thirteen. Twice.');
});

test.for(['viewer', 'commenter'] as const)('a %s reads, and sees nothing to write with', async (role) => {
  await open(scene, { role });
  const element = elementOf('MARA');
  act(() => element.focus());
  fireEvent.keyDown(element, { key: 'Enter' });
  fireEvent.click(element);
  expect(live()).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Element' })).toBeNull();
});
