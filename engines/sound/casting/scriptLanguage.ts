import type { ScriptElement } from '#screenplay/element.ts';
import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';

/**
 * Small words that occur in nearly every speech of a language. A word of two languages counts for
 * both.
 */
const smallWords: readonly [language: string, words: ReadonlySet<string>][] = (
  [
    ['en', 'the and you it that what of i is to me not do are we he she this was my'],
    ['de', 'der die das und ich nicht ist du sie wir ein eine mir was es er ja nein auf zu'],
    ['fr', 'le la les et je ne pas est vous tu que un une il elle ce nous oui non des'],
    ['es', 'el la los y que no es un una yo tú qué está me lo se por con mi sí'],
    ['it', 'il la che non di è sono un una io tu cosa mi si per lo ho come sì ma'],
    ['pt', 'o a que não é um uma eu você está os me isso ele ela sim com do da mas'],
    ['nl', 'de het een ik niet is je dat en van wat we hij zij ja nee ben maar op te'],
    ['pl', 'się nie to i na jest co że ja w z do tak mi ty on ona jak ale czy'],
  ] as const
).map(([language, words]) => [language, new Set(words.split(' '))]);

/** Letters that identify one of the supported languages, or that suggest it most. */
const letters: readonly [language: string, pattern: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

/** Maximum dialogue to read; enough to identify the language. */
const maxCharacters = 20_000;
/** Fewer small words than this, or a single repeated one, are a coincidence. */
const minHits = 3;
const minDifferent = 2;

/**
 * Return the two-letter code of the language of most of the dialogue; English if unknown. Elements
 * must be in script order. It is an estimate, and gives one language even for a script with
 * several.
 */
export function languageOfScript(
  elements: readonly Pick<ScriptElement, 'elementType' | 'content'>[],
): string {
  let text = '';
  for (const { elementType, content } of elements) {
    if (isDialogueType(elementType)) text += ` ${content.slice(0, maxCharacters)}`;
    if (text.length > maxCharacters) break;
  }
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const others = letters.find(([, pattern]) => count(pattern) * 4 > count(/\p{L}/gu));
  if (others) return others[0];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best = { language: 'en', hits: minHits - 1 };
  for (const [language, small] of smallWords) {
    const found = words.filter((word) => small.has(word));
    if (found.length > best.hits && new Set(found).size >= minDifferent)
      best = { language, hits: found.length };
  }
  return best.language;
}
