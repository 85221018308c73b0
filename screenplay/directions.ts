import { directionWords } from './language/directionWords.ts';
import { listedWords } from './language/headingWords.ts';

/*
 * Lines that are an opening or a transition by their words alone (decision OQ-122), whatever type
 * they have: FADE IN: and CUT TO: are no scene and no character.
 */

const tables = Object.values(directionWords);
const openings = new Set(tables.flatMap((table) => listedWords(table.openings).map(keyOf)));
const transitions = new Set(tables.flatMap((table) => listedWords(table.transitions).map(keyOf)));

const maxLength = 40;

/**
 * Return the type of a line that consists of an opening or a transition; null for any other line.
 * Unknown words before TO: count only in capitals, because a sentence may end in "to:".
 */
export function directionType(text: string): 'action' | 'transition' | null {
  const line = text.trim();
  if (line.length === 0 || line.length > maxLength) return null;
  const words = keyOf(line);
  if (openings.has(words)) return 'action';
  if (transitions.has(words)) return 'transition';
  return /^\p{L}[\p{L} ]* TO:$/u.test(line) && line === line.toUpperCase() ? 'transition' : null;
}

const standardTransitions = new Set(listedWords(directionWords.en.transitions).map(keyOf));

/** Return whether a line in capitals is a transition in another language than English. */
export function isForeignTransition(text: string): boolean {
  if (text.length > maxLength || text !== text.toUpperCase() || text.endsWith('TO:')) return false;
  return directionType(text) === 'transition' && !standardTransitions.has(keyOf(text.trim()));
}

/** Return the key of all spellings of a line, with and without accents and signs at its end. */
function keyOf(line: string): string {
  const letters = line.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'");
  return letters.replace(/\s*[.:…。：．]+$/u, '');
}
