import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import {
  closeScript,
  edit,
  elementOf,
  isShown,
  live,
  liveField,
  openScript,
  putCaret,
  scene,
  write,
} from '#web/script/testing/openScript.tsx';
import type { StoredScript } from '#web/script/testing/storedScript.ts';
import { type Preferences, preferencesKey } from '../preferences.ts';

afterEach(async () => {
  // An open line would be stored on leaving.
  const field = live();
  if (field) fireEvent.keyDown(field, { key: 'Escape' });
  await closeScript();
});

const action = 'Mara takes the last ladder sideways.';
const speech = 'Two hundred and thirteen. Twice.';

async function open(preferences: Partial<Preferences> = {}, lines = scene) {
  const opened = await openScript(lines);
  localStorage.setItem(preferencesKey, JSON.stringify(preferences));
  fireEvent(window, new StorageEvent('storage', { key: preferencesKey }));
  return opened;
}

const stored = (server: StoredScript) => server.elements.map(({ content }) => content);
const becomes = (server: StoredScript, contents: string[]) =>
  waitFor(() => expect(stored(server)).toEqual(contents));
const press = (key: string, more: object = {}) => fireEvent.keyDown(liveField(), { key, ...more });
const type = () => liveField().getAttribute('aria-label');
const liveText = () => liveField().textContent;
const caret = () => document.getSelection()?.focusOffset;

/** A button of the bar, once it is enabled. */
const enabled = async (name: RegExp) => {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
  return screen.getByRole('button', { name });
};

/** The input of a new line after an element. */
function addBehind(text: string): HTMLElement {
  act(() => elementOf(text).focus());
  fireEvent.keyDown(elementOf(text), { key: 'Enter', shiftKey: true });
  return liveField();
}

/** Replace the text of the active line and press Enter. */
function writeLine(text: string): void {
  write(liveField(), text);
  press('Enter');
}

/** Open an element with the caret in its text. */
function editAt(text: string, offset: number): void {
  putCaret(edit(text), offset);
}

