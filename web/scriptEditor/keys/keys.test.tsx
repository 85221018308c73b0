import { screen as page, render, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { KeysDialog } from '#web/script/keys/KeysDialog.tsx';
import { keyGroups } from './keyGroups.ts';
import { commandKeys, type ScriptKey, typeKeys, typeOfKey } from './keys.ts';
import { type KeyPress, keyCaps, matches, shortcutLabel } from './shortcut.ts';

freshBrowser();

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

const onMac = () => vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');

describe.each(['cycle', 'finalDraft'] as const)('with the element keys %s', (elementKeys) => {
  const all = keyGroups(elementKeys).flatMap(({ keys }) => keys);

  test('have at most one command for each key in each context', () => {
    const commands = new Map<string, ScriptKey>();
    for (const key of all) {
      const places = key.place === 'screen' ? ['page', 'writing'] : [key.place];
      for (const place of places) {
        for (const chord of key.keys) {
          const id = `${place} ${chord.join('+')}`;
          for (const [others, other] of commands) {
            if (!others.startsWith(`${id} `)) continue;
            expect(key.when, `${id}: ${key.label} and ${other.label}`).toBeTruthy();
            expect(other.when, `${id}: ${other.label} and ${key.label}`).toBeTruthy();
            expect(key.when).not.toBe(other.when);
          }
          commands.set(`${id} ${key.label}`, key);
        }
      }
    }
  });

  test('the list has every command with a key', () => {
    for (const key of Object.values(commandKeys)) expect(all).toContain(key);
  });

  test('Ctrl with a digit sets the type, in the order of the preference', () => {
    const types = [1, 2, 3, 4, 5, 6].map((digit) =>
      typeOfKey(press(`${digit}`, { ctrlKey: true, code: `Digit${digit}` }), elementKeys),
    );
    expect(types).toEqual(elementKeys === 'cycle' ? elementTypes : insertMenuTypes);
    expect(all).toEqual(expect.arrayContaining([...typeKeys[elementKeys]]));
    expect(typeOfKey(press('1'), elementKeys)).toBeNull();
  });

  test('every entry has a description and a key', () => {
    for (const { keys, label } of all) {
      expect(label).not.toBe('');
      expect(keys.length).toBeGreaterThan(0);
    }
  });
});

describe('a chord', () => {
  test('is Ctrl where there is no Cmd', () => {
    expect(matches(press('k', { ctrlKey: true }), ['Mod', 'K'])).toBe(true);
    expect(matches(press('k', { metaKey: true }), ['Mod', 'K'])).toBe(false);
    expect(shortcutLabel(['Mod', 'Shift', 'Z'])).toBe('Ctrl+Shift+Z');
  });

  test('is Cmd on a Mac, where Ctrl keeps its own meaning', () => {
    onMac();
    expect(matches(press('k', { metaKey: true }), ['Mod', 'K'])).toBe(true);
    expect(matches(press('k', { ctrlKey: true }), ['Mod', 'K'])).toBe(false);
    expect(shortcutLabel(['Mod', 'Shift', 'Z'])).toBe('⇧⌘Z');
    expect(keyCaps(['Alt', 'Mod', 'F'])).toEqual(['⌥', '⌘', 'F']);
  });

  test('is different on a Mac if the system uses the usual one', async () => {
    onMac();
    vi.resetModules();
    const mac = await import('./keys.ts');
    expect(mac.commandKeys.replace.keys).toEqual([['Alt', 'Mod', 'F']]);
    expect(mac.commandKeys.redo.keys).toEqual([['Mod', 'Shift', 'Z']]);
    expect(commandKeys.redo.keys).toContainEqual(['Ctrl', 'Y']);
  });

  test('requires exactly its modifiers', () => {
    expect(matches(press('Z', { ctrlKey: true, shiftKey: true }), ['Mod', 'Z'])).toBe(false);
    expect(matches(press('Z', { ctrlKey: true, shiftKey: true }), ['Mod', 'Shift', 'Z'])).toBe(true);
    expect(matches(press('f', { ctrlKey: true, altKey: true }), ['Mod', 'F'])).toBe(false);
    expect(matches(press('Enter', { shiftKey: true }), ['Enter'])).toBe(false);
    expect(matches(press('c', { ctrlKey: true }), ['C'])).toBe(false);
  });

  test('is recognised by the position of the key if letters are not Latin or digits need Shift', () => {
    expect(matches(press('я', { ctrlKey: true, code: 'KeyZ' }), ['Mod', 'Z'])).toBe(true);
    expect(matches(press('&', { ctrlKey: true, code: 'Digit1' }), ['Mod', '1'])).toBe(true);
    expect(matches(press('w', { ctrlKey: true, code: 'KeyZ' }), ['Mod', 'Z'])).toBe(false);
    expect(matches(press('с', { code: 'KeyC' }), ['C'])).toBe(false);
  });

  test('a sign is recognised whichever keys produce it', () => {
    expect(matches(press('?', { shiftKey: true }), ['?'])).toBe(true);
    expect(matches(press('?'), ['?'])).toBe(true);
    expect(matches(press('/'), ['?'])).toBe(false);
  });
});

describe('the list', () => {
  const onPreferences = vi.fn();
  const onClose = vi.fn();
  beforeEach(() => {
    vi.clearAllMocks();
  });

  test('shows the effects of Tab and Enter under the current preference', () => {
    const props = { onPreferences, onClose };
    const { rerender } = render(<KeysDialog elementKeys="cycle" {...props} />);
    const writing = () => page.getByRole('region', { name: 'While writing' });
    expect(within(writing()).getByText('Next type')).toBeTruthy();
    rerender(<KeysDialog elementKeys="finalDraft" {...props} />);
    expect(within(writing()).queryByText('Next type')).toBeNull();
    expect(within(writing()).getByText('Choose a type')).toBeTruthy();
    expect(page.getByText('Element keys: Final Draft')).toBeTruthy();
  });

  test('is searched by descriptions and by keys', async () => {
    const user = userEvent.setup();
    render(<KeysDialog elementKeys="cycle" onPreferences={onPreferences} onClose={onClose} />);
    const search = page.getByRole('searchbox', { name: 'Search keys' });
    await user.type(search, 'undo');
    expect(page.getAllByRole('term').map((term) => term.textContent)).toEqual(['Undo']);
    await user.clear(search);
    await user.type(search, 'ctrl+k');
    expect(page.getAllByRole('term')).toHaveLength(1);
    await user.type(search, 'zz');
    expect(page.getByRole('status').textContent).toBe('No shortcuts match. Try another word.');
  });

  test('returns the focus to the active line', async () => {
    const user = userEvent.setup();
    const field = document.createElement('div');
    field.tabIndex = 0;
    document.body.append(field);
    field.focus();
    const { unmount } = render(
      <KeysDialog elementKeys="cycle" onPreferences={onPreferences} onClose={() => unmount()} />,
    );
    await waitFor(() => expect(document.activeElement).not.toBe(field));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(field));
    field.remove();
  });

  test('has a link to the preferences, and Escape closes it', async () => {
    const user = userEvent.setup();
    render(<KeysDialog elementKeys="cycle" onPreferences={onPreferences} onClose={onClose} />);
    await user.click(page.getByRole('button', { name: 'Preferences' }));
    expect(onPreferences).toHaveBeenCalledOnce();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
