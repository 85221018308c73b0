import { fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Character } from '#shared/contract/characters.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import type { Command } from '../state/command.ts';
import { Palette } from './Palette.tsx';

freshBrowser();

const aScene = (id: number, heading: string) => ({ id, sceneNumber: id, heading }) as Scene;
const scenes = [
  aScene(1, 'EXT. HARBOUR - NIGHT'),
  aScene(2, 'INT. CAR DECK - LATER'),
  ...Array.from({ length: 60 }, (_, index) => aScene(index + 3, `INT. CABIN ${index + 300} - DAY`)),
];
const sceneNumbers = new Map(scenes.map(({ id }) => [id, id === 2 ? '1A' : `${id}`]));
const characters = ['MARA', 'TOBIAS'].map(
  (name, index) => ({ id: index + 1, name, role: null }) as Character,
);
const done = vi.fn();

const commands: Command[] = [
  { id: 'find', label: 'Find', keys: ['Mod', 'F'], group: 'Search', run: () => done('find') },
  { id: 'replace', label: 'Find and replace', group: 'Search', run: () => done('replace') },
  { id: 'bold', label: 'Bold', group: 'Format', run: () => done('bold') },
  { id: 'undo', label: 'Undo', group: 'Edit', isEnabled: false, run: () => done('undo') },
];

