import { type ComposingKey, isComposingKey } from '#web/lib/composition.ts';
import { isMac } from '#web/lib/platform.ts';

/**
 * Keys pressed together, modifiers first: ['Mod', 'Shift', 'Z']. Mod is Cmd on a Mac, Ctrl
 * elsewhere.
 */
export type Chord = readonly string[];

/** Part of a keyboard event that is read; events of React and of the document have it. */
export interface KeyPress extends ComposingKey {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Return whether exactly these keys are pressed, and not for an input method. */
export function matches(event: KeyPress, chord: Chord): boolean {
  const key = chord.at(-1) ?? '';
  // Test the key first, because most keystrokes match no shortcut.
  if (!isKey(event, key, chord.length > 1) || isComposingKey(event)) return false;
  const modifiers = chord.slice(0, -1);
  const isModMac = isMac();
  const wants = (modifier: string) => modifiers.includes(modifier);
  if (event.ctrlKey !== (wants('Ctrl') || (wants('Mod') && !isModMac))) return false;
  if (event.metaKey !== (wants('Mod') && isModMac)) return false;
  if (event.altKey !== wants('Alt')) return false;
  // Which keys produce a sign such as ? depends on the keyboard, and may include Shift.
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  return isSign || event.shiftKey === wants('Shift');
}

/** Return whether one of the chords is pressed. */
export function matchesAny(event: KeyPress, chords: readonly Chord[]): boolean {
  return chords.some((chord) => matches(event, chord));
}

/**
 * Compare letters as printed on the keys. If those are not Latin, or a modifier changes them,
 * compare by their position on an English keyboard. Digits are always compared by position.
 */
function isKey({ key, code }: KeyPress, wanted: string, isChord: boolean): boolean {
  if (key.toUpperCase() === wanted.toUpperCase()) return true;
  if (!isChord) return false;
  if (/^[0-9]$/.test(wanted)) return code === `Digit${wanted}`;
  return /^[A-Z]$/.test(wanted) && !/^[a-z]$/i.test(key) && code === `Key${wanted}`;
}

const caps: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  ' ': 'Space',
};
const macCaps: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod'];

/** Return the labels of a chord's keys, in the platform's order. */
export function keyCaps(chord: Chord): string[] {
  if (!isMac()) return chord.map((key) => (key === 'Mod' ? 'Ctrl' : (caps[key] ?? key)));
  const rank = (key: string) => (macOrder.includes(key) ? macOrder.indexOf(key) : macOrder.length);
  return chord.toSorted((a, b) => rank(a) - rank(b)).map((key) => macCaps[key] ?? caps[key] ?? key);
}

/** A chord in a word, for tooltips and menus: Ctrl+Shift+Z, on a Mac ⇧⌘Z. */
export function shortcutLabel(chord: Chord): string {
  return keyCaps(chord).join(isMac() ? '' : '+');
}
