/** Grammatical number: "she walks" is one, "they walk" is many. */
export type GrammaticalNumber = 'one' | 'many';

const singularWords = new Set(
  'a an one another each every he she it this that someone somebody everyone everybody nobody nothing something'.split(
    ' ',
  ),
);
const pluralWords = new Set(
  'they two three four five six seven eight nine ten eleven twelve several both many few these those dozens'.split(
    ' ',
  ),
);
const openDeterminers = new Set('the his her its their my your our some no'.split(' '));
const oddPlurals = new Set('men women people children police feet teeth geese mice crew cattle'.split(' '));
const singularInS = new Set(
  'lens bus gas glass boss dress mess bass cross compass canvas series chaos atlas iris census news means'.split(
    ' ',
  ),
);
const pluralForm = /[^siu]s$/;

/** Return the number of a lower-case noun by its form; null if ambiguous. */
function numberOfNoun(noun: string): GrammaticalNumber | null {
  if (oddPlurals.has(noun)) return noun === 'crew' ? null : 'many';
  if (singularInS.has(noun)) return 'one';
  if (pluralForm.test(noun)) return 'many';
  return /s$/.test(noun) && !/(?:ss|us|is)$/.test(noun) ? null : 'one';
}

const phrasePart = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u;
const phraseBreak =
  /^(?:who|that|which|of|in|on|at|with|by|to|from|for|under|over|behind|near|and|or|but|as|into|inside|outside|through|between|beside)$/i;

/**
 * Return whether a noun phrase takes "walks" or "walk": "the old ferry" is one, "nine PASSENGERS"
 * are many. Return null if uncertain, and for phrases other than names or nouns with a determiner.
 */
export function numberOf(phrase: string, isName: (word: string) => boolean): GrammaticalNumber | null {
  const words = phrase.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.at(-1) ?? '';
  if (words.length > 5 || words.some((word) => !phrasePart.test(word))) return null;
  if (words.length === 3 && words[1] === 'and' && isName(first) && isName(last)) return 'many';
  if (words.some((word) => phraseBreak.test(word))) return null;
  if (isName(phrase.trim())) return 'one';
  const opening = first.toLowerCase();
  if (words.length === 1) {
    if (singularWords.has(opening)) return 'one';
    return pluralWords.has(opening) ? 'many' : null;
  }
  if (singularWords.has(opening)) return numberOfNoun(last.toLowerCase()) === 'many' ? null : 'one';
  if (pluralWords.has(opening)) return 'many';
  if (!openDeterminers.has(opening)) return null;
  const second = words[1]?.toLowerCase() ?? '';
  if (pluralWords.has(second)) return 'many';
  return isName(last) ? 'one' : numberOfNoun(last.toLowerCase());
}

const vowelSound = /^(?:[aeio]|u(?!ni|s[eu]|ti|r[aei])|hour|honest|heir|8|11(?!\d)|18(?!\d))/i;
const consonantSound = /^(?:one\b|once\b|eu|ewe)/i;

/** Return the indefinite article for a word. */
export function articleBefore(word: string): 'a' | 'an' {
  return vowelSound.test(word) && !consonantSound.test(word) ? 'an' : 'a';
}