describe('a new line', () => {
  test('opens after the focused element and is stored there', async () => {
    const { server } = await open();
    addBehind(action);
    const [, second, third] = document.querySelectorAll('[data-element]');
    expect([second?.textContent, third?.getAttribute('data-live')]).toEqual([action, 'true']);
    writeLine('A bell.');
    await becomes(server, ['INT. CAR DECK - NIGHT', action, 'A bell.', 'MARA', speech]);
    expect(server.sent[0]).toMatchObject({
      method: 'POST',
      body: { afterId: server.id(2), elementType: 'action' },
    });
  });

  test('is followed by others before the server has answered, which are sent in one call behind it', async () => {
    const { server } = await open();
    const release = server.hold();
    addBehind(action);
    for (const text of ['A bell.', 'A horn.', 'A kettle.']) writeLine(text);
    expect(document.activeElement).toBe(live());
    expect(liveField().textContent).toBe('');
    expect(['A bell.', 'A horn.', 'A kettle.'].every(isShown)).toBe(true);
    expect(server.elements).toHaveLength(4);
    release();
    await becomes(server, [
      'INT. CAR DECK - NIGHT',
      action,
      'A bell.',
      'A horn.',
      'A kettle.',
      'MARA',
      speech,
    ]);
    const ids = server.elements.map(({ id }) => id);
    const [first, rest, ...more] = server.sent;
    expect([first?.body.afterId, more]).toEqual([server.id(2), []]);
    expect(rest?.body.edits).toMatchObject([{ afterId: ids[2] }, { afterId: expect.any(Number) }]);
    press('Escape');
    expect(document.activeElement).toBe(elementOf('A kettle.'));
  });

  test('is stored when the caret leaves it without Enter, too', async () => {
    const { server } = await open();
    write(addBehind(action), 'A bell.');
    fireEvent.click(elementOf('MARA'));
    expect(liveField().textContent).toBe('MARA');
    await becomes(server, ['INT. CAR DECK - NIGHT', action, 'A bell.', 'MARA', speech]);
  });

  test.for(['', '   '])('with the text "%s" never becomes an element', async (text) => {
    const { server } = await open();
    write(addBehind(action), text);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    press('Enter');
    expect(live()).toBeNull();
    addBehind(action);
    fireEvent.click(elementOf('MARA'));
    press('Escape');
    expect(server.sent).toEqual([]);
    expect(document.querySelectorAll('[data-element]')).toHaveLength(4);
  });

  test('keeps its text on Escape, which starts keyboard mode', async () => {
    const { server } = await open();
    write(addBehind(action), 'A bell.');
    press('Escape');
    expect(live()).toBeNull();
    expect(document.activeElement).toBe(elementOf('A bell.'));
    await becomes(server, ['INT. CAR DECK - NIGHT', action, 'A bell.', 'MARA', speech]);
  });

  test('disappears without text on Escape, and the focus returns to the element', async () => {
    const { server } = await open();
    addBehind(action);
    press('Escape');
    expect(live()).toBeNull();
    expect(document.activeElement).toBe(elementOf(action));
    expect(server.sent).toEqual([]);
  });

  test.for([
    ['scene_heading', 'action'],
    ['action', 'action'],
    ['character', 'dialogue'],
    ['dialogue', 'action'],
    ['parenthetical', 'dialogue'],
    ['transition', 'transition'],
  ] as const)(
    'after a %s has the type %s, whether it is opened from the element or by Enter',
    async ([from, to]) => {
      const text = from === 'parenthetical' ? '(SOMETHING)' : 'SOMETHING';
      await open({}, [
        ['scene_heading', 'INT. HOLD'],
        [from, text],
      ]);
      addBehind(text);
      expect(type()).toBe(elementLabels[to]);
      press('Escape');
      edit(text);
      press('Enter');
      expect(type()).toBe(elementLabels[to]);
    },
  );

  test.for(['cycle', 'finalDraft'] as const)(
    'is a cue after dialogue if the preference says so (%s)',
    async (keys) => {
      await open({ elementKeys: keys, afterDialogue: 'character' });
      edit(speech);
      press('Enter');
      expect(type()).toBe('Character');
    },
  );

  test('can get any of the six types by the picker beside it, or by Tab', async () => {
    const { server, user } = await open();
    write(addBehind(action), 'Cut to');
    const below = screen.getByRole('region', { name: 'Add an element' });
    const groups = screen.getAllByRole('group', { name: 'Element type' });
    const beside = groups.find((group) => !below.contains(group));
    if (!beside) throw new Error('No types');
    const types = within(beside);
    for (const each of elementTypes)
      expect(types.getByRole('radio', { name: elementLabels[each] })).toBeTruthy();
    const chosen = () => types.getByRole('radio', { checked: true }).parentElement?.textContent;
    expect(chosen()).toBe('Action');
    press('Tab');
    expect([type(), chosen()]).toEqual(['Character', 'Character']);
    press('Tab', { shiftKey: true });
    press('Tab', { shiftKey: true });
    expect([type(), chosen()]).toEqual(['Scene Heading', 'Scene Heading']);
    await user.click(types.getByRole('radio', { name: 'Transition' }));
    expect([liveField().textContent, type()]).toEqual(['Cut to', 'Transition']);
    await waitFor(() => expect(document.activeElement).toBe(live()));
    press('Enter');
    await waitFor(() =>
      expect(server.elements[2]).toMatchObject({ elementType: 'transition', content: 'CUT TO:' }),
    );
  });

  test('is sent with its speaker, in capitals, if it is dialogue', async () => {
    const { server } = await open();
    addBehind('MARA');
    writeLine('Once.');
    await waitFor(() =>
      expect(server.sent[0]?.body).toMatchObject({ characterName: 'MARA', content: 'Once.' }),
    );
  });

  test('is stored in capitals if it is a heading or a cue', async () => {
    const { server } = await open();
    addBehind(speech);
    press('1', { ctrlKey: true });
    writeLine('int. bridge - dawn');
    await waitFor(() => expect(stored(server)[4]).toBe('INT. BRIDGE - DAWN'));
    await waitFor(() => expect(server.scenes).toHaveLength(2));
  });
});

