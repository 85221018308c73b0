import { parseCue } from '#screenplay/cue.ts';
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
      if (elementType === 'character' && parseCue(text).name !== '') {
        let next = index + 1;
        while (elements[next]?.elementType === 'parenthetical') next++;
        if (elements[next]?.elementType !== 'dialogue') add(`Nobody speaks below ${quoteShort(text)}`);
      }
      const isOpening = !['character', 'dialogue', 'parenthetical'].includes(
        elements[index - 1]?.elementType ?? '',
      );
      if (elementType === 'dialogue' && speakers[index] === null && isOpening && text.trim() !== '') {
        add(`Nobody is named above ${quoteShort(text)}`);
      }
    }
    return faults;
  },
};
