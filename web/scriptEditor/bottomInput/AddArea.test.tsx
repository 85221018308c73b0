import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import {
  closeScript,
  edit,
  elementOf,
  live,
  liveField,
  openScript,
  putCaret,
  renderScript,
  write,
} from '#web/script/testing/openScript.tsx';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { openScriptSync } from '#web/scriptSync/openScriptSync.ts';

afterEach(async () => {
  // Text of the bottom input would be stored on leaving.
  const field = document.querySelector<HTMLElement>('[data-below]');
  if (field) write(field, '');
  await closeScript();
});

const area = () => screen.getByRole('region', { name: 'Add an element' });
const input = () => within(area()).getByRole('textbox');
const button = () => within(area()).getByRole('button', { name: 'Add Element' });

test('an empty script begins with a heading, or with the type that the writer chooses', async () => {
  const { server, user } = await openScript([]);
  expect(screen.getByText('Start with a scene heading')).toBeTruthy();
  expect(input().getAttribute('aria-label')).toBe('Scene Heading');
  await user.click(screen.getByLabelText('Transition'));
  await user.type(input(), 'fade in:{Enter}');
  await waitFor(() => expect(server.elements).toMatchObject([{ content: 'FADE IN:' }]));
});

test('the first lines of an empty script can be typed without the mouse', async () => {
  const { server, user } = await openScript([]);
  await user.click(input());
  await user.keyboard('int. deck - night{Enter}');
  await waitFor(() => expect(input().getAttribute('aria-label')).toBe('Action'));
  await user.keyboard('Nobody moves.{Enter}');
  await waitFor(() => expect(server.elements).toHaveLength(2));
  expect(server.elements.map(({ content }) => content)).toEqual(['INT. DECK - NIGHT', 'Nobody moves.']);
});

test('a script that loses its only element begins with a heading again', async () => {
  const { user } = await openScript([['action', 'Nobody moves.']]);
  expect(input().getAttribute('aria-label')).toBe('Action');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(input().getAttribute('aria-label')).toBe('Scene Heading'));
  expect(screen.getByText('Start with a scene heading')).toBeTruthy();
});

test('keeps the type that was chosen when the script changes without an event of the focus', async () => {
  const { server, user, client } = await openScript();
  await user.click(input());
  await user.click(within(area()).getByLabelText('Transition'));
  act(() => input().focus());
  // A field that is replaced reports the loss of the focus; an inactive window not the return.
  fireEvent.blur(input(), { relatedTarget: null });
  await act(async () => openScriptSync(client, server.project.id, '').removeStored(server.id(4)));
  await waitFor(() => expect(document.querySelectorAll('[data-element]')).toHaveLength(3));
  expect(input().getAttribute('aria-label')).toBe('Transition');
});

