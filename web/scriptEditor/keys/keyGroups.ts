import type { ElementKeys } from '#screenplay/flow.ts';
import { commandKeys, type ScriptKey, textKeys, typeKeys } from './keys.ts';

/** Keys of one subject, for the list of keys. */
export interface KeyGroup {
  title: string;
  keys: readonly ScriptKey[];
}

const moving: readonly ScriptKey[] = [
  { keys: textKeys.up, label: 'Previous element', place: 'page' },
  { keys: textKeys.down, label: 'Next element', place: 'page' },
  commandKeys.toStart,
  commandKeys.toEnd,
  commandKeys.selectAll,
  {
    keys: [...textKeys.up, ['ArrowLeft']],
    label: 'Into the element before',
    when: 'At the start of the text',
    place: 'writing',
  },
  {
    keys: [...textKeys.down, ['ArrowRight']],
    label: 'Into the element after',
    when: 'At the end of the text',
    place: 'writing',
  },
  { keys: textKeys.escape, label: 'Clear the selection', place: 'page' },
];

const extension: ScriptKey = {
  keys: textKeys.tab,
  label: 'Extension, such as (V.O.)',
  when: 'Behind a name',
  place: 'writing',
};

/** Enter and Tab while writing, as in screenplay/flow.ts. */
const writing: Record<ElementKeys, readonly ScriptKey[]> = {
  cycle: [
    { keys: textKeys.enter, label: 'Save, and add the next', when: 'At the end', place: 'writing' },
    { keys: textKeys.enter, label: 'Save', when: 'In the middle', place: 'writing' },
    { keys: textKeys.tab, label: 'Next type', place: 'writing' },
    { keys: textKeys.backTab, label: 'Previous type', place: 'writing' },
  ],
  finalDraft: [
    { keys: textKeys.enter, label: 'Save, and add the next', when: 'At the end', place: 'writing' },
    { keys: textKeys.enter, label: 'Cut the element in two', when: 'In the middle', place: 'writing' },
    { keys: textKeys.enter, label: 'Choose a type', when: 'Nothing written yet', place: 'writing' },
    { keys: textKeys.tab, label: 'Add the type that Tab leads to', when: 'At the end', place: 'writing' },
    { keys: textKeys.tab, label: 'Change to that type', when: 'Nothing written yet', place: 'writing' },
    extension,
    { keys: textKeys.backTab, label: 'Previous type', place: 'writing' },
  ],
  fountain: [
    { keys: textKeys.enter, label: 'Save, and add the next', when: 'At the end', place: 'writing' },
    { keys: textKeys.enter, label: 'Make it a cue', when: 'Behind a name in capitals', place: 'writing' },
    {
      keys: textKeys.enter,
      label: 'Give it the type of its sign: . @ > !',
      when: 'Behind a line with a sign',
      place: 'writing',
    },
    { keys: textKeys.enter, label: 'Cut the element in two', when: 'In the middle', place: 'writing' },
    { keys: textKeys.enter, label: 'End the speech', when: 'Nothing written yet', place: 'writing' },
    { keys: textKeys.tab, label: 'Character, and back', when: 'Nothing written yet', place: 'writing' },
    extension,
    { keys: textKeys.backTab, label: 'Previous type', place: 'writing' },
  ],
};

const alwaysWriting: readonly ScriptKey[] = [
  {
    keys: textKeys.enter,
    label: 'New line above',
    when: 'At the start of the script',
    place: 'writing',
  },
  { keys: textKeys.split, label: 'Cut the element in two', place: 'writing' },
  { keys: textKeys.lineBreak, label: 'New line in the element', place: 'writing' },
  {
    keys: textKeys.backspace,
    label: 'Join with the element before',
    when: 'At the start of the text',
    place: 'writing',
  },
  { keys: textKeys.escape, label: 'Keyboard mode; cancels an edit that Enter began', place: 'writing' },
];

/** Keys of the browser, and the context menu. */
const pageMenu: ScriptKey = {
  keys: textKeys.menu,
  label: 'Menu of the page',
  place: 'screen',
};

/** Return every key of the script screen under the given preference. */
export function keyGroups(elementKeys: ElementKeys): readonly KeyGroup[] {
  const { undo, redo, find, replace, nextMatch, previousMatch, palette, save } = commandKeys;
  const { cut, copy, paste, nextMisspelling } = commandKeys;
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
        nextMisspelling,
        palette,
        commandKeys.keys,
      ],
    },
  ];
}
