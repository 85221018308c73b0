import { numberOf } from '#screenplay/language/nouns.ts';
import { capitalised, isShouted } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort } from '../rule.ts';

const withAgent =
  /^((?:\p{L}[\p{L}\p{N}'’-]*)(?: [\p{L}\p{N}'’-]+){0,4}?) (is|are) (?:being )?(\p{Ll}+) by ([\p{L}][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,3})([.!])$/u;

const actors =
  /^(?:man|woman|boy|girl|child|guard|captain|sailor|sailors|passenger|passengers|driver|officer|officers|policeman|stranger|crowd|nurse|doctor|waiter|steward|stewardess|mate|engineer|deckhand|deckhands|crew|men|women|children|police|dog|horse|gull|gulls|wind|waves|wave|storm|rain|sea|current|figure|somebody|someone|customs|mechanic|cook|barman|mother|father|brother|sister)$/i;
const me: Record<string, string> = { him: 'he', her: 'she', them: 'they', it: 'it' };
const I: Record<string, string> = { he: 'him', she: 'her', they: 'them', it: 'it' };
// Verbs whose participle usually describes a state, and whose "by" names a place or the order of
// people.
const states = new Set(
  'surround stand park seat leave sit set cover light fill follow join flank lead greet frame dwarf hide block'.split(
    ' ',
  ),
);

/** "Mara is watched by Tobias." → "Tobias watches Mara." */
export const passive: LineRule = {
  scope: 'line',
  id: 'passive',
  name: 'Passive',
  reason:
    'In the passive the one who acts comes last or not at all, and the picture turns round. Let the one who acts begin the sentence.',
  confidence: 0.8,
  types: ['action'],
  find({ sentences, facts }) {
    const isName = (word: string) => facts.isName(word);
    return sentences.flatMap((sentence) => {
      const { text } = sentence;
      if (isShouted(text) || /["“”]/.test(text)) return [];
      const match = withAgent.exec(text);
      const verb = match && verbWith('participle', match[3] ?? '');
      if (match && verb && !states.has(verb.base) && isActor(match[4] ?? '', isName)) {
        const [, object = '', , , agent = '', mark = ''] = match;
        const rewritten = turned(object, verb, agent, isName);
        const edits =
          rewritten === null ? null : [{ from: sentence.from, to: sentence.to, text: `${rewritten}${mark}` }];
        return [inSentence(sentence, `${quoteShort(text)} is in the passive`, edits)];
      }
      return [];
    });
  },
};

/** Return whether the phrase after "by" is an agent and not a place or manner. */
function isActor(phrase: string, isName: (word: string) => boolean): boolean {
  const words = phrase.split(' ');
  const last = words.at(-1) ?? '';
  if (isName(phrase) || phrase.toLowerCase() in me) return true;
  if (words.length === 1) return false;
  return isName(last) || actors.test(last);
}

function turned(
  object: string,
  verb: { base: string; third: string },
  agent: string,
  isName: (word: string) => boolean,
): string | null {
  const unclear = /\b(?:who|that|which|there|what|of)\b/i;
  if (unclear.test(object) || unclear.test(agent)) return null;
  const subject = me[agent.toLowerCase()] ?? agent;
  const number = numberOf(subject, isName);
  const isObjectPlain = isName(object) || numberOf(object, isName) !== null;
  if (number === null || !isObjectPlain) return null;
  const target =
    isName(object) || / and /.test(object) ? object : (I[object.toLowerCase()] ?? lowered(object));
  return `${capitalised(subject)} ${number === 'one' ? verb.third : verb.base} ${target}`;
}

function lowered(phrase: string): string {
  return /^(?:The|An?|His|Her|Its|Their|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|One|Both|Several|Some|These|Those|This|That|Every|Each)\b/.test(
    phrase,
  )
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
}
