import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { AfterDialogue, ElementKeys } from '#screenplay/flow.ts';
import { defaultFormat } from '#screenplay/format.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { characterRow } from '#test/rows.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { putCaret } from '#web/script/testing/openScript.tsx';
import { loadPasteReader } from '#web/scriptEditor/clipboard/pasteReader.ts';
import { speakerAt } from '#web/scriptSync/speakers.ts';
import { measuresFor } from '../sheet/measures.ts';
import { AddArea } from './AddArea.tsx';

beforeAll(loadPasteReader);
afterEach(cleanup);

const opening: [Element['elementType'], string][] = [
  ['scene_heading', 'INT. CAR DECK - NIGHT'],
  ['character', 'MARA'],
  ['dialogue', 'Two hundred and thirteen.'],
  ['character', 'TOBIAS (O.S.)'],
  ['dialogue', 'Count the cars.'],
];

interface Setting {
  lines?: [Element['elementType'], string][];
  keys?: ElementKeys;
  afterDialogue?: AfterDialogue;
  cast?: Character[];
  isSaving?: boolean;
  isTaken?: boolean;
}

const rowsOf = (lines: [Element['elementType'], string][]) =>
  scriptRows(lines.map(([elementType, content]) => ({ elementType, content }))).elements;

interface ScriptProps extends Setting {
  added: [string, string][];
  told: [string, string][];
}

/** Show the bottom input of a script to which the added lines are appended. */
function Script({
  lines = opening,
  isTaken = true,
  keys,
  afterDialogue,
  cast,
  isSaving,
  added,
  told,
}: ScriptProps) {
  const [elements, setElements] = useState(() => rowsOf(lines));
  return (
    <AddArea
      lastType={elements.at(-1)?.elementType ?? null}
      elements={elements}
      characters={cast ?? []}
      speaker={speakerAt(elements, elements.length)}
      format={defaultFormat}
      measures={measuresFor(1000, false, defaultFormat)}
      elementKeys={keys ?? 'cycle'}
      afterDialogue={afterDialogue ?? 'action'}
      isSaving={isSaving ?? false}
      onLine={(type, { text }) => told.push([type, text])}
      onAdd={(type, content) => {
        if (!isTaken) return false;
        added.push([type, content]);
        setElements([...elements, ...rowsOf([[type, content]])]);
        return true;
      }}
      onPaste={(made) => {
        for (const { elementType, content } of made.elements) added.push([elementType, content]);
      }}
    />
  );
}

function openArea(setting: Setting = {}) {
  const added: [string, string][] = [];
  const calls: [string, string][] = [];
  render(<Script {...setting} added={added} told={calls} />);
  return { added, told: calls, user: userEvent.setup() };
}

const input = () => screen.getByRole('textbox');
const button = () => screen.getByRole('button', { name: 'Add Element' });
const typeNow = () => input().getAttribute('aria-label');
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;

const aCharacter = (name: string, more: Partial<Character> = {}): Character =>
  characterRow({ name, ...more });

test('a scene can be typed without the mouse, with completions from the script', async () => {
  const { added, user } = openArea();
  await user.click(input());
  await user.keyboard('ext. ');
  expect([typeNow(), options()]).toEqual(['Scene Heading', ['CAR DECK']]);
  await user.keyboard('c{Enter} - n{Tab}');
  await user.keyboard('Rain.{Enter}{Tab}');
  expect(options()).toEqual(['TTOBIAS', 'MMARA']);
  await user.keyboard('m{Enter}(low{Enter}Twice.{Enter}');
  await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}cu{Enter}');
  expect(added).toEqual([
    ['scene_heading', 'ext. CAR DECK - NIGHT'],
    ['action', 'Rain.'],
    ['character', 'MARA'],
    ['parenthetical', '(low)'],
    ['dialogue', 'Twice.'],
    ['transition', 'CUT TO:'],
  ]);
  expect(document.activeElement).toBe(input());
});

