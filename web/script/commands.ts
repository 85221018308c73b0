import { elementLabels, elementTypes } from '#screenplay/element.ts';
import { browserPage } from '#web/lib/leave.ts';
import { readingHref } from '#web/lib/readingHref.ts';
import type { ScriptDesk } from './desk/useScriptDesk.ts';
import { largestZoom, smallestZoom } from './desk/viewing.ts';
import { commandKeys, typeKeys } from './keys/keys.ts';
import { type Chord, type KeyPress, matchesAny } from './keys/shortcut.ts';
import type { Command } from './palette/results.ts';

export type Window = 'palette' | 'page' | 'keys' | 'preferences' | 'reports' | 'settings';

interface Actions {
  open: (window: Window) => void;
  find: (withReplace: boolean) => void;
  nextMatch: () => void;
  previousMatch: () => void;
  comment: () => void;
  ask: () => void;
  suggestions: () => void;
  history: () => void;
  askToDelete: () => void;
  clip: (does: 'cut' | 'copy' | 'paste') => void;
  focusMode: { isOn: boolean; toggle: () => void };
  exportAs: (format: 'pdf' | 'fdx' | 'fountain') => void;
  toggleSceneNumbers: () => void;
  /** Null while no scene has an image. */
  toggleImages: (() => void) | null;
}

type ScriptCommand = Command & {
  /** All its keys; the first is the one that is told. */
  chords: readonly Chord[];
};

/** Everything the script screen can do, by a name: for the palette, the menus and the keys. */
export function scriptCommands(script: ScriptDesk, act: Actions): ScriptCommand[] {
  const { canWrite, canComment, changes, current, live, selection, preferences } = script;
  const list: ScriptCommand[] = [];
  const add = (
    group: string,
    id: keyof typeof commandKeys | 'history' | null,
    label: string,
    run: () => void,
    isEnabled = true,
  ) => {
    const key = id && id !== 'history' && commandKeys[id];
    const chords: readonly Chord[] = key ? key.keys : [];
    list.push({
      id: id ?? label,
      label,
      group,
      run,
      isEnabled,
      chords,
      ...(chords[0] && { keys: chords[0] }),
    });
  };
  if (canWrite) {
    add('Edit', 'undo', named('Undo', changes.undoLabel), script.undo, changes.undoLabel !== null);
    add('Edit', 'redo', named('Redo', changes.redoLabel), script.redo, changes.redoLabel !== null);
    add('Edit', 'save', 'Save', () => script.save(), live !== null || script.writing.below !== null);
  }
  const isInText = live !== null || selection !== null || script.writing.below !== null;
  if (canWrite) add('Edit', 'cut', 'Cut', () => act.clip('cut'), isInText);
  add('Edit', 'copy', 'Copy', () => act.clip('copy'), isInText);
  if (canWrite) add('Edit', 'paste', 'Paste', () => act.clip('paste'), isInText);
  add('Edit', 'selectAll', 'Select all', script.selecting.selectAll, script.rows.length > 0);
  add('Edit', 'find', 'Find…', () => act.find(false));
  if (canWrite) add('Edit', 'replace', 'Find and replace…', () => act.find(true));
  add('Edit', 'nextMatch', 'Next match', act.nextMatch);
  add('Edit', 'previousMatch', 'Previous match', act.previousMatch);
  if (canWrite) {
    add(
      'Elements',
      'edit',
      'Edit this element',
      () => current && script.edit(current, current.content.length),
      current !== null && !live,
    );
    add(
      'Elements',
      'addBelow',
      'Add after this element',
      () => current && script.addBelow(current),
      current !== null,
    );
    add(
      'Elements',
      'delete',
      'Delete this element…',
      act.askToDelete,
      current !== null && live?.base !== null,
    );
    for (const type of elementTypes) {
      const chords = typeKeys[preferences.elementKeys].find((key) => key.type === type)?.keys ?? [];
      list.push({
        id: `type-${type}`,
        label: `Change to ${elementLabels[type]}`,
        group: 'Elements',
        run: () => script.setType(type),
        isEnabled: selection !== null || (current !== null && (live?.type ?? current.elementType) !== type),
        chords,
        ...(chords[0] && { keys: chords[0] }),
      });
    }
    add('Format', 'bold', 'Bold', () => script.toggleStyle('isBold'), isInText);
    add('Format', 'italic', 'Italic', () => script.toggleStyle('isItalic'), isInText);
    add('Format', 'underline', 'Underline', () => script.toggleStyle('isUnderlined'), isInText);
    add('Format', null, 'Upper case', () => script.setCase('upper'), isInText);
    add('Format', null, 'Lower case', () => script.setCase('lower'), isInText);
    add('Format', 'dual', 'Dual dialogue', script.toggleDual, script.canBeDual);
    add('Format', null, 'Centred text', script.toggleCentred, current !== null);
    add('Format', null, 'Start on a new page', script.togglePageBreak, current !== null);
  }
  if (canComment) {
    add('Panels', 'comments', 'Comment on this element', act.comment, current !== null);
    add('Panels', 'ask', 'Ask the assistant about this element', act.ask, current !== null);
    add('Panels', 'suggestions', 'Suggestions', act.suggestions);
  }
  add('Panels', 'history', 'History of this element', act.history, current !== null);
  add('Script', 'toStart', 'Go to the start', () => script.goToEdge('start'), script.rows.length > 0);
  add('Script', 'toEnd', 'Go to the end', () => script.goToEdge('end'), script.rows.length > 0);
  add('Script', 'goToPage', 'Go to page…', () => act.open('page'), script.rows.length > 0);
  add('Script', null, 'Reading view', () => browserPage.leaveTo(readingHref(script.project.id)));
  add('Script', null, 'Export PDF', () => act.exportAs('pdf'));
  add('Script', null, 'Export Final Draft (FDX)', () => act.exportAs('fdx'));
  add('Script', null, 'Export Fountain', () => act.exportAs('fountain'));
  add('Script', null, 'Reports…', () => act.open('reports'));
  add('Script', null, canWrite ? 'Title page and paper…' : 'Title page…', () => act.open('settings'));
  if (canWrite) {
    const isShown = script.project.format.sceneNumbersShown;
    add('Script', null, isShown ? 'Hide scene numbers' : 'Show scene numbers', act.toggleSceneNumbers);
  }
  const { toggleImages } = act;
  if (toggleImages) add('Script', null, script.areImagesShown ? 'Hide Images' : 'View Images', toggleImages);
  if (canWrite) {
    add('Script', null, 'Writing preferences…', () => act.open('preferences'));
    const isCycle = preferences.elementKeys === 'cycle';
    add('Script', null, `Element keys: ${isCycle ? 'Final Draft' : 'Cycle'}`, () =>
      preferences.set({ elementKeys: isCycle ? 'finalDraft' : 'cycle' }),
    );
  }
  const { zoomPercent, isTypewriter, zoomBy, setZoom, toggleTypewriter } = script.viewing;
  add('View', 'focusMode', act.focusMode.isOn ? 'Leave focus mode' : 'Focus mode', act.focusMode.toggle);
  add('View', 'typewriter', `Typewriter scrolling: ${isTypewriter ? 'off' : 'on'}`, toggleTypewriter);
  add('View', 'zoomIn', 'Larger page', () => zoomBy(1), zoomPercent < largestZoom);
  add('View', 'zoomOut', 'Smaller page', () => zoomBy(-1), zoomPercent > smallestZoom);
  add('View', null, 'Page at 100 %', () => setZoom(100), zoomPercent !== 100);
  add('Help', 'keys', 'Keyboard shortcuts', () => act.open('keys'));
  add('Help', 'palette', 'Go to anything…', () => act.open('palette'));
  return list;
}

