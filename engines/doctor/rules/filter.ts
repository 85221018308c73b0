import { isShouted } from '#screenplay/language/sentences.ts';
import { conjugate } from '#screenplay/language/verbs.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

const subject = "^([\\p{L}][\\p{L}'’-]*)";
// Noticing and realising are actions; seeing or hearing that something is so only delays it.
const senses = new RegExp(`${subject} ((?:can )?(?:sees?|hears?|observes?|feels?) (?:that|how)) `, 'u');
const able = new RegExp(`${subject} can (see|hear|smell|feel|taste)(?= (?!through\\b|into\\b|past\\b))`, 'u');
const pronoun = /^(?:he|she|it|they)$/i;

/**
 * Corrects "Mara can see the quay" to "Mara sees the quay". "Mara sees that …" is only reported:
 * the point of view may matter.
 */
export const filter: LineRule = {
  scope: 'line',
  id: 'filter',
  name: 'Filtering verb',
  reason:
    'The sentence shows somebody perceiving instead of what there is to perceive. Show the thing; the reader looks through the person’s eyes anyway.',
  confidence: 0.6,
  types: ['action'],
  find({ sentences, facts }) {
    return sentences.flatMap((sentence): RuleFault[] => {
      const { text } = sentence;
      if (isShouted(text) || /["“”?]|\bnot\b|n['’]t\b|\b[Nn](?:o|obody|either|or)\b/.test(text)) return [];
      const isSomebody = (word: string) => facts.isName(word) || pronoun.test(word);
      const capable = able.exec(text);
      if (capable && isSomebody(capable[1] ?? '')) {
        const [whole, who = '', verb = ''] = capable;
        const form = /^they$/i.test(who) ? verb : conjugate(verb).third;
        const from = sentence.from + capable.index;
        const edits = [{ from, to: from + whole.length, text: `${who} ${form}` }];
        return [
          inSentence(sentence, `${quoteShort(whole)} can be ${quoteShort(`${who} ${form}`)}`, edits, {
            confidence: 0.7,
          }),
        ];
      }
      const match = senses.exec(text);
      if (!match || !isSomebody(match[1] ?? '')) return [];
      return [
        inSentence(sentence, `${quoteShort(match[0])} stands between the reader and the picture`, null),
      ];
    });
  },
};
