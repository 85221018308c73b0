import { characterNamesOf, type SpokenElement, speakerKey, speakersOf } from './cue.ts';
import { hasMarks, plainText } from './emphasis.ts';

/** Cues of several people, by speakerKey: the keys of those who speak them together (docs/decisions/0049). */
export type JointCues = ReadonlyMap<string, readonly string[]>;

/** What was decided about cues → those that count for several people. */
export function jointCuesOf(
  choices: readonly { key: string; choice: string; people: readonly string[] }[],
): JointCues {
  const joint = choices.filter(({ choice, people }) => choice === 'together' && people.length > 0);
  return new Map(joint.map(({ key, people }) => [key, people]));
}

/** Whom what is said under a cue counts for. The one rule of every screen and answer; takes a speakerKey. */
export function peopleOfCue(key: string, joint: JointCues): readonly string[] {
  return joint.get(key) ?? [key];
}

/** What one person says in a script. */
export interface SpeakingPart {
  /** In the spelling that most of the cues have. */
  name: string;
  /** Index of the element with which each speech begins: the cue, or dialogue that names its speaker itself. */
  speeches: number[];
  /** Index of the last dialogue. */
  last: number;
  /** Of the dialogue alone. */
  words: number;
}

/**
 * Who speaks, by speakerKey, in order of appearance. A speech is a cue with dialogue below it; a parenthetical in
 * between does not begin another. A cue without dialogue is no speech. What several people speak together counts for
 * each of them.
 */
export function castOf(
  elements: readonly SpokenElement[],
  joint: JointCues = new Map(),
): Map<string, SpeakingPart> {
  const names = new Map(characterNamesOf(elements).map((name) => [speakerKey(name), name]));
  const parts = new Map<string, SpeakingPart>();
  /** The cue above that nobody has spoken below yet. */
  let cue: { index: number; key: string } | null = null;
  let running: string | null = null;
  for (const [index, speaker] of speakersOf(elements).entries()) {
    const element = elements[index];
    const key = speaker === null ? null : speakerKey(speaker);
    if (element?.elementType === 'character' || key === null) {
      cue = key === null ? null : { index, key };
      running = null;
    }
    if (element?.elementType !== 'dialogue' || key === null) continue;
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

/** Words of a text with marks of emphasis: what stands between spaces and has a letter or a figure in it. */
export function wordsIn(content: string): number {
  const text = hasMarks(content) ? plainText(content) : content;
  let words = 0;
  for (const part of text.split(/\s+/)) if (letter.test(part)) words++;
  return words;
}
