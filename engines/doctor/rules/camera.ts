import { numberOf } from '#screenplay/language/nouns.ts';
import { capitalised, isShouted, type Sentence } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault, type TextEdit } from '../rule.ts';

const we =
  /\b[Ww]e (?:can |now |also |then )?(see|hear|watch|find|notice|glimpse|discover|follow|pan|track|dolly|zoom|tilt|push in|pull back|move in|drift)\b/;
const camera =
  /\b(?:[Tt]he camera|THE CAMERA|[Oo]ur camera|Camera|CAMERA) (?:pans|PANS|tilts|TILTS|tracks|TRACKS|dollies|DOLLIES|zooms|ZOOMS|moves|MOVES|pushes|PUSHES|pulls|PULLS|follows|FOLLOWS|finds|FINDS|holds|HOLDS|lingers|LINGERS|circles|CIRCLES|drifts|DRIFTS|glides|GLIDES)\b/u;
const shot =
  /(?:^|[.!?:–—-] )(?:EXTREME )?(?:CLOSE[- ]?UP|CLOSE ON|TIGHT ON|WIDE SHOT|LONG SHOT|CRANE SHOT|TRACKING SHOT|DOLLY SHOT|ZOOM (?:IN|OUT|TO|ON)|PAN (?:TO|ACROSS|LEFT|RIGHT|UP|DOWN|OVER)|TILT (?:UP|DOWN|TO)|DOLLY (?:IN|OUT|TO)|RACK FOCUS|SMASH ZOOM|Zoom (?:in|out)|Pan (?:to|across|left|right)|Tilt (?:up|down)|Dolly (?:in|out)|Rack focus)\b/;