function named(label: string, what: string | null): string {
  return what === null || what === 'edit' ? label : `${label}: ${what}`;
}

/** Where the keyboard is: in the line being written, in some other field, or neither. */
export type KeyboardPlace = 'line' | 'field' | 'page';

/** What a key does wherever it is pressed. */
const everywhere = new Set([
  ...['find', 'replace', 'nextMatch', 'previousMatch', 'palette', 'save'],
  ...['goToPage', 'focusMode', 'typewriter', 'zoomIn', 'zoomOut'],
]);
/** Text that is typed has an undo, a start and an end of its own, and ? is a letter of it. */
const notInText = new Set(['undo', 'redo', 'keys', 'toStart', 'toEnd', 'selectAll']);
/** The field's own, and those of a focused element (desk/Pages.tsx). */
const elsewhere = new Set([
  'cut',
  'copy',
  'paste',
  'bold',
  'italic',
  'underline',
  'edit',
  'addBelow',
  'delete',
  'comments',
  'ask',
  'suggestions',
]);

/** The command that a key pressed anywhere on the screen stands for, whether it can be done now or not. */
export function commandOf(event: KeyPress, commands: readonly ScriptCommand[], where: KeyboardPlace) {
  return commands.find(({ chords, id }) => {
    if (elsewhere.has(id) || !matchesAny(event, chords)) return false;
    if (where === 'page' || everywhere.has(id)) return true;
    return where === 'line' && !notInText.has(id);
  });
}