test('shows the types, the input and the button behind the script', async () => {
  await openScript();
  const types = within(area()).getByRole('group', { name: 'Element type' });
  const last = [...document.querySelectorAll('[data-element]')].at(-1);
  const inOrder = [last, types, input(), button()];
  const inDocument = [...document.querySelectorAll('*')].filter((node) => inOrder.includes(node));
  expect(inDocument).toEqual(inOrder);
  expect(
    within(types)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Scene Heading', 'Action', 'Character', 'Dialogue', 'Parenthetical', 'Transition']);
});

test('text is stored when another line is opened, and the input is empty afterwards', async () => {
  const { server, user } = await openScript();
  await user.type(input(), 'Nobody moves.');
  expect(screen.getByText('Writing')).toBeTruthy();
  fireEvent.click(elementOf('MARA'));
  expect(liveField().textContent).toBe('MARA');
  expect(input().textContent).toBe('');
  await waitFor(() => expect(server.elements.at(-1)?.content).toBe('Nobody moves.'));
  expect(server.sent.map(({ body }) => body.orderIndex)).toEqual([1004]);
  fireEvent.keyDown(liveField(), { key: 'Escape' });
});

test('the arrow keys move the caret from the last line into the input, and back', async () => {
  const { user } = await openScript();
  const last = edit('Two hundred and thirteen. Twice.');
  putCaret(last, 32);
  fireEvent.keyDown(last, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(input());
  await user.keyboard('{ArrowUp}');
  expect(liveField().textContent).toBe('Two hundred and thirteen. Twice.');
  expect(document.activeElement).toBe(liveField());
  fireEvent.keyDown(liveField(), { key: 'Escape' });
});

test('the keys for styles and types work in the bottom input', async () => {
  const { server, user } = await openScript();
  await user.click(input());
  await user.keyboard('A bell, {Control>}b{/Control}twice.');
  expect(input().innerHTML).toBe('A bell, <b>twice.</b>');
  await user.keyboard('{Control>}4{/Control}{Enter}');
  await waitFor(() => expect(server.elements.at(-1)?.content).toBe('A bell, **twice.**'));
  expect(server.elements.at(-1)?.elementType).toBe('dialogue');
});

test('moves the caret from the empty input into the script by Backspace, and undoes changes of the script', async () => {
  const { server, user } = await openScript();
  await user.type(input(), 'Nobody moves.{Enter}');
  await waitFor(() => expect(server.elements).toHaveLength(5));
  await user.keyboard('{Backspace}');
  expect(liveField().textContent).toBe('Nobody moves.');
  await user.click(input());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(server.elements).toHaveLength(4));
});

test('while the caret is in the bottom input, no line of the script is open', async () => {
  const { user } = await openScript();
  edit('MARA');
  await user.click(input());
  expect(live()).toBeNull();
});

test('Ctrl+S stores the text of the input and leaves it there with the caret', async () => {
  const { server, user } = await openScript();
  await user.type(input(), 'Nobody moves.{Control>}s{/Control}');
  await waitFor(() => expect(server.elements.at(-1)?.content).toBe('Nobody moves.'));
  expect([document.activeElement, input().textContent]).toEqual([input(), 'Nobody moves.']);
});

test('focuses the input on opening an empty script', async () => {
  await openScript([]);
  expect(document.activeElement).toBe(input());
});

test('Add Element is disabled while the text is blank', async () => {
  const { user } = await openScript();
  expect(button()).toHaveProperty('disabled', true);
  await user.type(input(), '   ');
  expect(button()).toHaveProperty('disabled', true);
  await user.type(input(), 'x');
  expect(button()).toHaveProperty('disabled', false);
});

test('disables Add Element while a line is being saved', async () => {
  const { server, user } = await openScript();
  const release = server.hold();
  await user.type(input(), 'Nobody moves.');
  await user.click(button());
  await user.type(input(), 'A bell.');
  expect(button()).toHaveProperty('disabled', true);
  await user.click(button());
  expect(server.sent).toHaveLength(1);
  release();
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  await user.click(button());
  await waitFor(() => expect(server.elements.at(-1)?.content).toBe('A bell.'));
});

test('a new element is numbered element count + 1000, and the next type follows', async () => {
  const { server, user } = await openScript();
  expect(input().getAttribute('aria-label')).toBe('Action');
  await user.type(input(), 'Nobody moves.{Enter}');
  await waitFor(() => expect(input().textContent).toBe(''));
  expect(server.sent[0]?.body).toEqual({
    ...{ elementType: 'action', content: 'Nobody moves.', orderIndex: 1004, afterId: server.id(4) },
  });
  expect(input().getAttribute('aria-label')).toBe('Action');
});

test('Shift+Enter adds a line to the text', async () => {
  const { server, user } = await openScript();
  await user.type(input(), 'One{Shift>}{Enter}{/Shift}two');
  expect(input().textContent).toBe('One\ntwo');
  expect(server.sent).toEqual([]);
});

test('Tab and Shift+Tab go through the types and stay in the input', async () => {
  const { user } = await openScript();
  await user.click(input());
  const after = async (keys: string) => {
    await user.keyboard(keys);
    return input().getAttribute('aria-label');
  };
  const types = ['Action', 'Character', 'Dialogue', 'Parenthetical', 'Transition', 'Scene Heading'];
  for (const type of types.slice(1)) expect(await after('{Tab}')).toBe(type);
  expect(await after('{Tab}')).toBe('Action');
  expect(await after('{Shift>}{Tab}{/Shift}')).toBe('Scene Heading');
  for (const type of types.toReversed().slice(1)) expect(await after('{Shift>}{Tab}{/Shift}')).toBe(type);
  expect(document.activeElement).toBe(input());
});

test('capitalises cues while they are typed, but no action', async () => {
  const { server, user } = await openScript();
  await user.type(input(), 'mara');
  expect(input().textContent).toBe('mara');
  await user.click(screen.getByLabelText('Character'));
  expect(input().style.textTransform).toBe('uppercase');
  await user.click(input());
  putCaret(input(), 4);
  await user.keyboard(' rehn{Enter}');
  await waitFor(() => expect(server.elements.at(-1)?.content).toBe('MARA REHN'));
});

test('keeps the letters of headings and shows capitals, with a caret in the middle', async () => {
  const { user } = await openScript();
  await user.click(screen.getByLabelText('Scene Heading'));
  await user.type(input(), 'int. deck');
  expect([input().textContent, input().style.textTransform]).toEqual(['int. deck', 'uppercase']);
  await user.type(input(), 'car ', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(input().textContent).toBe('int. car deck');
});

test('a cue offers characters with name and role, and Enter accepts the selected one', async () => {
  const server = await aStoredScript([{ elementType: 'scene_heading', content: 'INT. DECK - DAY' }]);
  await server.addCharacter('TOBIAS', 'Deck hand');
  renderScript(server);
  const user = userEvent.setup();
  await screen.findByLabelText('Page 1');
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'to');
  const [option] = within(area()).getAllByRole('option');
  expect(option?.textContent).toContain('Deck hand');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ elementType: 'character', content: 'TOBIAS' });
  await waitFor(() => expect(input().getAttribute('aria-label')).toBe('Dialogue'));
  expect(area().textContent).toContain('For: TOBIAS');
});

