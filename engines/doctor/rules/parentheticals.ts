import { wordsIn } from '#screenplay/cast.ts';
import { isCueType, isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import { type LineRule, quoteShort, type RuleFault, type ScriptFault, type ScriptRule } from '../rule.ts';

const maxInSpeech = 2;
const maxWords = 8;

/** Reports two parentheticals in a row, or more than two in one speech. */
export const stackedParentheticals: ScriptRule = {
  scope: 'script',
  id: 'stacked-parentheticals',
  name: 'Stacked parentheticals',
  reason:
    'Each one stops the actor and tells them how to do their work. Keep the one without which the line would be misread; put movement into the action.',
  confidence: 0.8,
  find({ elements, texts }) {
    const faults: ScriptFault[] = [];
    let inSpeech = 0;
    for (const [index, { elementType }] of elements.entries()) {
      if (isCueType(elementType)) inSpeech = 0;
      if (!isParentheticalType(elementType)) continue;
      inSpeech++;
      const isSecond = isParentheticalType(elements[index - 1]?.elementType);
      if (!isSecond && inSpeech !== maxInSpeech + 1) continue;
      const text = texts[index] ?? '';
      const description = isSecond
        ? `${quoteShort(text)} follows another parenthetical`
        : `${quoteShort(text)} is the third parenthetical of this speech`;
      faults.push({ index, from: 0, to: text.length, description, edits: null });
    }
    return faults;
  },
};

/** Reports a parenthetical that is a whole action. */
export const parentheticalForm: LineRule = {
  scope: 'line',
  id: 'parenthetical-form',
  name: 'Parenthetical',
  reason: 'A parenthetical takes a few words; whatever needs more is action.',
  confidence: 0.85,
  types: ['parenthetical'],
  find({ text }) {
    const faults: RuleFault[] = [];
    if (wordsIn(text) > maxWords) {
      const description = `${quoteShort(text.trim())} is long enough to be action`;
      faults.push({ from: 0, to: text.length, description, edits: null, confidence: 0.65 });
    }
    return faults;
  },
};
