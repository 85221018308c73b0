import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#web/lib/queryClient.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { closeScript } from '../testing/openScript.tsx';
import { aStoredScript, type StoredScript } from '../testing/storedScript.ts';
import { EditingProblems } from './EditingProblems.tsx';

beforeEach(() => {
  localStorage.clear();
});
afterEach(closeScript);

const texts = ['INT. CAR DECK - NIGHT', 'A bell.', 'A horn.', 'A kettle.'];

function Problems({ changes }: { changes: ScriptSync }) {
  const state = useSyncExternalStore(changes.watch, () => changes.outbox.state);
  return <EditingProblems changes={changes} state={state} onGo={() => {}} />;
}

/** Replace three texts in one change; `conflict` makes the second fail. */
async function replaceAll(conflict: (server: StoredScript) => Promise<unknown>) {
  const server = await aStoredScript(
    texts.map((content, index) => ({ elementType: index === 0 ? 'scene_heading' : 'action', content })),
  );
  const client = createQueryClient();
  await client.fetchQuery(elementsQuery(server.project.id));
  const changes = new ScriptSync(client, server.project.id, 'eddie');
  render(<Problems changes={changes} />);
  await conflict(server);
  const edits = [2, 3, 4].map(
    (place): QueuedEdit => ({
      type: 'update',
      id: server.id(place),
      fields: { content: `New ${place}.` },
      base: 1,
    }),
  );
  changes.run(edits, 'Replace all');
  await screen.findByRole('alertdialog');
  return { server, changes, user: userEvent.setup() };
}

const deleteElement = (server: StoredScript) => server.remove(3);

test.for([
  ['Use their text', ['New 2.', 'Two horns.', 'New 4.']],
  ['Keep my text', ['New 2.', 'New 3.', 'New 4.']],
] as const)('"%s" applies to one of several texts, and the others are stored', async ([choice, after]) => {
  const { server, changes, user } = await replaceAll((each) => each.change(3, 'Two horns.'));
  await user.click(screen.getByRole('button', { name: choice }));
  await waitFor(() => expect(server.elements.slice(1).map(({ content }) => content)).toEqual(after));
  await waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  expect(
    changes
      .elements()
      .slice(1)
      .map(({ content }) => content),
  ).toEqual(after);
});

test('"Keep both" keeps the other text, and inserts the unsent text after it', async () => {
  const { server, changes, user } = await replaceAll((each) => each.change(3, 'Two horns.'));
  await user.click(screen.getByRole('button', { name: 'Keep both' }));
  const both = ['New 2.', 'Two horns.', 'New 3.', 'New 4.'];
  await waitFor(() => expect(server.elements.slice(1).map(({ content }) => content)).toEqual(both));
  expect(changes.elements().map(({ content }) => content)).toEqual([texts[0], ...both]);
});

test('marks the words in which two texts differ in both', async () => {
  await replaceAll((each) => each.change(3, 'Two New horns.'));
  const dialog = screen.getByRole('alertdialog');
  const marked = (tag: string) =>
    [...dialog.querySelectorAll(tag)].map(({ textContent }) => textContent.trim());
  const shown = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(shown).toEqual(['New 3.', 'Two New horns.']);
  expect([marked('ins'), marked('del')]).toEqual([['3'], ['Two', 'horns']]);
});

test.for([
  ['Put it back', ['New 2.', 'New 3.', 'New 4.']],
  ['Discard my text', ['New 2.', 'New 4.']],
] as const)(
  '"%s" applies to the deleted element, and the other texts are stored',
  async ([choice, after]) => {
    const { server, changes, user } = await replaceAll(deleteElement);
    expect(screen.getByRole('alertdialog').textContent).toContain('New 3.');
    await user.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(server.elements.slice(1).map(({ content }) => content)).toEqual(after));
    await waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
    expect(
      changes
        .elements()
        .slice(1)
        .map(({ content }) => content),
    ).toEqual(after);
  },
);

test('reverts the decision by undo', async () => {
  const { server, changes, user } = await replaceAll(deleteElement);
  await user.click(screen.getByRole('button', { name: 'Put it back' }));
  await waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  changes.undo();
  await waitFor(() => expect(changes.outbox.state.status).toBe('saved'));
  expect(server.elements.map(({ content }) => content)).toEqual([texts[0], 'A bell.', 'A kettle.']);
});