function Screen() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Palette
          commands={commands}
          scenes={scenes}
          sceneNumbers={sceneNumbers}
          characters={characters}
          detailOf={(id) => (id === 2 ? 'p. 17, 1 7/8' : null)}
          views={[{ label: 'Script Editor', href: '/projects/P1/script' }]}
          onScene={(scene) => done('scene', scene.id, document.activeElement?.textContent)}
          onCharacter={(character) => done('character', character.name)}
          onView={(href) => done('view', href)}
          pages={{
            numberOf: (label) => (Number(label) <= 113 ? Number(label) : 0),
            onPage: (number) => done('page', number),
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

async function open() {
  const user = userEvent.setup();
  render(<Screen />);
  await user.click(page.getByRole('button', { name: 'Open' }));
  return user;
}

const input = () => page.getByRole('combobox');
const options = () => page.queryAllByRole('option');
const names = () => options().map((option) => option.textContent);
function active(): string | null | undefined {
  const selected = options().filter((option) => option.getAttribute('aria-selected') === 'true');
  expect(selected.map(({ id }) => id)).toEqual([input().getAttribute('aria-activedescendant')]);
  return selected[0]?.textContent;
}
const closed = () => waitFor(() => expect(page.queryByRole('dialog')).toBeNull());

beforeEach(() => {
  done.mockClear();
});

test('opens with the focus in the query, and lists every available command', async () => {
  await open();
  await waitFor(() => expect(document.activeElement).toBe(input()));
  expect(page.getByRole('dialog', { name: 'Command palette' })).toBeTruthy();
  expect(page.getAllByRole('group').map((group) => group.textContent)).toEqual([
    'SearchFindCtrl+FCtrlFFind and replace',
    'FormatBold',
  ]);
});

test('Enter closes the palette, restores the focus, and then goes to the scene', async () => {
  const user = await open();
  await user.keyboard('harb');
  expect(active()).toBe('1EXT. HARBOUR - NIGHT');
  await user.keyboard('{Enter}');
  await closed();
  await waitFor(() => expect(done).toHaveBeenCalledWith('scene', 1, 'Open'));
  expect(done).toHaveBeenCalledOnce();
});

test('stays open at the keys that end a composition', async () => {
  const user = await open();
  await user.keyboard('harb');
  for (const key of ['Enter', 'Escape'])
    fireEvent.keyDown(input(), { key, keyCode: 229, isComposing: false });
  expect([active(), done.mock.calls]).toEqual(['1EXT. HARBOUR - NIGHT', []]);
});

test('a number finds the scene with that number', async () => {
  const user = await open();
  await user.keyboard('31');
  expect(active()).toBe('31INT. CABIN 328 - DAY');
  await user.clear(input());
  await user.keyboard('#1a');
  expect(active()).toBe('1AINT. CAR DECK - LATERp. 17, 1 7/8');
  await user.clear(input());
  await user.keyboard('scene 5{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledWith('scene', 5, 'Open'));
});

test.each([
  ['p 45', 'Page 45'],
  ['page 113', 'Page 113'],
  ['P7', 'Page 7'],
])('"%s" goes to that page', async (query, name) => {
  const user = await open();
  await user.type(input(), query);
  await waitFor(() => expect(active()).toBe(name));
  await user.keyboard('{Enter}');
  await closed();
  expect(done).toHaveBeenCalledWith('page', Number(name.split(' ')[1]));
});

test('does not offer a page that does not exist', async () => {
  const user = await open();
  await user.type(input(), 'p 114');
  await waitFor(() => expect(names()).not.toContain('Page 114'));
});

test('the matched letters are bold', async () => {
  const user = await open();
  await user.keyboard('cadl');
  const [first] = options();
  expect([...(first?.querySelectorAll('b') ?? [])].map((bold) => bold.textContent)).toEqual(['CA', 'D', 'L']);
});

test('finds characters and views, too', async () => {
  const user = await open();
  await user.keyboard('tob{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledWith('character', 'TOBIAS'));
  await user.click(page.getByRole('button', { name: 'Open' }));
  await user.keyboard('script ed{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalledWith('view', '/projects/P1/script'));
});

test('the arrow keys move through the results and wrap around', async () => {
  const user = await open();
  const [first, second, last] = ['FindCtrl+FCtrlF', 'Find and replace', 'Bold'];
  expect(active()).toBe(first);
  for (const [key, now] of [
    ['ArrowDown', second],
    ['End', last],
    ['ArrowDown', first],
    ['ArrowUp', last],
    ['Home', first],
    ['PageDown', last],
    ['PageUp', first],
  ]) {
    await user.keyboard(`{${key}}`);
    expect(active()).toBe(now);
  }
  expect(document.activeElement).toBe(input());
});

test('Escape closes the palette and returns the focus without running a command', async () => {
  const user = await open();
  await user.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
  expect(done).not.toHaveBeenCalled();
});

test('a click chooses a result, as Enter does', async () => {
  const user = await open();
  await user.click(page.getByRole('option', { name: /^Bold/ }));
  await waitFor(() => expect(done).toHaveBeenCalledWith('bold'));
});

test('lists recent choices first', async () => {
  const user = await open();
  await user.keyboard('bold{Enter}');
  await waitFor(() => expect(done).toHaveBeenCalled());
  await user.click(page.getByRole('button', { name: 'Open' }));
  expect(page.getAllByRole('group')[0]?.textContent).toBe('RecentBold');
  expect(names().filter((name) => name === 'Bold')).toHaveLength(1);
});

test('does not offer an unavailable command', async () => {
  const user = await open();
  await user.keyboard('undo');
  expect(names()).not.toContain('Undo');
});

test('shows a message when nothing is found', async () => {
  const user = await open();
  await user.keyboard('zzz');
  expect(options()).toHaveLength(0);
  expect(page.getByText(/Nothing here is called “zzz”/)).toBeTruthy();
  expect(page.getByText('Nothing found', { selector: '[role=status]' })).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(page.getByRole('dialog')).toBeTruthy();
});

test('shows the best matches of very many scenes, and the number of the others', async () => {
  const user = await open();
  await user.keyboard('cabin');
  const group = page.getByRole('group', { name: 'Scenes' });
  expect(within(group).getAllByRole('option')).toHaveLength(50);
  expect(within(group).getByText('10 more. Type on to narrow them down.')).toBeTruthy();
});

/** Open the palette by its key while a line is active. */
function Shortcut() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <Palette
      commands={commands}
      scenes={[]}
      sceneNumbers={new Map()}
      characters={[]}
      views={[]}
      onScene={done}
      onCharacter={done}
      onView={done}
      pages={{ numberOf: () => 0, onPage: done }}
      onClose={() => setIsOpen(false)}
    />
  ) : null;
}

test('returns the focus to the active line', async () => {
  const field = document.createElement('div');
  field.tabIndex = 0;
  document.body.append(field);
  const user = userEvent.setup();
  field.focus();
  render(<Shortcut />);
  await waitFor(() => expect(document.activeElement).toBe(input()));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  field.remove();
});
