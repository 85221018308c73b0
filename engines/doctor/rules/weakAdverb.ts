import { isShouted, type Sentence, wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { conjugate, type VerbForm, verbWith } from '#screenplay/language/verbs.ts';
import { type ExaminedLine, inSentence, type LineRule, quoteShort, type TextEdit } from '../rule.ts';
import { strongVerbs } from './strongVerbs.ts';

const degree =
  /^(?:very|so|too|more|as|less|rather|quite|really|almost|not|never|nearly|how|is|are|to|equally|just)$/i;
const subjects = /^(?:they|we|both|men|women|passengers|sailors|to|children|guards)$/i;

/** "walks slowly" → "shuffles". */
export const weakAdverb: LineRule = {
  scope: 'line',
  id: 'weak-adverb',
  name: 'Weak verb with an adverb',
  reason:
    'One exact verb shows more than a plain one with an adverb to prop it up. Take it if it fits the person.',
  confidence: 0.6,
  types: ['action'],
  find(line) {
    return line.sentences.flatMap((sentence) => {
      if (isShouted(sentence.text) || /\b(?:not|never)\b|n['’]t\b|["“”?]/i.test(sentence.text)) return [];
      const words = wordsWithPlaces(sentence.text);
      for (const at of words.keys()) {
        const hit = adverbAfterVerb(sentence, words, at, line) ?? adverbBeforeVerb(sentence, words, at);
        if (hit) return [inSentence(sentence, hit.description, hit.edits)];
      }
      return [];
    });
  },
};

interface Hit {
  description: string;
  edits: TextEdit[];
}

/** Return the verb at a position and its form, if the table has it. */
function weakVerbAt(words: readonly Sentence[], at: number): { base: string; form: VerbForm } | null {
  const word = words[at]?.text ?? '';
  if (!/^\p{Ll}+$/u.test(word)) return null;
  const third = verbWith('third', word);
  if (third && strongVerbs.has(third.base)) return { base: third.base, form: 'third' };
  const base = verbWith('base', word);
  if (base && strongVerbs.has(base.base) && subjects.test(words[at - 1]?.text ?? '')) {
    return { base: base.base, form: 'base' };
  }
  return null;
}

/** Match an adverb after the verb: "walks slowly", "closes the door loudly". */
function adverbAfterVerb(
  sentence: Sentence,
  words: readonly Sentence[],
  at: number,
  { facts }: ExaminedLine,
): Hit | null {
  const verb = weakVerbAt(words, at);
  if (!verb) return null;
  for (let to = at + 1; to <= at + 4 && to < words.length; to++) {
    const word = words[to] as Sentence;
    if (/[^\p{L}\p{N} '’-]/u.test(sentence.text.slice((words[at] as Sentence).to, word.from))) return null;
    const strong = strongVerbs.get(verb.base)?.get(word.text.toLowerCase());
    if (!strong) {
      if (/^(?:and|but|to|at|who|that|as|into|from|with)$/i.test(word.text)) return null;
      continue;
    }
    if (degree.test(words[to - 1]?.text ?? '') || !isEnd(sentence, words, to)) return null;
    const object = sentence.text.slice((words[at] as Sentence).to, word.from).trim();
    if (strong.object !== 'either' && (object !== '') !== (strong.object === 'needed')) return null;
    if (
      object !== '' &&
      !/^(?:the|a|an|his|her|its|their|it|him|them|one)\b/i.test(object) &&
      !facts.isName(object)
    ) {
      return null;
    }
    let end = word.to;
    if (strong.swallows) {
      const next = words[to + 1];
      if (next?.text !== strong.swallows) return null;
      end = next.to;
    }
    const from = words[at] as Sentence;
    const text = conjugateFirstWord(strong.verb, verb.form);
    const edits: TextEdit[] = [{ from: sentence.from + from.from, to: sentence.from + from.to, text }];
    // Without an object the adverb follows the verb, otherwise the object.
    const gap = object === '' ? from.to : word.from - 1;
    edits.push({ from: sentence.from + gap, to: sentence.from + end, text: '' });
    return {
      description: `${quoteShort(sentence.text.slice(from.from, end))} could be ${quoteShort(text)}`,
      edits,
    };
  }
  return null;
}

/** Match an adverb before the verb: "slowly walks", "quickly takes the ticket". */
function adverbBeforeVerb(sentence: Sentence, words: readonly Sentence[], at: number): Hit | null {
  const [adverb, word] = [words[at], words[at + 1]];
  const verb = weakVerbAt(words, at + 1);
  if (!adverb || !word || verb?.form !== 'third' || degree.test(words[at - 1]?.text ?? '')) return null;
  if (sentence.text.slice(adverb.to, word.from) !== ' ' || at === 0) return null;
  const strong = strongVerbs.get(verb.base)?.get(adverb.text);
  if (!strong || /^(?:and|but|then|,)$/.test(words[at - 1]?.text ?? '') || strong.swallows) return null;
  const next = words[at + 2]?.text ?? '';
  const hasObject = /^(?:the|a|an|his|her|its|their|it|him|them)$/i.test(next);
  if (strong.object !== 'either' && hasObject !== (strong.object === 'needed')) return null;
  const text = conjugateFirstWord(strong.verb, verb.form);
  const edits = [{ from: sentence.from + adverb.from, to: sentence.from + word.to, text }];
  return {
    description: `${quoteShort(sentence.text.slice(adverb.from, word.to))} could be ${quoteShort(text)}`,
    edits,
  };
}

/**
 * Return whether the adverb ends its phrase, unlike "slowly, carefully", "slowly and with care" or
 * "slowly enough".
 */
function isEnd(sentence: Sentence, words: readonly Sentence[], at: number): boolean {
  const word = words[at] as Sentence;
  const next = words[at + 1];
  if (!next) return true;
  if (/^,? (?:\p{Ll}+ly|then|and then|but|faster|slower)\b/u.test(sentence.text.slice(word.to))) return false;
  return !/^(?:and|but|or|enough|than|so|yet)$/i.test(next.text) || /^,/.test(sentence.text.slice(word.to));
}

/** Conjugate the first word: "drop into". */
function conjugateFirstWord(verb: string, form: VerbForm): string {
  const [first = '', ...rest] = verb.split(' ');
  return [conjugate(first)[form], ...rest].join(' ');
}
