import { directionWords } from './language/directionWords.ts';
import { listedWords } from './language/headingWords.ts';

/*
 * Lines that are an opening or a transition by their words alone (decision OQ-122), whatever type
 * they have: FADE IN: and CUT TO: are no scene and no character.
 */

const { en: english, ...foreign } = directionWords;
const openings = keysOf('openings');
const transitions = keysOf('transitions');

const maxLength = 40;

/**
 * Return the type of a line that consists of an opening or a transition; null for any other line.
 * Unknown words before TO: count only in capitals, because a sentence may end in "to:".
 */
export function directionType(text: string): 'action' | 'transition' | null {
  const line = text.trim();
  if (line.length === 0 || line.length > maxLength) return null;
  const keys = [keyOf(line), signedKeyOf(line)];
  if (keys.some((key) => openings.has(key))) return 'action';
  if (keys.some((key) => transitions.has(key))) return 'transition';
  return /^\p{L}[\p{L} ]* TO:$/u.test(line) && line === line.toUpperCase() ? 'transition' : null;
}

const standardTransitions = new Set(listedWords(english.transitions).map(keyOf));

/** Return whether a line in capitals is a transition in another language than English. */
export function isForeignTransition(text: string): boolean {
  if (text.length > maxLength || text !== text.toUpperCase() || text.endsWith('TO:')) return false;
  return directionType(text) === 'transition' && !standardTransitions.has(keyOf(text.trim()));
}

/**
 * Return the keys of the lines of all languages. Single words of other languages than English count
 * only with their sign, because they can be names: KES, CUT.
 */
function keysOf(kind: 'openings' | 'transitions'): ReadonlySet<string> {
  const words = Object.values(foreign).flatMap((table) => listedWords(table[kind]));
  const keyOfForeign = (line: string) => (/^\p{Lu}+$/u.test(keyOf(line)) ? signedKeyOf(line) : keyOf(line));
  return new Set([...listedWords(english[kind]).map(keyOf), ...words.map(keyOfForeign)]);
}

/** Return the key of a line with the sign at its end. */
function signedKeyOf(line: string): string {
  const sign = /[.:。：．]$/u.exec(line)?.[0] ?? '';
  return keyOf(line) + (/[:：]/u.test(sign) ? ':' : sign && '.');
}

/** Return the key of all spellings of a line, with and without accents and signs at its end. */
function keyOf(line: string): string {
  const letters = line.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'");
  return letters.replace(/\s*[.:…。：．]+$/u, '');
}
