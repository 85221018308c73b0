import { wordsIn } from '#screenplay/cast.ts';
import { isDialogueType, isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFault, ScriptRule } from '../rule.ts';

/** Minimum words of a monologue; about a minute. */
const minMonologueWords = 130;

/** Reports a long uninterrupted speech. Action lines in between do not interrupt it. */
export const monologue: ScriptRule = {
  scope: 'script',
  id: 'monologue',
  name: 'Monologue',
  reason:
    'A speech of this length stops the film unless it is its finest moment. Who listens, what do they do meanwhile, where would they break in?',
  confidence: 0.6,
  find({ elements, texts, speakers, people }) {
    const faults: ScriptFault[] = [];
    let start = -1;
    let words = 0;
    const end = () => {
      const element = elements[start];
      const who = people.get(speakers[start] ?? '')?.name ?? 'Somebody';
      // A voice-over continues over pictures.
      const isOver =
        /\(\s*V\.?\s*O/i.test(texts[start - 1] ?? '') || people.get(speakers[start] ?? '')?.isVoice;
      if (element && words >= minMonologueWords && !isOver) {
        const description = `${who} speaks ${words} words without a break`;
        faults.push({ index: start, from: 0, to: element.content.length, description, edits: null });
      }
      start = -1;
      words = 0;
    };
    for (const [index, { elementType, content }] of elements.entries()) {
      if (isDialogueType(elementType)) {
        if (start < 0) start = index;
        words += wordsIn(content);
      } else if (!isParentheticalType(elementType)) end();
    }
    end();
    return faults;
  },
};