describe('a cue', () => {
  test('creates the character of an unknown name first', async () => {
    const { server } = await open();
    addBehind(speech);
    press('3', { ctrlKey: true });
    writeLine('TOBIAS (O.S.)');
    await waitFor(() => expect(server.elements).toHaveLength(5));
    expect(server.sent.map(({ path }) => path.split('/').at(-1))).toEqual(['characters', 'script-elements']);
    expect(server.sent[0]?.body).toEqual({ name: 'TOBIAS' });
    expect(type()).toBe('Dialogue');
  });

  test('creates no character for a known name in another case', async () => {
    const { server } = await open();
    await server.addCharacter('Tobias');
    cleanup();
    const { renderScript } = await import('#web/script/testing/openScript.tsx');
    renderScript(server);
    await screen.findByLabelText('Page 1');
    addBehind(speech);
    press('3', { ctrlKey: true });
    writeLine('TOBIAS');
    await waitFor(() => expect(server.elements).toHaveLength(5));
    expect(server.characters).toHaveLength(1);
  });
});

describe('while typing', () => {
  test('action that begins with INT. becomes a heading', async () => {
    const { server } = await open();
    write(addBehind(action), 'Int.');
    expect(type()).toBe('Scene Heading');
    writeLine('Int. bridge');
    await waitFor(() =>
      expect(server.elements[2]).toMatchObject({ elementType: 'scene_heading', content: 'INT. BRIDGE' }),
    );
  });

  test('an opening bracket in an empty line of dialogue makes it a parenthetical', async () => {
    await open();
    write(addBehind('MARA'), '(');
    expect([type(), liveText()]).toEqual(['Parenthetical', '()']);
  });

  test('the parentheses are added and removed with the type, and are stored', async () => {
    const { server } = await open();
    addBehind('MARA');
    press('5', { ctrlKey: true });
    expect(liveText()).toBe('()');
    write(liveField(), '(quietly)');
    press('4', { ctrlKey: true });
    expect(liveText()).toBe('quietly');
    press('5', { ctrlKey: true });
    expect(liveText()).toBe('(quietly)');
    press('Enter');
    expect(type()).toBe('Dialogue');
    await waitFor(() =>
      expect(server.elements).toContainEqual(
        expect.objectContaining({ elementType: 'parenthetical', content: '(quietly)' }),
      ),
    );
  });

  test('skips over existing parentheses when they are typed', async () => {
    await open();
    addBehind('MARA');
    press('5', { ctrlKey: true });
    expect(press('(')).toBe(false);
    write(liveField(), '(low)');
    putCaret(liveField(), 4);
    expect(press(')')).toBe(false);
    expect([liveText(), caret()]).toEqual(['(low)', 5]);
    expect(press(')')).toBe(true);
  });

  test('Backspace between empty parentheses deletes both', async () => {
    await open();
    addBehind('MARA');
    press('5', { ctrlKey: true });
    press('Backspace');
    expect([type(), liveText()]).toEqual(['Dialogue', '']);
  });

  test.for(elementTypes.map((each, index) => [index + 1, each] as const))(
    'Ctrl+%i makes the line %s',
    async ([digit, each]) => {
      const { server } = await open({}, [
        ['scene_heading', 'INT. HOLD'],
        ['dialogue', 'Hold on.'],
      ]);
      edit('Hold on.');
      press(String(digit), { ctrlKey: true });
      expect(type()).toBe(elementLabels[each]);
      press('Enter');
      if (each === 'dialogue') return;
      await waitFor(() => expect(server.elements[1]?.elementType).toBe(each));
    },
  );

  test('keys of the page and of an input method do nothing', async () => {
    const { server } = await open();
    const field = edit(action);
    putCaret(field, 4);
    for (const key of ['c', 'a', 's', 'd', 'Delete', 'Backspace']) fireEvent.keyDown(field, { key });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    write(field, 'Nobody moves.');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    // Safari sends this event after the composition.
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowUp'])
      fireEvent.keyDown(field, { key, keyCode: 229, isComposing: false });
    expect(live()).toBe(field);
    expect(server.sent).toEqual([]);
    press('Escape');
  });
});

test('opens the next line at the Enter of a keyboard that reports no key', async () => {
  const { server } = await open();
  const field = edit(action);
  write(field, 'Nobody moves.');
  putCaret(field, 13);
  fireEvent.keyDown(field, { key: 'Unidentified', keyCode: 229 });
  const input = { inputType: 'insertParagraph', bubbles: true, cancelable: true };
  expect(fireEvent(field, new InputEvent('beforeinput', input))).toBe(false);
  expect(liveText()).toBe('');
  await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
});