/** "We see Mara counting cars." → "Mara counts cars." */
export const cameraTalk: LineRule = {
  scope: 'line',
  id: 'camera-talk',
  name: 'Camera talk',
  reason:
    'Whatever is written is seen or heard. “We see” and directions to the camera put a lens between the reader and the story; say what is there and let the order of sentences aim.',
  confidence: 0.75,
  types: ['action'],
  find({ sentences, element, facts }) {
    if (element.originalType !== null && /shot/i.test(element.originalType)) return [];
    return sentences.flatMap((sentence): RuleFault[] => {
      const { text } = sentence;
      const seen = we.exec(text);
      if (seen && !/["“”]/.test(text)) {
        const edits = isShouted(text) ? null : withoutUs(sentence, (word) => facts.isName(word));
        return [
          inSentence(sentence, `${quoteShort(seen[0])} can go`, edits, {
            habit: quoteShort(seen[0].toLowerCase()),
            confidence: edits ? 0.75 : 0.65,
          }),
        ];
      }
      const direction = camera.exec(text) ?? shot.exec(text);
      if (!direction || /["“”]/.test(text)) return [];
      const what = direction[0].replace(/^[.!?:–—-] /, '');
      return [
        inSentence(sentence, `${quoteShort(what)} directs the camera`, null, {
          habit: 'directions',
          confidence: 0.6,
        }),
      ];
    });
  },
};

const opening = /^We (?:can |now |also |then )?(see|glimpse|hear) (that )?(.+)$/u;
const sounds =
  /\b(?:footsteps|whistles?|engines?|thunder|voices?|music|knock(?:ing)?|screams?|shouts?|bells?|horns?|sirens?|laughter|gulls|chains|crying|singing|sobbing|applause|gunshots?|whispers?|crash|bang|splash|echo|hum|roar|click)$/i;
const clause = /^(?:the|a|an|his|her|its|their|he|she|it|they|there|nobody|somebody|[A-Z][\p{L}'’-]*)\b/u;
const preposition =
  /^(?:in|on|at|with|by|from|under|over|behind|near|inside|outside|between|beside|through|across|of|around|among|beneath|above|below)$/;
const participleOf = /^(.+?) (\p{Ll}+ing)\b(.*)$/u;

/** Remove "We see" from the sentence; null if the rest is not certainly a sentence. */
function withoutUs(sentence: Sentence, isName: (word: string) => boolean): TextEdit[] | null {
  const match = opening.exec(sentence.text);
  if (!match) return null;
  const [, verb = '', that, rest = ''] = match;
  if (/\b(?:we|us|our)\b/i.test(rest)) return null;
  const replace = (text: string): TextEdit[] => [
    { from: sentence.from, to: sentence.to, text: capitalised(text) },
  ];
  if (that) return clause.test(rest) ? replace(rest) : null;
  const isSound = verb === 'hear';
  const going = participleOf.exec(rest);
  if (going) {
    const [, phrase = '', ing = '', tail = ''] = going;
    const found = verbWith('ing', ing);
    const number = numberOf(phrase, isName);
    // Verbs after "and" may also be seen, while "while watching her" is what we do.
    const isPlain = !/\b(?:and|or|but|while|as|when)\b|,/u.test(tail);
    if (found && number && isPlain)
      return replace(`${phrase} ${number === 'one' ? found.third : found.base}${tail}`);
    return null;
  }
  const bare = bareClause(rest, isName);
  if (bare) return replace(bare);
  const phrase = rest.replace(/[.!…]+$/, '');
  if (/\b\p{Ll}+ing\b|[,;:]|\b(?:and|but|as|who|which|that|how|what|where|if|her|him|them)\b/iu.test(phrase))
    return null;
  if (isSound) return sounds.test(phrase) && isNounPhrase(phrase, isName) ? replace(rest) : null;
  return isNounPhrase(phrase, isName) ? replace(rest) : null;
}

/**
 * Conjugate the verb of a bare clause: "a whistle blow at the bow." → "a whistle blows at the bow."
 */
function bareClause(rest: string, isName: (word: string) => boolean): string | null {
  const words = rest.split(' ');
  for (let at = 1; at <= 4 && at < words.length; at++) {
    const word = words[at] ?? '';
    const verb = verbWith('base', word.replace(/[.!]$/, ''));
    const subject = words.slice(0, at).join(' ');
    const number = verb && /^\p{Ll}/u.test(word) ? numberOf(subject, isName) : null;
    if (!verb || number === null || /^(?:an?|the|his|her|its|their)$/i.test(subject)) continue;
    const next = words[at + 1] ?? '';
    // Skip nouns that look like verbs: "the car park". A plural subject needs no change, so it is
    // safe.
    const isSure =
      number === 'many' ||
      isName(subject) ||
      /^(?:up|down|away|back|into|out|off|to|the|a|an|his|her|past)$/.test(next);
    const isClause = isSure && (next !== '' || number === 'many' || isName(subject));
    if (!isClause || /\band\b/.test(rest)) return null;
    const mark = /[.!]$/.exec(word)?.[0] ?? '';
    const form = number === 'one' ? verb.third : verb.base;
    return [...words.slice(0, at), form + mark, ...words.slice(at + 1)].join(' ');
  }
  return null;
}

function isVerb(word: string): boolean {
  return /^\p{Ll}/u.test(word) && (verbWith('base', word) ?? verbWith('third', word)) !== undefined;
}

/** Return whether a phrase is a noun phrase, with or without a phrase of place. */
function isNounPhrase(phrase: string, isName: (word: string) => boolean): boolean {
  const words = phrase.split(' ');
  const at = words.findIndex((word) => preposition.test(word));
  const head = (at < 0 ? words : words.slice(0, at)).join(' ');
  // A possible verb makes it a clause: "the captain wave".
  if (words.length > 12 || words.slice(2).some((word) => isVerb(word)) || isVerb(words[0] ?? ''))
    return false;
  if (isName(head)) return true;
  return /^(?:an?|the|his|its|their|two|three|four|five|six|seven|eight|nine|ten|footsteps|laughter|thunder|music|voices|gulls)\b/i.test(
    head,
  );
}
