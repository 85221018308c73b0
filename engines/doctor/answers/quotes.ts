import { isDialogueType } from '#screenplay/elementTypes/predicates.ts';
import { listed, namesOf, numberedScene, quote, sceneOf } from '#screenplay/facts/prose.ts';
import type { DoctorQuestion } from './question.ts';

const asking =
  /^who (?:says|said|asks|asked|shouts|shouted|speaks the (?:line|words)|has the line) ["'“‘]?(.{3,200}?)["'”’]?$/;
/** "Who says the line about the car?" */
const about = /^(?:the |a )?(?:lines?|words?|sentence|something|anything) (?:about|with|of|on) (?:the |a )?/;
const max = 5;

/** "Who says 'After you'?" */
export const quoteQuestions: readonly DoctorQuestion[] = [
  {
    fits: asking,
    reply({ words, facts }) {
      const phrase = normalise((asking.exec(words)?.[1] ?? '').replace(about, ''));
      if (phrase.length < 3) return null;
      const found = facts.elements.flatMap(({ elementType }, index): string[] => {
        if (!isDialogueType(elementType) || !normalise(facts.texts[index] ?? '').includes(phrase)) return [];
        const scene = sceneOf(facts, index);
        const who = namesOf(facts, [facts.speakers[index] ?? ''])[0] || 'Somebody';
        return [
          `${who} in ${scene ? numberedScene(scene) : 'the script'} (${quote(facts.texts[index] ?? '', 80)})`,
        ];
      });
      if (found.length === 0) return `Nobody says ${quote(phrase)} in this script.`;
      return `${listed(found, max)} ${found.length === 1 ? 'says' : 'say'} it.`;
    },
  },
];

/** Normalise a text to lower case, single spaces and no punctuation. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