test('after each line the input is empty and has the following type', async () => {
  const { user } = openArea({ lines: [] });
  await user.click(input());
  const types = [];
  for (const line of ['INT. DECK', 'Rain.']) {
    await user.keyboard(`${line}{Enter}`);
    types.push(typeNow());
    expect(input().textContent).toBe('');
  }
  await user.keyboard('{Tab}MARA{Enter}');
  types.push(typeNow());
  await user.keyboard('(low{Enter}');
  types.push(typeNow());
  await user.keyboard('No.{Enter}');
  types.push(typeNow());
  expect(types).toEqual(['Action', 'Action', 'Dialogue', 'Dialogue', 'Action']);
});

test('leads from a speech to a cue with “After dialogue: Character”, with the other speaker first', async () => {
  const { user } = openArea({ afterDialogue: 'character' });
  expect(typeNow()).toBe('Character');
  await user.click(input());
  expect(options()).toEqual(['MMARA', 'TTOBIAS']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(typeNow()).toBe('Dialogue');
  await user.keyboard('Twice.{Enter}');
  expect([typeNow(), options()]).toEqual(['Character', ['TTOBIAS', 'MMARA']]);
});

test('accepts a completion in an empty cue by Enter and Tab only after an arrow key has selected it', async () => {
  const { added, user } = openArea({ afterDialogue: 'character' });
  await user.click(input());
  expect([options().length, active()]).toEqual([2, null]);
  await user.keyboard('{Enter}');
  expect(added).toEqual([]);
  await user.keyboard('{Tab}');
  expect(typeNow()).toBe('Dialogue');
});

test('the Final Draft keys work as in Final Draft', async () => {
  const { added, user } = openArea({ keys: 'finalDraft' });
  await user.click(input());
  expect(typeNow()).toBe('Action');
  await user.keyboard('{Tab}');
  expect(typeNow()).toBe('Character');
  await user.keyboard('MARA{Enter}');
  expect(typeNow()).toBe('Dialogue');
  await user.keyboard('No.{Tab}');
  expect(typeNow()).toBe('Parenthetical');
  await user.keyboard('(low){Enter}Yes.{Enter}Rain.{Tab}');
  expect(typeNow()).toBe('Character');
  await user.keyboard('{Tab}CUT TO:{Enter}');
  expect(typeNow()).toBe('Scene Heading');
  expect(added.map(([type]) => type)).toEqual([
    'character',
    'dialogue',
    'parenthetical',
    'dialogue',
    'action',
    'transition',
  ]);
});

test('opens the extensions of a name by Tab with the Final Draft keys', async () => {
  const { added, user } = openArea({ keys: 'finalDraft' });
  await user.click(input());
  await user.keyboard('{Tab}MARA{Tab}');
  expect(input().textContent).toBe('MARA (');
  expect(options()).toEqual(['(O.S.)', '(V.O.)', '(O.C.)', '(SUBTITLE)']);
  await user.keyboard('v{Tab}');
  expect(added).toEqual([['character', 'MARA (V.O.)']]);
  expect(typeNow()).toBe('Dialogue');
});

test('leaves the keys that end a composition to the input method', async () => {
  const { user } = openArea({ keys: 'finalDraft' });
  await user.click(input());
  const type = typeNow();
  for (const key of ['Enter', 'Tab', 'Escape'])
    fireEvent.keyDown(input(), { key, keyCode: 229, isComposing: false });
  expect([typeNow(), document.activeElement]).toEqual([type, input()]);
});

test('chooses a type by its letter after Enter on an empty line with the Final Draft keys', async () => {
  const { user } = openArea({ keys: 'finalDraft' });
  await user.click(input());
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Action', { selector: 'input' }));
  await user.keyboard('t');
  expect([typeNow(), document.activeElement]).toEqual(['Transition', input()]);
  await user.keyboard('{Enter}{Escape}');
  expect([typeNow(), document.activeElement]).toEqual(['Transition', input()]);
});

test.each([
  ['cycle', '{Enter}', 'One two', ''],
  ['finalDraft', '{Enter}', 'One', 'two'],
  ['cycle', '{Control>}{Enter}{/Control}', 'One', 'two'],
] as const)('with the keys of %s, %s in the middle of a line adds "%s"', async (keys, key, content, rest) => {
  const { added, user } = openArea({ keys });
  await user.type(input(), 'One two');
  putCaret(input(), 3);
  await user.keyboard(key);
  expect(added).toEqual([['action', content]]);
  expect(input().textContent).toBe(rest);
});

test('INT. typed into action makes a heading, and a bracket at the start of dialogue a parenthetical', async () => {
  const { user } = openArea({ lines: [['character', 'MARA']] });
  await user.click(input());
  await user.keyboard('(');
  expect([typeNow(), input().textContent]).toEqual(['Parenthetical', '()']);
  await user.keyboard('{Backspace}');
  expect([typeNow(), input().textContent]).toEqual(['Dialogue', '']);
  await user.click(screen.getByLabelText('Action'));
  await user.type(input(), 'int.');
  expect([typeNow(), input().textContent]).toEqual(['Scene Heading', 'int.']);
});

test('a new name that begins with a known one is offered as a new character', async () => {
  const { added, user } = openArea({ cast: [aCharacter('MARA'), aCharacter('TOBIAS')] });
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'mar');
  expect(active()).toBe('MMARA');
  await user.keyboard('tha');
  expect(options()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('Press Enter to create "MARTHA" as a new character');
  await user.keyboard('{Enter}');
  expect(added).toEqual([['character', 'martha']]);
});

test('Escape closes the list first, and only then leaves the field', async () => {
  const { added, user } = openArea();
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'ma{Escape}');
  expect([options(), document.activeElement]).toEqual([[], input()]);
  await user.keyboard('{Enter}');
  expect(added).toEqual([['character', 'ma']]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(input());
});

test('a click accepts an option, as Enter and Tab do, and the input keeps the focus', async () => {
  const { added, user } = openArea({ cast: [aCharacter('NILS', { role: 'Cook', avatarUrl: '/nils.png' })] });
  await user.click(screen.getByLabelText('Character'));
  await user.type(input(), 'n');
  const option = screen.getByRole('option');
  expect(within(option).getByText('Cook')).toBeTruthy();
  expect(option.querySelector('img')?.getAttribute('src')).toBe('/nils.png');
  await user.click(option);
  expect(added).toEqual([['character', 'NILS']]);
  expect([typeNow(), document.activeElement]).toEqual(['Dialogue', input()]);
});

test('the list is hidden while the input does not have the focus', async () => {
  const { user } = openArea({ afterDialogue: 'character' });
  expect(options()).toEqual([]);
  await user.click(input());
  expect(options()).toHaveLength(2);
  await user.tab({ shift: true });
  await user.keyboard('{Escape}{Escape}');
  expect(options()).toEqual([]);
});

test('a line that was not added stays in the input', async () => {
  const { user } = openArea({ isTaken: false });
  await user.type(input(), 'Rain.{Enter}');
  expect([typeNow(), input().textContent]).toEqual(['Action', 'Rain.']);
});

test('the button is disabled while a line is saved', () => {
  openArea({ isSaving: true });
  expect(button()).toHaveProperty('disabled', true);
});

test('reports unsaved text to its parent', async () => {
  const { told, user } = openArea();
  await user.type(input(), 'Ra');
  expect(told.at(-1)).toEqual(['action', 'Ra']);
  await user.keyboard('{Enter}');
  expect(told.at(-1)).toEqual(['action', '']);
});

test('a pasted screenplay becomes elements after the text before the caret, and the text after the caret stays in the input', async () => {
  const { added, user } = openArea();
  await user.click(input());
  await user.keyboard('Rain. Sun.{ArrowLeft>5/}');
  const data: Record<string, string> = { 'text/plain': 'EXT. PIER - DAWN\n\nMARA\nForty-one.\n' };
  fireEvent.paste(input(), { clipboardData: { getData: (type: string) => data[type] ?? '' } });
  expect(added).toEqual([
    ['action', 'Rain.'],
    ['scene_heading', 'EXT. PIER - DAWN'],
    ['character', 'MARA'],
    ['dialogue', 'Forty-one.'],
  ]);
  expect([typeNow(), input().textContent]).toEqual(['Action', 'Sun.']);
});

test('pasted words are inserted into the line', async () => {
  const { added, user } = openArea();
  await user.click(input());
  await user.keyboard('Rain');
  await user.paste(' and sun.');
  expect([added, input().textContent]).toEqual([[], 'Rain and sun.']);
});
