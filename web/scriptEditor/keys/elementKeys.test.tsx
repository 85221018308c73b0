import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openScreen } from '#web/script/testing/openScreen.ts';
import { closeScript, edit, elementOf, live, liveField, write } from '#web/script/testing/openScript.tsx';

afterEach(async () => {
  const field = live();
  if (field) fireEvent.keyDown(field, { key: 'Escape' });
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const search = () => window.location.search;
const tab = (name: RegExp) => screen.getByRole('tab', { name });

/** Opens the script with the focus on its action. */
async function openAtAction() {
  const opened = await openScreen();
  act(() => elementOf(action).focus());
  return opened;
}

describe('on the focused element', () => {
  test('C opens the comments for a new comment on the element', async () => {
    const { server, user } = await openAtAction();
    await user.keyboard('c');
    expect(search()).toBe('?panel=chat&assistantTab=comments');
    expect(tab(/^Comments/).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('On Action, scene 1')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Which ladder?');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    const { as, people } = server.browser;
    await waitFor(async () =>
      expect((await as('olive').get(`${people.projectUrl}/comments`)).json()).toMatchObject([
        { content: 'Which ladder?', scriptElementId: server.id(2) },
      ]),
    );
  });

  test('A opens the assistant for a question about the content of the element', async () => {
    const { user } = await openAtAction();
    await user.keyboard('a');
    expect(search()).toBe('?panel=chat&assistantTab=chat');
    expect(tab(/^Assistant/).getAttribute('aria-selected')).toBe('true');
    const context = within(screen.getByRole('region', { name: 'Selected context' }));
    expect(context.getByText(action)).toBeTruthy();
  });

  test('S opens the suggestions', async () => {
    const { user } = await openAtAction();
    await user.keyboard('s');
    expect(search()).toBe('?panel=chat&assistantTab=suggestions');
    expect(tab(/^Suggestions/).getAttribute('aria-selected')).toBe('true');
  });

  test.each(['c', 'a', 's', 'C', 'A', 'S'])(
    '%s with Ctrl, Cmd or Alt does not run the command of the letter',
    async (key) => {
      await openAtAction();
      for (const held of ['metaKey', 'altKey', 'ctrlKey']) {
        const isBrowsers = fireEvent.keyDown(elementOf(action), { key, [held]: true });
        // Ctrl+A selects the script, and the browser does not save the page at Ctrl+S, even without
        // unsaved text.
        expect(isBrowsers).toBe(held !== 'ctrlKey' || !['a', 's'].includes(key.toLowerCase()));
      }
      expect(search()).toBe('');
    },
  );

  test('Escape removes the focus, and the keys of the element do nothing then', async () => {
    const { server, user } = await openAtAction();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
    await user.keyboard('{Enter}{Delete}{Backspace}cas');
    expect(document.activeElement).toBe(document.body);
    expect([live(), screen.queryByRole('alertdialog'), search()]).toEqual([null, null, '']);
    expect(server.sent).toEqual([]);
  });
});

describe('letters with a command, while text is typed', () => {
  test('are typed in the active line', async () => {
    const { user } = await openAtAction();
    const field = edit(action);
    write(field, '');
    await user.type(field, 'c a s');
    expect(liveField().textContent).toBe('c a s');
    expect(search()).toBe('');
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('are typed in the bottom input', async () => {
    const { user } = await openAtAction();
    const below = within(screen.getByRole('region', { name: 'Add an element' })).getByRole('textbox');
    await user.type(below, 'c a s{Backspace}{Delete}');
    expect(below.textContent).toBe('c a ');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(search()).toBe('');
    write(below, ''); // otherwise it would be stored at the end of the test
  });

  test('are typed in the field of a panel', async () => {
    const { user } = await openAtAction();
    await user.keyboard('c');
    const input = screen.getByRole('textbox', { name: 'Add a comment' });
    await user.type(input, 'c a s{Backspace}{Delete}');
    expect(input).toHaveProperty('value', 'c a ');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(search()).toBe('?panel=chat&assistantTab=comments');
  });
});
