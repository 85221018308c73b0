import { characterNamesOf, type SpokenElement, speakerKey, speakersOf } from './cue.ts';
import { isCueType, isDialogueType } from './elementTypes/predicates.ts';
import { hasMarks, plainText } from './emphasis.ts';

/**
 * Joint cues: speakerKey of the cue → speakerKeys of the characters who speak it together
 * (docs/decisions/0049).
 */
export type JointCues = ReadonlyMap<string, readonly string[]>;

/** Return the joint cues among the stored decisions about cues. */
export function jointCuesOf(
  choices: readonly { key: string; choice: string; people: readonly string[] }[],
): JointCues {
  const joint = choices.filter(({ choice, people }) => choice === 'together' && people.length > 0);
  return new Map(joint.map(({ key, people }) => [key, people]));
}

/**
 * Return the characters whose role a speech under this cue counts towards. `key` is a speakerKey.
 * All screens and answers use this rule.
 */
export function peopleOfCue(key: string, joint: JointCues): readonly string[] {
  return joint.get(key) ?? [key];
}

/** Statistics of the speeches of one character. */
export interface SpeakingPart {
  /** The most frequent spelling among the character's cues. */
  name: string;
  /**
   * Indexes of the elements with which the speeches begin: a cue, or dialogue with its own
   * `characterName`.
   */
  speeches: number[];
  /** Index of the character's last dialogue element. */
  last: number;
  /** Number of words of dialogue, without parentheticals. */
  words: number;
}

/**
 * Return the speaking characters by speakerKey, in order of appearance. A speech is a cue with
 * dialogue below it; a parenthetical in between does not begin another one. A cue without dialogue
 * is not a speech. Joint speeches count for each of their speakers.
 */
export function castOf(
  elements: readonly SpokenElement[],
  joint: JointCues = new Map(),
): Map<string, SpeakingPart> {
  const names = new Map(characterNamesOf(elements).map((name) => [speakerKey(name), name]));
  const parts = new Map<string, SpeakingPart>();
  /** The latest cue, while it has no dialogue yet. */
  let cue: { index: number; key: string } | null = null;
  let running: string | null = null;
  for (const [index, speaker] of speakersOf(elements).entries()) {
    const element = elements[index];
    const key = speaker === null ? null : speakerKey(speaker);
    if (isCueType(element?.elementType) || key === null) {
      cue = key === null ? null : { index, key };
      running = null;
    }
    if (!isDialogueType(element?.elementType) || key === null) continue;
    const words = wordsIn(element.content);
    for (const each of peopleOfCue(key, joint)) {
      const part = parts.get(each) ?? { name: names.get(each) ?? each, speeches: [], last: index, words: 0 };
      parts.set(each, part);
      if (running !== key) part.speeches.push(cue?.key === key ? cue.index : index);
      part.last = index;
      part.words += words;
    }
    running = key;
    cue = null;
  }
  return parts;
}

const letter = /[\p{L}\p{N}]/u;

/**
 * Count the words of content that may hold emphasis marks. A word is text between white space that
 * contains a letter or digit.
 */
export function wordsIn(content: string): number {
  const text = hasMarks(content) ? plainText(content) : content;
  let words = 0;
  for (const part of text.split(/\s+/)) if (letter.test(part)) words++;
  return words;
}