test('saves the line on Enter in its middle with the keys of cycle, and keeps the caret', async () => {
  const { server } = await open();
  const field = edit(action);
  write(field, 'Nobody moves.');
  putCaret(field, 6);
  press('Enter');
  expect([live(), caret()]).toEqual([field, 6]);
  await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
  expect(server.elements).toHaveLength(scene.length);
});

test('Enter at the start of a line opens a line above it', async () => {
  const { server } = await open();
  editAt(action, 0);
  press('Enter');
  writeLine('A bell.');
  press('Escape');
  await becomes(server, ['INT. CAR DECK - NIGHT', 'A bell.', action, 'MARA', speech]);
});

test('Enter at the start of the first line opens a line above it', async () => {
  const { server } = await open();
  editAt('INT. CAR DECK - NIGHT', 0);
  press('Enter');
  expect([liveField().textContent, type()]).toEqual(['', 'Action']);
  press('6', { ctrlKey: true });
  writeLine('FADE IN:');
  await waitFor(() => expect(stored(server).slice(0, 2)).toEqual(['FADE IN:', 'INT. CAR DECK - NIGHT']));
});

const splits = [
  ['cycle', { ctrlKey: true }],
  ['finalDraft', {}],
  ['finalDraft', { ctrlKey: true }],
] as const;

describe.for(splits)('with the keys of %s and %o', ([elementKeys, modifiers]) => {
  test('Enter in the middle makes two elements, in one call and one step to undo', async () => {
    const { server } = await open({ elementKeys });
    editAt(action, 'Mara takes '.length);
    press('Enter', modifiers);
    expect(liveField().textContent).toBe('the last ladder sideways.');
    expect(caret()).toBe(0);
    const halves = ['Mara takes', 'the last ladder sideways.'];
    await becomes(server, ['INT. CAR DECK - NIGHT', ...halves, 'MARA', speech]);
    expect(server.sent).toHaveLength(1);
    expect(server.sent[0]?.body.edits).toMatchObject([
      { type: 'update', id: server.id(2) },
      { type: 'insert', afterId: server.id(2) },
    ]);
    press('z', { ctrlKey: true });
    await becomes(
      server,
      scene.map(([, content]) => content),
    );
    expect(server.sent).toHaveLength(2);
    expect(isShown(action)).toBe(true);
  });

  test('Enter in the middle splits a new line as well', async () => {
    const { server } = await open({ elementKeys });
    write(addBehind(action), 'A bell. A horn.');
    putCaret(liveField(), 'A bell.'.length);
    press('Enter', modifiers);
    expect(liveField().textContent).toBe('A horn.');
    await waitFor(() => expect(stored(server).slice(1, 4)).toEqual([action, 'A bell.', 'A horn.']));
    expect(server.sent).toHaveLength(1);
  });
});

describe.for(['cycle', 'finalDraft'] as const)('with the keys of %s', (elementKeys) => {
  test('Enter at the end stores the line and opens the next', async () => {
    const { server } = await open({ elementKeys });
    const field = edit(action);
    write(field, 'Nobody moves.');
    press('Enter');
    expect([liveField().textContent, type()]).toEqual(['', 'Action']);
    await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
  });

  test('Enter that is pressed twice or held stores a line once', async () => {
    const { server } = await open({ elementKeys });
    const field = addBehind(action);
    write(field, 'A bell.');
    const release = server.hold();
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter' });
    for (let times = 0; times < 6; times++) {
      const at = live() ?? document.activeElement ?? document.body;
      fireEvent.keyDown(at, { key: 'Enter', repeat: true });
    }
    release();
    await waitFor(() => expect(server.elements).toHaveLength(5));
    expect(server.sent).toHaveLength(1);
  });
});

