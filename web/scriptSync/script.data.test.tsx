import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { ElementType } from '#screenplay/element.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { closeScript, edit, elementOf, isShown, openScript, write } from '#web/script/testing/openScript.tsx';

afterEach(closeScript);

const withOpening: [ElementType, string][] = [
  ['action', 'A horn in the fog.'],
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['action', 'Nobody moves.'],
];

async function remove(text: string, user: ReturnType<typeof userEvent.setup>) {
  act(() => elementOf(text).focus());
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
}

test('numbers the first heading 1 when the opening is deleted', async () => {
  const { user } = await openScript(withOpening);
  await remove('A horn in the fog.', user);
  const bar = screen.getByRole('button', { name: /^Go to a scene/ });
  await waitFor(() => expect(bar.textContent).toContain('1INT. CAR DECK - NIGHT'));
  await user.click(bar);
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
});

test('loads no scenes when text below a heading is deleted', async () => {
  const { server, client, user } = await openScript(withOpening);
  const updatedAt = () => client.getQueryState(['projects', server.project.id, 'scenes'])?.dataUpdateCount;
  const before = updatedAt();
  await remove('Nobody moves.', user);
  await waitFor(() => expect(server.elements).toHaveLength(2));
  await waitFor(() => expect(isShown('Nobody moves.')).toBe(false));
  expect(updatedAt()).toBe(before);
});

test('assigns text to the scene before when a heading is deleted, before anything else is sent', async () => {
  const { server, client, user } = await openScript([...withOpening, ['action', 'A kettle.']]);
  const [opening] = server.scenes;
  await remove('INT. CAR DECK - NIGHT', user);
  await waitFor(() => expect(server.elements).toHaveLength(3));
  await waitFor(() =>
    expect(client.getQueryData(['projects', server.project.id, 'scenes'])).toEqual(server.scenes),
  );
  expect(server.elements.map(({ sceneId }) => sceneId)).toEqual(Array(3).fill(opening?.id));
  await waitFor(() =>
    expect(client.getQueryData(['projects', server.project.id, 'elements'])).toEqual(server.elements),
  );
});

test('updates the date of the project after an edit, an insert and a delete', async () => {
  const { server, client, user } = await openScript();
  const { queryKey } = projectQuery(encodeProjectId(server.project.id));
  const anHourAgo = { ...server.project, updatedAt: new Date(Date.now() - 3_600_000).toISOString() };
  const isNew = () => client.getQueryData(queryKey)?.updatedAt !== anHourAgo.updatedAt;
  const rewrite = async (text: string, next: string) => {
    write(edit(text), next);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.elements[1]?.content).toBe(next));
  };
  const edits = {
    change: () => rewrite('Mara takes the last ladder sideways.', 'Nobody moves.'),
    add: async () => {
      const area = within(screen.getByRole('region', { name: 'Add an element' }));
      await user.type(area.getByRole('textbox'), 'A bell.{Enter}');
      await waitFor(() => expect(server.elements).toHaveLength(5));
    },
    remove: () => remove('MARA', user),
  };
  for (const [name, make] of Object.entries(edits)) {
    client.setQueryData(queryKey, anHourAgo);
    await make();
    await waitFor(() => expect(isNew(), name).toBe(true));
  }
  // Not every line changes the project, which would render every view of it again.
  const project = client.getQueryData(queryKey);
  await rewrite('Nobody moves.', 'Nobody laughs.');
  expect(client.getQueryData(queryKey)).toBe(project);
});

test('keeps the date of the project after a rejected edit', async () => {
  const { server, client } = await openScript();
  const { queryKey } = projectQuery(encodeProjectId(server.project.id));
  client.setQueryData(queryKey, server.project);
  server.rejectNext(422, { message: 'Too much text' });
  const field = edit('Mara takes the last ladder sideways.');
  write(field, 'Nobody moves.');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('alert');
  expect(client.getQueryData(queryKey)).toEqual(server.project);
});

test('shows and opens a parenthetical that is stored without parentheses with them', async () => {
  const { server, client } = await openScript([
    ['character', 'MARA'],
    ['parenthetical', '(quietly)'],
  ]);
  await server.setColumns({ content: 'quietly' }, 2);
  await act(() => client.refetchQueries());
  expect(edit('(quietly)').textContent).toBe('(quietly)');
});
