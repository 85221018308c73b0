import { isShouted } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort } from '../rule.ts';

const begins = /\b(starts|begins|start|begin) (?:to (\p{Ll}+)|(\p{Ll}+ing))\b/u;
const guard =
  /\b(?:but|when|while|until|before|then|stops?|halts?|as|if|not|never|again|too late|finally|slowly)\b|n['’]t\b|["“”?]/i;
const breaksOff = /^(?:but|then|stops?|before|halts?|he stops|she stops|they stop|suddenly)\b/i;
// Deliberate, continuing actions. For all others (cry, sing, roll, leave) the beginning matters.
const continuingActions = new Set(
  `walk run climb read write pack unpack count search wash clean dress eat drink dig type pull push drag carry load unload
   stack sort examine inspect pick gather collect check clear fold sweep mop scrub cook stir cut chop peel sew paint
   polish dry wipe rummage hunt follow chase descend cross crawl swim row paddle pace march scribble sketch draw`.split(
    /\s+/,
  ),
);
// At the end of a line, the next one often interrupts these actions.
const motionVerbs = new Set(['walk', 'run', 'climb', 'cross', 'crawl', 'follow', 'march', 'descend']);

/** "starts to walk" → "walks". */
export const beginning: LineRule = {
  scope: 'line',
  id: 'begins-to',
  name: 'Begins to, starts to',
  reason:
    'Whoever starts to do something does it. “Begins to” and “starts to” are worth their room only where the action is broken off.',
  confidence: 0.65,
  types: ['action'],
  find({ sentences }) {
    return sentences.flatMap((sentence, index) => {
      const match = begins.exec(sentence.text);
      if (!match || isShouted(sentence.text) || guard.test(sentence.text)) return [];
      if (breaksOff.test(sentences[index + 1]?.text ?? '') || /(?:--|—|–|\.\.|…)["”’]?$/.test(sentence.text))
        return [];
      const [whole, start = '', infinitive, ing] = match;
      const verb = infinitive ? verbWith('base', infinitive) : verbWith('ing', ing ?? '');
      if (!verb || !continuingActions.has(verb.base)) return [];
      // "He leaves the hall and walks.": keep the beginning of a verb that ends its clause.
      if (!/^ \p{L}/u.test(sentence.text.slice(match.index + whole.length))) return [];
      const isLast = index === sentences.length - 1;
      if (isLast && motionVerbs.has(verb.base)) return [];
      const before = sentence.text.slice(0, match.index);
      const text = start.endsWith('s') ? verb.third : verb.base;
      // A second infinitive may depend on the same "begins".
      const isJoined = /\b(?:and|or) \p{Ll}/u.test(sentence.text.slice(match.index + whole.length));
      const isNoun = /\b(?:the|a|an|his|her|its|their|to|from)\s$/i.test(before);
      if (isNoun) return [];
      const from = sentence.from + match.index;
      const edits = isJoined ? null : [{ from, to: from + whole.length, text }];
      return [inSentence(sentence, `${quoteShort(whole)} can be ${quoteShort(text)}`, edits)];
    });
  },
};