test('an unknown name creates a character first; a known name in another case does not', async () => {
  const { server, user } = await openScript();
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'nils (v.o.)');
  expect(area().textContent).toContain('Press Enter to create "NILS" as a new character');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ path }) => path.split('/').at(-1))).toEqual(['characters', 'script-elements']);
  expect(server.sent[0]?.body).toEqual({ name: 'NILS' });
  expect(server.sent[1]?.body).toMatchObject({ content: 'nils (v.o.)' });
  await waitFor(() => expect(input().textContent).toBe(''));
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'Nils{Enter}');
  await waitFor(() => expect(server.sent).toHaveLength(3));
  expect(server.characters).toHaveLength(1);
});

test('dialogue is sent with the speaker of the cue above', async () => {
  const { server, user } = await openScript([
    ['scene_heading', 'INT. DECK - DAY'],
    ['character', 'TOBIAS (O.S.)'],
  ]);
  expect(input().getAttribute('aria-label')).toBe('Dialogue');
  expect(area().textContent).toContain('For: TOBIAS');
  await user.type(input(), 'Hold on.{Enter}');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ elementType: 'dialogue', characterName: 'TOBIAS' });
});

test('names the speaker behind a cue for dialogue and parentheticals only', async () => {
  const { user } = await openScript([
    ['scene_heading', 'INT. DECK - DAY'],
    ['character', 'TOBIAS (O.S.)'],
  ]);
  const announcements: string[] = [];
  for (const label of ['Scene Heading', 'Action', 'Character', 'Dialogue', 'Parenthetical', 'Transition']) {
    await user.click(screen.getByLabelText(label));
    if (area().textContent.includes('For: TOBIAS')) announcements.push(label);
    else expect(area().textContent).not.toContain('For:');
  }
  expect(announcements).toEqual(['Dialogue', 'Parenthetical']);
});

test('a script that ends with a cue continues with dialogue when it is opened again', async () => {
  const { server, user } = await openScript();
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'MARA{Enter}');
  await waitFor(() => expect(server.elements).toHaveLength(5));
  await user.click(screen.getByLabelText('Action'));
  cleanup();
  renderScript(server);
  await screen.findByLabelText('Page 1');
  expect(input().getAttribute('aria-label')).toBe('Dialogue');
  expect(area().textContent).toContain('For: MARA');
});

test('below three elements the next is number 1003', async () => {
  const { server, user } = await openScript([
    ['scene_heading', 'INT. DECK - DAY'],
    ['action', 'A bell.'],
    ['action', 'A horn.'],
  ]);
  await user.type(input(), 'Nobody moves.');
  await user.click(button());
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ orderIndex: 1003 });
});

test.for([
  ['Scene Heading', 'NEW SCENE'],
  ['Action', 'New action...'],
  ['Character', 'CHARACTER NAME'],
  ['Parenthetical', '(...)'],
  ['Dialogue', 'New dialogue...'],
  ['Transition', 'CUT TO:'],
])('the insert menu adds a new %s at the end, opened for editing', async ([label, placeholder]) => {
  const { server, user } = await openScript();
  await user.click(screen.getByRole('button', { name: 'Insert an element below' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Scene Heading',
    'Action',
    'Character',
    'Parenthetical',
    'Dialogue',
    'Transition',
  ]);
  await user.click(screen.getByRole('menuitem', { name: label ?? '' }));
  await waitFor(() => expect(live()?.textContent).toBe(placeholder));
  expect(live()?.getAttribute('aria-label')).toBe(label);
  expect(document.getSelection()?.toString()).toBe(placeholder);
  expect(server.sent).toMatchObject([
    { method: 'POST', body: { content: placeholder, afterId: server.id(1) } },
  ]);
});
