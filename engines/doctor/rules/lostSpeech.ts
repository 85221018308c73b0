import { parseCue } from '#screenplay/cue.ts';
import {
  isCueType,
  isDialogueType,
  isParentheticalType,
  isSpeechType,
} from '#screenplay/elementTypes/predicates.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';

/** Reports a cue without a speech, and a speech without a cue. */
export const lostSpeech: ScriptRule = {
  scope: 'script',
  id: 'lost-speech',
  name: 'Cue without speech',
  reason: 'A cue and its speech belong together; one without the other is a leftover of an edit.',
  confidence: 0.9,
  find({ elements, texts, speakers }) {
    const faults: ScriptFault[] = [];
    for (const [index, { elementType }] of elements.entries()) {
      const text = texts[index] ?? '';
      const add = (description: string) =>
        faults.push({ index, from: 0, to: text.length, description, edits: null });
      if (isCueType(elementType) && parseCue(text).name !== '') {
        let next = index + 1;
        while (isParentheticalType(elements[next]?.elementType)) next++;
        if (!isDialogueType(elements[next]?.elementType)) add(`Nobody speaks below ${quoteShort(text)}`);
      }
      const before = elements[index - 1]?.elementType;
      const isOpening = !isCueType(before) && !isSpeechType(before);
      if (isDialogueType(elementType) && speakers[index] === null && isOpening && text.trim() !== '') {
        add(`Nobody is named above ${quoteShort(text)}`);
      }
    }
    return faults;
  },
};
