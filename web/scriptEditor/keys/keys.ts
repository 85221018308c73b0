import { type ElementType, elementTypes, insertMenuTypes } from '#screenplay/element.ts';
import { elementLabels } from '#screenplay/elementTypes/table.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import { isMac } from '#web/lib/platform.ts';
import { type Chord, type KeyPress, matchesAny } from './shortcut.ts';

/** Where a key works: on a focused element, in the text of one, or on the whole script screen. */
export type KeyPlace = 'page' | 'writing' | 'screen';

export interface ScriptKey {
  /** Alternatives; the first one is shown. */
  keys: readonly Chord[];
  label: string;
  /** Condition, if a key does several things in one place. */
  when?: string;
  place: KeyPlace;
  /**
   * Reach beyond the key's own place: everywhere; over text on the page (the default); or only
   * where no text field has such a key. An `own` key belongs to the field or focused element alone.
   */
  reach?: 'everywhere' | 'text' | 'page' | 'own';
}

/** Keys of commands, shown in menus and tooltips. */
export const commandKeys = {
  undo: { keys: [['Mod', 'Z']], label: 'Undo', place: 'screen', reach: 'page' },
  redo: {
    keys: [['Mod', 'Shift', 'Z'], ...offMac([['Ctrl', 'Y']])],
    label: 'Redo',
    place: 'screen',
    reach: 'page',
  },
  find: { keys: [['Mod', 'F']], label: 'Find', place: 'screen', reach: 'everywhere' },
  // On a Mac, Cmd+H hides the program.
  replace: {
    keys: isMac() ? [['Alt', 'Mod', 'F']] : [['Mod', 'H']],
    label: 'Find and replace',
    place: 'screen',
    reach: 'everywhere',
  },
  nextMatch: {
    keys: [isMac() ? ['Mod', 'G'] : ['F3']],
    label: 'Next match',
    place: 'screen',
    reach: 'everywhere',
  },
  previousMatch: {
    keys: [isMac() ? ['Mod', 'Shift', 'G'] : ['Shift', 'F3']],
    label: 'Previous match',
    place: 'screen',
    reach: 'everywhere',
  },
  nextMisspelling: { keys: [['F7']], label: 'Next misspelled word', place: 'screen', reach: 'text' },
  goToPage: { keys: [['Ctrl', 'G']], label: 'Go to a page', place: 'screen', reach: 'everywhere' },
  focusMode: {
    keys: [['Mod', 'Shift', 'F']],
    label: 'Focus mode: the page alone',
    place: 'screen',
    reach: 'everywhere',
  },
  typewriter: {
    keys: [['Mod', 'Shift', 'Y']],
    label: 'Typewriter scrolling',
    place: 'screen',
    reach: 'everywhere',
  },
  zoomIn: { keys: [['Mod', '>']], label: 'Larger page', place: 'screen', reach: 'everywhere' },
  zoomOut: { keys: [['Mod', '<']], label: 'Smaller page', place: 'screen', reach: 'everywhere' },
  toStart: { keys: [['Mod', 'Home']], label: 'To the start of the script', place: 'page', reach: 'page' },
  toEnd: { keys: [['Mod', 'End']], label: 'To the end of the script', place: 'page', reach: 'page' },
  palette: {
    keys: [['Mod', 'K']],
    label: 'Go to anything, and every command',
    place: 'screen',
    reach: 'everywhere',
  },
  cut: { keys: [['Mod', 'X']], label: 'Cut', place: 'writing', reach: 'own' },
  copy: { keys: [['Mod', 'C']], label: 'Copy', place: 'writing', reach: 'own' },
  paste: { keys: [['Mod', 'V']], label: 'Paste', place: 'writing', reach: 'own' },
  selectAll: {
    keys: [['Mod', 'A']],
    label: 'Select the element, then the script',
    place: 'screen',
    reach: 'page',
  },
  save: { keys: [['Mod', 'S']], label: 'Save', place: 'screen', reach: 'everywhere' },
  keys: { keys: [['?']], label: 'This list', place: 'page', reach: 'page' },
  bold: { keys: [['Mod', 'B']], label: 'Bold', place: 'writing', reach: 'own' },
  italic: { keys: [['Mod', 'I']], label: 'Italic', place: 'writing', reach: 'own' },
  underline: { keys: [['Mod', 'U']], label: 'Underline', place: 'writing', reach: 'own' },
  dual: { keys: [['Mod', 'D']], label: 'Dual dialogue, and back', place: 'writing' },
  edit: { keys: [['Enter']], label: 'Edit', place: 'page', reach: 'own' },
  addBelow: { keys: [['Shift', 'Enter']], label: 'Add after this', place: 'page', reach: 'own' },
  comments: { keys: [['C']], label: 'Comments', place: 'page', reach: 'own' },
  ask: { keys: [['A']], label: 'Ask the assistant about this', place: 'page', reach: 'own' },
  suggestions: { keys: [['S']], label: 'Suggestions', place: 'page', reach: 'own' },
  play: { keys: [[' ']], label: 'Play its sound, or stop it', place: 'page', reach: 'own' },
  playScript: {
    keys: [['Mod', 'Shift', ' ']],
    label: 'Play the script from here, or stop it',
    place: 'screen',
    reach: 'everywhere',
  },
  delete: { keys: [['Delete'], ['Backspace']], label: 'Delete', place: 'page', reach: 'own' },
} as const satisfies Record<string, ScriptKey>;

export type CommandKey = keyof typeof commandKeys;

/** Return the command among `ids` whose key is pressed. */
export function pressedCommand<Id extends CommandKey>(event: KeyPress, ids: readonly Id[]): Id | null {
  return ids.find((id) => matchesAny(event, commandKeys[id].keys)) ?? null;
}

/** Keys with a meaning in the text, on an element, or in lists over them. */
export const textKeys = {
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

/** Return which of those keys is pressed. */
export function pressedTextKey(event: KeyPress): TextKey | null {
  for (const [id, chords] of Object.entries(textKeys)) if (matchesAny(event, chords)) return id as TextKey;
  return null;
}

interface TypeKey extends ScriptKey {
  type: ElementType;
}

/** Ctrl or Cmd with a digit sets the type: in Tab order, or in Final Draft's order. */
export const typeKeys: Record<ElementKeys, readonly TypeKey[]> = {
  cycle: numbered(elementTypes),
  finalDraft: numbered(insertMenuTypes),
  fountain: numbered(elementTypes),
};

/** Return the type that a key sets; null for any other key. */
export function typeOfKey(event: KeyPress, elementKeys: ElementKeys): ElementType | null {
  return typeKeys[elementKeys].find(({ keys }) => matchesAny(event, keys))?.type ?? null;
}

function numbered(types: readonly ElementType[]): TypeKey[] {
  return types.map((type, index) => ({
    keys: [['Mod', `${index + 1}`]],
    label: elementLabels[type],
    place: 'writing',
    type,
  }));
}

function offMac(keys: readonly Chord[]): readonly Chord[] {
  return isMac() ? [] : keys;
}