describe('with the keys of Final Draft', () => {
  test('Tab at the end of action opens a cue, and Tab after a cue opens its extension', async () => {
    await open({ elementKeys: 'finalDraft' });
    edit(action);
    press('Tab');
    expect([liveField().textContent, type()]).toEqual(['', 'Character']);
    write(liveField(), 'MARA');
    press('Tab');
    expect(liveField().textContent).toBe('MARA (');
    press('Escape');
  });

  test('Tab in an empty line changes its type', async () => {
    await open({ elementKeys: 'finalDraft' });
    addBehind('MARA');
    press('Tab');
    expect(type()).toBe('Parenthetical');
  });

  test('Enter in an empty line moves the focus to the type picker', async () => {
    await open({ elementKeys: 'finalDraft' });
    addBehind(action);
    press('Enter');
    expect(document.activeElement?.matches('input[type=radio]:checked')).toBe(true);
    expect(document.activeElement?.parentElement?.textContent).toBe('Action');
    expect(live()).not.toBeNull();
  });
});

describe('at the edges of a text', () => {
  test('Backspace at the start joins it with the element before, and undo restores both', async () => {
    const { server } = await open();
    editAt(action, 0);
    expect(press('Backspace')).toBe(false);
    expect(liveField().textContent).toBe(`INT. CAR DECK - NIGHT ${action}`);
    expect(caret()).toBe('INT. CAR DECK - NIGHT '.length);
    await waitFor(() => expect(server.elements).toHaveLength(3));
    expect(server.sent).toHaveLength(1);
    press('z', { ctrlKey: true });
    await becomes(
      server,
      scene.map(([, content]) => content),
    );
    expect(server.elements[1]?.id).toBe(server.id(2));
  });

  test('Delete at the end joins it with the next element', async () => {
    const { server } = await open();
    editAt('MARA', 4);
    press('Delete');
    expect(liveField().textContent).toBe(`MARA ${speech}`);
    expect(caret()).toBe(4);
    await waitFor(() => expect(server.elements).toHaveLength(3));
    expect(server.characters).toEqual([]);
  });

  test('stores the text typed before a join as a step before it', async () => {
    const { server } = await open();
    write(edit(speech), 'Twice.');
    putCaret(liveField(), 0);
    press('Backspace');
    expect(liveField().textContent).toBe('MARA Twice.');
    await becomes(server, ['INT. CAR DECK - NIGHT', action, 'MARA TWICE.']);
    press('z', { ctrlKey: true });
    await becomes(server, ['INT. CAR DECK - NIGHT', action, 'MARA', 'Twice.']);
  });

  test('Backspace in a blank new line moves the caret to the end of the element before', async () => {
    const { server } = await open();
    addBehind(action);
    press('Backspace');
    expect(liveField().textContent).toBe(action);
    expect(caret()).toBe(action.length);
    expect(server.sent).toEqual([]);
  });

  test('the first element cannot be joined with one before it, nor the last with one after it', async () => {
    const { server } = await open();
    editAt('INT. CAR DECK - NIGHT', 0);
    expect(press('Backspace')).toBe(true);
    editAt(speech, speech.length);
    expect(press('Delete')).toBe(true);
    expect(server.sent).toEqual([]);
  });

  test('Backspace and Delete inside a text are left to the browser', async () => {
    await open();
    editAt(action, 4);
    expect(press('Backspace')).toBe(true);
    expect(press('Delete')).toBe(true);
    expect(liveField().textContent).toBe(action);
  });

  test.for([
    ['ArrowLeft', 0, 'INT. CAR DECK - NIGHT', 'INT. CAR DECK - NIGHT'.length],
    ['ArrowRight', action.length, 'MARA', 0],
    ['ArrowUp', 5, 'INT. CAR DECK - NIGHT', 5],
    ['ArrowDown', 5, 'MARA', 0],
  ] as const)('%s moves the caret into the neighbour', async ([key, from, neighbour, to]) => {
    const { server } = await open();
    write(edit(action), `${action} `);
    putCaret(liveField(), from === action.length ? from + 1 : from);
    expect(press(key)).toBe(false);
    expect(liveField().textContent).toBe(neighbour);
    expect(caret()).toBe(to);
    expect(server.sent).toEqual([]);
  });

  test('arrow keys inside a text, and with Shift, are left to the browser', async () => {
    await open();
    editAt(action, 4);
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      expect(press(key)).toBe(true);
      expect(press(key, { shiftKey: true })).toBe(true);
    }
    expect(liveField().textContent).toBe(action);
  });

  test('leaving with an arrow key stores the text', async () => {
    const { server } = await open();
    write(edit(action), 'Nobody moves.');
    press('ArrowDown');
    expect(liveField().textContent).toBe('MARA');
    await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
  });
});

