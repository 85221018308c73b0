import { isMac } from '#web/lib/platform.ts';

/** Keys pressed together, the modifiers first: ['Mod', 'Shift', 'Z']. Mod is Cmd on a Mac, Ctrl elsewhere. */
export type Chord = readonly string[];

/** What of a keyboard event is read; events of React and of the document have it. */
export interface KeyPress {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether these keys, and no other modifier, are pressed. */
export function matches(event: KeyPress, chord: Chord): boolean {
  const key = chord.at(-1) ?? '';
  // Most that is typed is none of the many that are asked for.
  if (!isKey(event, key, chord.length > 1)) return false;
  const modifiers = chord.slice(0, -1);
  const isModMac = isMac();
  const wants = (modifier: string) => modifiers.includes(modifier);
  if (event.ctrlKey !== (wants('Ctrl') || (wants('Mod') && !isModMac))) return false;
  if (event.metaKey !== (wants('Mod') && isModMac)) return false;
  if (event.altKey !== wants('Alt')) return false;
  // Which keys make a sign such as ? is the keyboard's business; Shift belongs to it.
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key);
  return isSign || event.shiftKey === wants('Shift');
}

/** Whether any of the chords is pressed. */
export function matchesAny(event: KeyPress, chords: readonly Chord[]): boolean {
  return chords.some((chord) => matches(event, chord));
}

/**
 * Letters count as they are printed on the keys; where those are not Latin, or a modifier makes another sign of
 * them, by their place on an English keyboard. Digits in a chord always count by their place too.
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

/** What is printed on the keys of a chord, in the order of the platform. */
export function keyCaps(chord: Chord): string[] {
  if (!isMac()) return chord.map((key) => (key === 'Mod' ? 'Ctrl' : (caps[key] ?? key)));
  const rank = (key: string) => (macOrder.includes(key) ? macOrder.indexOf(key) : macOrder.length);
  return chord.toSorted((a, b) => rank(a) - rank(b)).map((key) => macCaps[key] ?? caps[key] ?? key);
}

/** A chord in a word, for tooltips and menus: Ctrl+Shift+Z, on a Mac ⇧⌘Z. */
export function shortcutLabel(chord: Chord): string {
  return keyCaps(chord).join(isMac() ? '' : '+');
}
