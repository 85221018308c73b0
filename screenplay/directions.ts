import { Beginnings } from './language/beginnings.ts';
import { directionWords } from './language/directionWords.ts';
import { listedWords } from './language/headingWords.ts';

/*
 * Lines that are an opening or a transition by their words alone (decision OQ-122), whatever type
 * they have: FADE IN: and CUT TO: are no scene and no character.
 */

const { en: english, ...foreign } = directionWords;
const openings = keysOf('openings');
const transitions = keysOf('transitions');
const beginnings = new Beginnings([...openings, ...transitions]);

const maxLength = 40;

/**
 * Return the type of a line that consists of an opening or a transition; null for any other line.
 * Unknown words before TO: count only in capitals, because a sentence may end in "to:".
 */
export function directionType(text: string): 'action' | 'transition' | null {
  const line = text.trim();
  if (line.length === 0 || line.length > maxLength) return null;
  // Keys have no accents, so that lines with another first letter cannot be ruled out.
  if (isAscii(line.charAt(0)) && !beginnings.mayBegin(line) && !line.endsWith(' TO:')) return null;
  const key = keyOf(line);
  const signedKey = key + signOf(line);
  if (openings.has(key) || openings.has(signedKey)) return 'action';
  if (transitions.has(key) || transitions.has(signedKey)) return 'transition';
  if (!line.endsWith(' TO:') || line !== line.toUpperCase()) return null;
  return /^\p{L}[\p{L} ]*:$/u.test(line) ? 'transition' : null;
}

const standardTransitions = new Set(listedWords(english.transitions).map(keyOf));

/** Return whether a line in capitals is a transition in another language than English. */
export function isForeignTransition(text: string): boolean {
  if (text.length > maxLength || hasLowerCaseAscii(text) || text.endsWith('TO:')) return false;
  if (text !== text.toUpperCase()) return false;
  return directionType(text) === 'transition' && !standardTransitions.has(keyOf(text.trim()));
}

/**
 * Return the keys of the lines of all languages. Single words of other languages than English count
 * only with their sign, because they can be names: KES, CUT.
 */
function keysOf(kind: 'openings' | 'transitions'): ReadonlySet<string> {
  const words = Object.values(foreign).flatMap((table) => listedWords(table[kind]));
  const keyOfForeign = (line: string) => keyOf(line) + (/^\p{Lu}+$/u.test(keyOf(line)) ? signOf(line) : '');
  return new Set([...listedWords(english[kind]).map(keyOf), ...words.map(keyOfForeign)]);
}

/** Return the sign at the end of a line, as keys have it: a colon, a period or none. */
function signOf(line: string): string {
  const sign = line.slice(-1);
  if (sign === ':' || sign === '：') return ':';
  return sign === '.' || sign === '。' || sign === '．' ? '.' : '';
}

/** Return the key of all spellings of a line, with and without accents and signs at its end. */
function keyOf(line: string): string {
  const capitals = line.toUpperCase();
  const letters = isAscii(capitals)
    ? capitals
    : capitals.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'");
  return '.:…。：．'.includes(letters.slice(-1)) ? letters.replace(/\s*[.:…。：．]+$/u, '') : letters;
}

function hasLowerCaseAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) return true;
  }
  return false;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
