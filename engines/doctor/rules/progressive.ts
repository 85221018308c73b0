import { isShouted, type Sentence, wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort, type TextEdit } from '../rule.ts';
import { lastingVerbs } from './lastingVerbs.ts';

// Words that show an ongoing action during another one, or a negation.
const guard =
  /\b(?:when|while|as|until|till|before|after|already|still|just|always|forever|constantly|about|if|whether|what|where|why|how|not|never|only|busy|there|now)\b|n['’]t\b|\?|["“”]/i;
const idioms =
  /\b(?:running (?:late|low|out|dry|short|for)|standing (?:trial|by|in for)|playing dead|working out|looking forward|(?:holding|pulling|carrying) (?:\w+ ){0,2}(?:together|on|up)|running a fever)\b/i;
const workNouns =
  /\b(?:job|task|plan|idea|problem|goal|trick|hobby|thing|secret|point|part|duty|worst|best|work|answer|rule|dream|aim|habit|favourite|favorite)\s*$/i;
const ingNouns = new Set(
  `thing nothing something everything anything morning evening ceiling king ring wing string spring railing building
   clothing lighting opening landing crossing wedding painting drawing during being`.split(/\s+/),
);
/**
 * Before the verb: a verb of perceiving or thinking, so that the rest is no separate picture
 * ("notices her hand is shaking"). Also a relative clause, and punctuation inside the sentence.
 */
const governingWords =
  /[,;:()–—]|--|\b(?:sees?|hears?|feels?|finds?|notices?|watch(?:es)?|knows?|reali[sz]es?|thinks?|shows?|reveals?|says?|tells?|discovers?|sure|clear|obvious|seems?|appears?|looks?|suggests?|that|who|which|whose|where|there|nobody|none|neither|each)\b/i;
/** Matches a sentence that refers to the verb before it: "Tobias is not." */
const ellipticSentence = /\b(?:is|are|isn['’]t|aren['’]t|too|neither|not)[.!]$/i;

/** "Mara is walking" → "Mara walks". */
export const progressive: LineRule = {
  scope: 'line',
  id: 'progressive',
  name: 'Weak -ing form',
  reason:
    'A screenplay happens now, and the plain verb says so: “walks” is shorter and quicker than “is walking”. The -ing form is right only where something else interrupts it.',
  confidence: 0.8,
  types: ['action'],
  find({ sentences }) {
    return sentences.flatMap((sentence, index) => {
      if (isShouted(sentence.text) || guard.test(sentence.text) || idioms.test(sentence.text)) return [];
      if (!/[.!]["”’)]?$/.test(sentence.text) || /(?:\.\.|…)["”’)]?$/.test(sentence.text)) return [];
      if (ellipticSentence.test(sentences[index + 1]?.text ?? '')) return [];
      const words = wordsWithPlaces(sentence.text);
      const all = [...words.keys()].filter((at) => at > 0 && isProgressive(words, at));
      const before = words.slice(0, all[0] ?? 0);
      if (governingWords.test(sentence.text.slice(0, words[all[0] ?? 0]?.from)) || before.some(isOtherVerb))
        return [];
      const pronoun = isProgressive(words, 0) && /['’]/.test(words[0]?.text ?? '') ? [0] : [];
      const places = [...pronoun, ...all];
      const [first] = places;
      const be = words[first ?? -1];
      if (first === undefined || !be || workNouns.test(sentence.text.slice(0, be.from))) return [];
      const ing = words[verbAt(words, first)];
      const edits = rewrite(sentence, words, places);
      const description = `${quoteShort(sentence.text.slice(be.from, ing?.to))} can be the plain verb`;
      return [inSentence(sentence, description, edits, edits ? {} : { confidence: 0.6 })];
    });
  },
};

function isProgressive(words: readonly Sentence[], at: number): boolean {
  const be = words[at]?.text ?? '';
  if (!/^(?:is|are|(?:he|she|it)['’]s|(?:they|we)['’]re)$/i.test(be)) return false;
  const ing = words[verbAt(words, at)];
  const verb = ing && /ing$/.test(ing.text) ? verbWith('ing', ing.text) : undefined;
  return verb !== undefined && lastingVerbs.has(verb.base);
}

/** Return the position of the verb after "is", and after the adverb in "is slowly walking". */
function verbAt(words: readonly Sentence[], at: number): number {
  return isAdverb(words[at + 1]) ? at + 2 : at + 1;
}

function isAdverb(word: Sentence | undefined): boolean {
  return word !== undefined && /^\p{Ll}+ly$/u.test(word.text);
}

/**
 * Return whether a word before the subject is another verb: "Mara follows the way his finger is
 * pointing".
 */
function isOtherVerb({ text }: Sentence): boolean {
  const verb = /^\p{Ll}+s$/u.test(text) ? verbWith('third', text) : undefined;
  return verb !== undefined && !nounsToo.has(text);
}

const nounsToo = new Set(
  'waves lights cars horns drinks guards boats chains drums guides cooks chats steps hands lamps dogs waters leaves plants faces heads eyes backs doors windows trains ships trucks planes wheels engines bells flags flames shadows clouds lines rows groups pairs twins cows birds gulls fires walls works watches'.split(
    ' ',
  ),
);

/**
 * Return the edits for all verbs; null if the sentence continues with words whose reference is not
 * certain.
 */
function rewrite(
  sentence: Sentence,
  words: readonly Sentence[],
  places: readonly number[],
): TextEdit[] | null {
  const edits: TextEdit[] = [];
  for (const [index, at] of places.entries()) {
    const be = words[at] as Sentence;
    const next = words[at + 1] as Sentence;
    const form = /^are$|re$/i.test(be.text) ? 'base' : 'third';
    // "is slowly walking" → "slowly walks"; "She's walking" → "She walks".
    const pronoun = /^(.+)['’](?:s|re)$/.exec(be.text)?.[1];
    edits.push({
      from: sentence.from + be.from,
      to: sentence.from + next.from,
      text: pronoun ? `${pronoun} ` : '',
    });
    const joined = joinedVerbs(sentence, words, verbAt(words, at), places[index + 1] ?? words.length);
    if (joined === null) return null;
    for (const word of joined) {
      const text = verbWith('ing', word.text)?.[form] ?? word.text;
      edits.push({ from: sentence.from + word.from, to: sentence.from + word.to, text });
    }
  }
  return edits;
}

/**
 * Return the verb and those joined to it by "and", up to the next one; null if that is not certain.
 */
function joinedVerbs(
  sentence: Sentence,
  words: readonly Sentence[],
  at: number,
  end: number,
): Sentence[] | null {
  const verb = words[at] as Sentence;
  const joined = [verb];
  for (let index = at + 1; index < Math.min(end, words.length); index++) {
    const word = words[index] as Sentence;
    const isBehindAdverb = isAdverb(words[index - 1]);
    const before = words[isBehindAdverb ? index - 2 : index - 1]?.text ?? '';
    if (!/^(?:and|or|but|then|yet)$/.test(before)) continue;
    if (isIng(word)) {
      const other = verbWith('ing', word.text);
      const between = sentence.text.slice(verb.to, word.from);
      if (before !== 'and' || isBehindAdverb || !other || !lastingVerbs.has(other.base)) return null;
      if (between.includes(',')) return null;
      joined.push(word);
    } else if (isPredicate(word, index === at + 2)) return null;
  }
  return joined;
}

function isIng({ text }: Sentence): boolean {
  return /^\p{Ll}+ing$/u.test(text) && text.length >= 5 && !ingNouns.has(text);
}

const predicate =
  /^(?:cold|wet|angry|tired|alone|drunk|happy|sad|asleep|awake|afraid|pale|late|hungry|thirsty|old|ready|naked|barefoot|silent|quiet|calm|sick|dead|alive|warm|hot|numb|blind|in|on|at|out|off|up|down|under|behind|not|no|is|are|\p{Ll}+(?:ed|ful|less|ous))$/u;
const subject =
  /^(?:the|a|an|he|she|it|they|his|her|its|their|two|three|nobody|somebody|nothing|everything)$|^\p{Lu}/u;

/** Return whether a word after "and" may depend on "is", as in "is waiting and cold". */
function isPredicate({ text }: Sentence, isNext: boolean): boolean {
  if (predicate.test(text)) return true;
  return (
    isNext &&
    !subject.test(text) &&
    verbWith('third', text) === undefined &&
    verbWith('base', text) === undefined
  );
}