describe('undo of Escape', () => {
  test('restores the discarded text as it was typed, and redo discards it again', async () => {
    const { server } = await open();
    write(edit(action), 'Nobody moves.');
    press('Escape');
    expect(isShown(action)).toBe(true);
    expect(server.sent).toEqual([]);
    fireEvent.click(await enabled(/^Undo/));
    expect(isShown('Nobody moves.')).toBe(true);
    await waitFor(() => expect(stored(server)[1]).toBe('Nobody moves.'));
    fireEvent.click(await enabled(/^Redo/));
    await waitFor(() => expect(stored(server)[1]).toBe(action));
  });

  test('is not offered if nothing was typed', async () => {
    await open();
    edit(action);
    press('Escape');
    expect(screen.getByRole('button', { name: /^Undo/ })).toHaveProperty('disabled', true);
  });
});

describe('undo in the line', () => {
  test('undoes and redoes a change of the script while nothing is typed', async () => {
    const { server } = await open();
    writeAndSave('Nobody moves.');
    edit('MARA');
    press('z', { ctrlKey: true });
    expect(isShown(action)).toBe(true);
    edit('MARA');
    press('z', { ctrlKey: true, shiftKey: true });
    expect(isShown('Nobody moves.')).toBe(true);
    await waitFor(() => expect(server.sent).toHaveLength(3));
  });

  test('puts the caret into the element before when a new element is undone', async () => {
    const { server } = await open();
    addBehind(action);
    writeLine('A bell.');
    press('z', { ctrlKey: true });
    expect(isShown('A bell.')).toBe(false);
    expect(liveField().textContent).toBe(action);
    expect(caret()).toBe(action.length);
    await becomes(
      server,
      scene.map(([, content]) => content),
    );
  });

  function writeAndSave(text: string): void {
    write(edit(action), text);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  }
});

describe('from the insert menu', () => {
  async function insert(label: string) {
    const opened = await open();
    act(() => elementOf(action).focus());
    await opened.user.click(screen.getByRole('button', { name: 'Insert an element below' }));
    const item = await screen.findByRole('menuitem', { name: label });
    fireEvent.click(item);
    fireEvent.click(item);
    return opened;
  }

  test.for([
    ['Scene Heading', 'NEW SCENE'],
    ['Action', 'New action...'],
    ['Character', 'CHARACTER NAME'],
    ['Parenthetical', '(...)'],
    ['Dialogue', 'New dialogue...'],
    ['Transition', 'CUT TO:'],
  ] as const)(
    'comes a %s with its placeholder, selected; once, and with no character',
    async ([label, text]) => {
      const { server } = await insert(label);
      await waitFor(() => expect(liveField().textContent).toBe(text));
      expect(document.getSelection()?.toString()).toBe(text);
      await waitFor(() => expect(server.elements).toHaveLength(5));
      expect(server.sent).toHaveLength(1);
      expect(server.sent[0]?.body).toMatchObject({ afterId: server.id(2), content: text });
      expect(server.characters).toEqual([]);
      press('Escape');
      expect(isShown(text)).toBe(true);
      expect(server.sent).toHaveLength(1);
    },
  );

  test('a name typed over the placeholder of a cue creates a character', async () => {
    const { server } = await insert('Character');
    await waitFor(() => expect(liveField().textContent).toBe('CHARACTER NAME'));
    writeLine('TOBIAS');
    await waitFor(() => expect(stored(server)[2]).toBe('TOBIAS'));
    expect(server.characters.map(({ name }) => name)).toEqual(['TOBIAS']);
  });
});

test('a script with every type can be typed without the mouse', async () => {
  const { server } = await open({}, [['scene_heading', 'INT. HOLD']]);
  const lines: [ElementType, string][] = [
    ['action', 'Water.'],
    ['character', 'MARA'],
    ['dialogue', 'Listen.'],
    ['transition', 'CUT TO:'],
  ];
  addBehind('INT. HOLD');
  for (const [each, text] of lines) {
    for (let steps = 0; steps < 6 && type() !== elementLabels[each]; steps++) press('Tab');
    writeLine(text);
  }
  await waitFor(() =>
    expect(server.elements.slice(1).map(({ elementType, content }) => [elementType, content])).toEqual(lines),
  );
});
