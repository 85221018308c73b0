import { type ElementType, elementLabels, elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import { isMac } from '#web/lib/platform.ts';
import { type Chord, type KeyPress, matchesAny } from './shortcut.ts';

/** Where a key works: on a focused element, in the text of one, or on the whole script screen. */
export type KeyPlace = 'page' | 'writing' | 'screen';

export interface ScriptKey {
  /** Any of these; the first is the one that is told. */
  keys: readonly Chord[];
  does: string;
  /** Where one key does several things in one place: when it does this. */
  when?: string;
  place: KeyPlace;
  /**
   * How far it reaches beside its own place: everywhere, over text that is written on the page (as where this is
   * absent), or only where no text is typed, which has such a key of its own. A key that is `own` is that of the field
   * or the focused element alone.
   */
  reach?: 'everywhere' | 'text' | 'page' | 'own';
}

export interface KeyGroup {
  title: string;
  keys: readonly ScriptKey[];
}

/** Keys that commands have too; menus and tooltips tell them. */
export const commandKeys = {
  undo: { keys: [['Mod', 'Z']], does: 'Undo', place: 'screen', reach: 'page' },
  redo: {
    keys: [['Mod', 'Shift', 'Z'], ...offMac([['Ctrl', 'Y']])],
    does: 'Redo',
    place: 'screen',
    reach: 'page',
  },
  find: { keys: [['Mod', 'F']], does: 'Find', place: 'screen', reach: 'everywhere' },
  // On a Mac Cmd+H hides the program, whatever a page says.
  replace: {
    keys: isMac() ? [['Alt', 'Mod', 'F']] : [['Mod', 'H']],
    does: 'Find and replace',
    place: 'screen',
    reach: 'everywhere',
  },
  nextMatch: {
    keys: [isMac() ? ['Mod', 'G'] : ['F3']],
    does: 'Next match',
    place: 'screen',
    reach: 'everywhere',
  },
  previousMatch: {
    keys: [isMac() ? ['Mod', 'Shift', 'G'] : ['Shift', 'F3']],
    does: 'Previous match',
    place: 'screen',
    reach: 'everywhere',
  },
  goToPage: { keys: [['Ctrl', 'G']], does: 'Go to a page', place: 'screen', reach: 'everywhere' },
  focusMode: {
    keys: [['Mod', 'Shift', 'F']],
    does: 'Focus mode: the page alone',
    place: 'screen',
    reach: 'everywhere',
  },
  typewriter: {
    keys: [['Mod', 'Shift', 'Y']],
    does: 'Typewriter scrolling',
    place: 'screen',
    reach: 'everywhere',
  },
  zoomIn: { keys: [['Mod', '>']], does: 'Larger page', place: 'screen', reach: 'everywhere' },
  zoomOut: { keys: [['Mod', '<']], does: 'Smaller page', place: 'screen', reach: 'everywhere' },
  toStart: { keys: [['Mod', 'Home']], does: 'To the start of the script', place: 'page', reach: 'page' },
  toEnd: { keys: [['Mod', 'End']], does: 'To the end of the script', place: 'page', reach: 'page' },
  palette: {
    keys: [['Mod', 'K']],
    does: 'Go to anything, and every command',
    place: 'screen',
    reach: 'everywhere',
  },
  cut: { keys: [['Mod', 'X']], does: 'Cut', place: 'writing', reach: 'own' },
  copy: { keys: [['Mod', 'C']], does: 'Copy', place: 'writing', reach: 'own' },
  paste: { keys: [['Mod', 'V']], does: 'Paste', place: 'writing', reach: 'own' },
  selectAll: {
    keys: [['Mod', 'A']],
    does: 'Select the element, then the script',
    place: 'screen',
    reach: 'page',
  },
  save: { keys: [['Mod', 'S']], does: 'Save', place: 'screen', reach: 'everywhere' },
  keys: { keys: [['?']], does: 'This list', place: 'page', reach: 'page' },
  bold: { keys: [['Mod', 'B']], does: 'Bold', place: 'writing', reach: 'own' },
  italic: { keys: [['Mod', 'I']], does: 'Italic', place: 'writing', reach: 'own' },
  underline: { keys: [['Mod', 'U']], does: 'Underline', place: 'writing', reach: 'own' },
  dual: { keys: [['Mod', 'D']], does: 'Dual dialogue, and back', place: 'writing' },
  edit: { keys: [['Enter']], does: 'Edit', place: 'page', reach: 'own' },
  addBelow: { keys: [['Shift', 'Enter']], does: 'Add after this', place: 'page', reach: 'own' },
  comments: { keys: [['C']], does: 'Comments', place: 'page', reach: 'own' },
  ask: { keys: [['A']], does: 'Ask the assistant about this', place: 'page', reach: 'own' },
  suggestions: { keys: [['S']], does: 'Suggestions', place: 'page', reach: 'own' },
  play: { keys: [[' ']], does: 'Play its sound, or stop it', place: 'page', reach: 'own' },
  playScript: {
    keys: [['Mod', 'Shift', ' ']],
    does: 'Play the script from here, or stop it',
    place: 'screen',
    reach: 'everywhere',
  },
  delete: { keys: [['Delete'], ['Backspace']], does: 'Delete', place: 'page', reach: 'own' },
} as const satisfies Record<string, ScriptKey>;

export type CommandKey = keyof typeof commandKeys;

/** Of some commands the one whose key is pressed. */
export function pressedCommand<Id extends CommandKey>(event: KeyPress, ids: readonly Id[]): Id | null {
  return ids.find((id) => matchesAny(event, commandKeys[id].keys)) ?? null;
}

/** Keys that have something to do in the text, on an element or in what is open over them; the list tells what. */
const textKeys = {
  enter: [['Enter']],
  lineBreak: [['Shift', 'Enter']],
  split: [['Mod', 'Enter']],
  tab: [['Tab']],
  backTab: [['Shift', 'Tab']],
  escape: [['Escape']],
  backspace: [['Backspace']],
  delete: [['Delete']],
  up: [['ArrowUp']],
  down: [['ArrowDown']],
  menu: [['Shift', 'F10'], ['ContextMenu']],
} as const satisfies Record<string, readonly Chord[]>;

export type TextKey = keyof typeof textKeys;

/** Which of those keys is pressed. */
export function pressedTextKey(event: KeyPress): TextKey | null {
  for (const [id, chords] of Object.entries(textKeys)) if (matchesAny(event, chords)) return id as TextKey;
  return null;
}

interface TypeKey extends ScriptKey {
  type: ElementType;
}

/** Ctrl or Cmd and a digit set the type: in Tab order, or in Final Draft's. */
export const typeKeys: Record<ElementKeys, readonly TypeKey[]> = {
  cycle: numbered(elementTypes),
  finalDraft: numbered(insertMenuTypes),
};

/** The type that a key sets; null for any other key. */
export function typeOfKey(event: KeyPress, elementKeys: ElementKeys): ElementType | null {
  return typeKeys[elementKeys].find(({ keys }) => matchesAny(event, keys))?.type ?? null;
}

const moving: readonly ScriptKey[] = [
  { keys: textKeys.up, does: 'Previous element', place: 'page' },
  { keys: textKeys.down, does: 'Next element', place: 'page' },
  commandKeys.toStart,
  commandKeys.toEnd,
  commandKeys.selectAll,
  {
    keys: [...textKeys.up, ['ArrowLeft']],
    does: 'Into the element before',
    when: 'At the start of the text',
    place: 'writing',
  },
  {
    keys: [...textKeys.down, ['ArrowRight']],
    does: 'Into the element after',
    when: 'At the end of the text',
    place: 'writing',
  },
  { keys: textKeys.escape, does: 'Clear the selection', place: 'page' },
];

/** Enter and Tab while writing, as screenplay/flow.ts has them. */
const writing: Record<ElementKeys, readonly ScriptKey[]> = {
  cycle: [
    { keys: textKeys.enter, does: 'Save, and add the next', when: 'At the end', place: 'writing' },
    { keys: textKeys.enter, does: 'Save', when: 'In the middle', place: 'writing' },
    { keys: textKeys.tab, does: 'Next type', place: 'writing' },
    { keys: textKeys.backTab, does: 'Previous type', place: 'writing' },
  ],
  finalDraft: [
    { keys: textKeys.enter, does: 'Save, and add the next', when: 'At the end', place: 'writing' },
    { keys: textKeys.enter, does: 'Cut the element in two', when: 'In the middle', place: 'writing' },
    { keys: textKeys.enter, does: 'Choose a type', when: 'Nothing written yet', place: 'writing' },
    { keys: textKeys.tab, does: 'Add the type that Tab leads to', when: 'At the end', place: 'writing' },
    { keys: textKeys.tab, does: 'Change to that type', when: 'Nothing written yet', place: 'writing' },
    { keys: textKeys.tab, does: 'Extension, such as (V.O.)', when: 'Behind a name', place: 'writing' },
    { keys: textKeys.backTab, does: 'Previous type', place: 'writing' },
  ],
};

const alwaysWriting: readonly ScriptKey[] = [
  {
    keys: textKeys.enter,
    does: 'New line above',
    when: 'At the start of the script',
    place: 'writing',
  },
  { keys: textKeys.split, does: 'Cut the element in two', place: 'writing' },
  { keys: textKeys.lineBreak, does: 'New line in the element', place: 'writing' },
  {
    keys: textKeys.backspace,
    does: 'Join with the element before',
    when: 'At the start of the text',
    place: 'writing',
  },
  { keys: textKeys.escape, does: 'Cancel', place: 'writing' },
];

/** Those that the browser has, and the menu that the mouse opens. */
const pageMenu: ScriptKey = {
  keys: textKeys.menu,
  does: 'Menu of the page',
  place: 'screen',
};

/** Every key of the script screen, as the preference has them. */
export function keyGroups(elementKeys: ElementKeys): readonly KeyGroup[] {
  const { undo, redo, find, replace, nextMatch, previousMatch, palette, save } = commandKeys;
  const { cut, copy, paste } = commandKeys;
  const { goToPage, focusMode, typewriter, zoomIn, zoomOut } = commandKeys;
  const { edit, addBelow, comments, ask, suggestions, bold, italic, underline, dual } = commandKeys;
  return [
    { title: 'Moving about', keys: moving },
    {
      title: 'Elements',
      keys: [edit, addBelow, commandKeys.delete, ...typeKeys[elementKeys]],
    },
    { title: 'While writing', keys: [...writing[elementKeys], ...alwaysWriting] },
    { title: 'Formatting', keys: [bold, italic, underline, dual] },
    { title: 'Listening', keys: [commandKeys.play, commandKeys.playScript] },
    { title: 'Panels', keys: [comments, ask, suggestions] },
    { title: 'View', keys: [goToPage, focusMode, typewriter, zoomIn, zoomOut] },
    {
      title: 'Everything',
      keys: [
        undo,
        redo,
        cut,
        copy,
        paste,
        pageMenu,
        save,
        find,
        replace,
        nextMatch,
        previousMatch,
        palette,
        commandKeys.keys,
      ],
    },
  ];
}

function numbered(types: readonly ElementType[]): TypeKey[] {
  return types.map((type, index) => ({
    keys: [['Mod', `${index + 1}`]],
    does: elementLabels[type],
    place: 'writing',
    type,
  }));
}

function offMac(keys: readonly Chord[]): readonly Chord[] {
  return isMac() ? [] : keys;
}
