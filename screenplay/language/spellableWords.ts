/* Words of a script whose spelling is checked, and those that the script itself defines. */
import type { ElementType } from '../element.ts';
import { isUpperCased } from '../elementTypes/table.ts';

/** A word with its offsets in a text. */
export interface WordPlace {
  word: string;
  start: number;
  end: number;
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** Addresses of pages and people, whose parts are no words. */
const address = /\S*(?:@|:\/\/|\bwww\.)\S*/giu;
/** Letters of the languages with a dictionary. */
const latinWord = /^[\p{Script=Latin}\p{M}'’-]{2,}$/u;

/** Return the words of a text without numbers, addresses and words of other writing systems. */
export function spellableWords(text: string): WordPlace[] {
  const prose = text.replace(address, (found) => ' '.repeat(found.length));
  const places: WordPlace[] = [];
  for (const { index, 0: found } of prose.matchAll(word))
    if (latinWord.test(found)) places.push({ word: found, start: index, end: index + found.length });
  return places;
}

/** Whether the text of a type is checked. Headings and cues define the names of a script. */
export function isSpellingChecked(type: ElementType): boolean {
  return !isUpperCased(type);
}

const tradeWords =
  'int ext est cont contd cont’d vo os oc pov sfx vfx cgi ots cu ecu mos dissolve intercut montage beat super ' +
  'flashback flashforward cutaway voiceover offscreen onscreen freeze-frame slomo slo-mo mo';

interface NamingElement {
  elementType: ElementType;
  /** Plain text. */
  text: string;
  characterName: string | null;
}

/** Return the lower-case words that are names, places or trade words in a script. */
export function wordsOfScript(
  elements: Iterable<NamingElement>,
  names: Iterable<string>,
): ReadonlySet<string> {
  const known = new Set(tradeWords.split(' '));
  const addWords = (text: string) => {
    for (const found of text.toLowerCase().match(word) ?? [])
      for (const part of [found, ...found.split(/['’-]/)]) known.add(straight(part));
  };
  for (const { elementType, text, characterName } of elements) {
    if (isUpperCased(elementType)) addWords(text);
    if (characterName) addWords(characterName);
  }
  for (const name of names) addWords(name);
  return known;
}

const straight = (text: string) => text.replaceAll('’', "'");

/** Return whether a set of lower-case words has a word, also as a possessive or plural. */
export function isKnownWord(found: string, known: ReadonlySet<string>): boolean {
  const lower = straight(found.toLowerCase());
  return known.has(lower) || known.has(lower.replace(/'s$|s'$|'$|s$/, ''));
}

/** Return the form in which `isKnownWord` looks a word up. */
export function toKnownWord(text: string): string {
  return straight(text.toLowerCase());
}

/** Italian articles that dictionaries have only with the word that follows. */
const articles = new Set('all dall dell nell sull quell bell sant'.split(' '));

/**
 * Return whether a dictionary accepts a word: as it is, with the other apostrophe, or by its parts
 * ("half-dark", "dell’acqua").
 */
export function isSpelledCorrectly(text: string, accepts: (form: string) => boolean): boolean {
  const forms = [text, straight(text), text.replaceAll("'", '’')];
  if (forms.some(accepts)) return true;
  const parts = text.split('-');
  if (parts.length > 1) return parts.every((part) => part === '' || isSpelledCorrectly(part, accepts));
  const [, first = '', rest = ''] = /^(\p{L}+)['’](\p{L}+)$/u.exec(text) ?? [];
  if (rest === '') return false;
  // A contracted word, such as "geht’s", or an elided article, such as "dell’acqua".
  if (rest === 's' || rest === 'n') return accepts(first);
  const isArticle = articles.has(first.toLowerCase()) || accepts(first);
  return isArticle && isSpelledCorrectly(rest, accepts);
}
