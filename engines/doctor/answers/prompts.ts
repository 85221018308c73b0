import type { ReadProject } from '#screenplay/facts/project.ts';
import type { QuickPrompt } from '#screenplay/quickPrompts.ts';
import { sensory, tension, tighten, visual } from './actionPrompts.ts';
import { entrance, innerConflict, motivation, reaction } from './characterPrompts.ts';
import { type Advice, momentAt, type SceneMoment } from './context.ts';
import { distinctVoice, natural, sharper, speechBefore, subtext } from './dialoguePrompts.ts';
import { conflictAdvice, pacing, twist, whatNext } from './generalPrompts.ts';
import { alternative, checkFormatting, cinematic, improveElement } from './otherPrompts.ts';

type Reply = (facts: ReadProject, selected: number | null) => Advice;

/** Wrap a prompt that needs a selected line. Without one, the reply asks for it. */
function atLine(reply: (place: SceneMoment) => Advice): Reply {
  return (facts, selected) => {
    const place = momentAt(facts, selected);
    return place
      ? reply(place)
      : {
          text: 'Select a line of the script first, and ask again: this question is about one line and those around it.',
          findings: [],
        };
  };
}

/** Wrap a prompt about a speech. */
function atSpeech(reply: (place: SceneMoment) => Advice): Reply {
  return atLine((place) => {
    const speech = speechBefore(place);
    return speech
      ? reply(speech)
      : {
          text: 'This question is about a speech, and the selected line is none. Select a line of dialogue, and ask again.',
          findings: [],
        };
  });
}

const replies: Record<QuickPrompt, Reply> = {
  'What could happen next?': whatNext,
  'Help me with the pacing': pacing,
  'Suggest a plot twist': twist,
  'Strengthen the conflict': conflictAdvice,
  'Make this dialogue more natural': atSpeech(natural),
  'Add subtext': atSpeech(subtext),
  'Make it shorter and sharper': atSpeech(sharper),
  'Give this character a distinct voice': atSpeech(distinctVoice),
  'Make this more visual': atLine(visual),
  'Tighten this description': atLine(tighten),
  'Raise the tension': atLine(tension),
  'Add sensory detail': atLine(sensory),
  'Deepen the motivation': atLine(motivation),
  'How would this character react?': atLine(reaction),
  'Suggest a memorable entrance': atLine(entrance),
  'Give an inner conflict': atLine(innerConflict),
  'Improve this element': atLine(improveElement),
  'Check the formatting': atLine(checkFormatting),
  'Suggest an alternative': atLine(alternative),
  'Make it more cinematic': atLine(cinematic),
};

const byWords = new Map(Object.entries(replies).map(([prompt, reply]) => [normalise(prompt), reply]));

/** Return the reply to a quick prompt; undefined for any other question. */
export function promptReply(question: string): Reply | undefined {
  return byWords.get(normalise(question));
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.?!]+$/, '');
}
