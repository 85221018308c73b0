import { type JointCues, peopleOfCue } from '../cast.ts';
import { characterNamed, parseCue, type SpokenElement, speakerKey } from '../cue.ts';
import { isCueType, isDialogueType, isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { plainText } from '../emphasis.ts';
import { unwrapParentheses } from '../parenthetical.ts';
import { unstyled } from '../styled.ts';

/**
 * Return the name whose voice speaks a dialogue, without extensions; null if there is none. It is
 * the dialogue's own `characterName`, else the name of the closest cue above. The search skips
 * action and other elements but stops at a heading or at another dialogue. It continues past
 * dialogue only within one speech, where only parentheticals are in between: imported files name
 * speakers in cues only. `elements` are in script order. The rule is given by docs/spec/audio.md.
 */
export function speakerNameOf(elements: readonly SpokenElement[], index: number): string | null {
  const ownName = parseCue(elements[index]?.characterName ?? '').name;
  if (ownName !== '') return ownName;
  let hasDialogue = false;
  let hasOther = false;
  for (let before = index - 1; before >= 0; before--) {
    const { elementType, content } = elements[before] as SpokenElement;
    if (isCueType(elementType)) return parseCue(content).name || null;
    if (isHeadingType(elementType)) return null;
    if (isDialogueType(elementType)) hasDialogue = true;
    else if (!isParentheticalType(elementType)) hasOther = true;
    if (hasDialogue && hasOther) return null;
  }
  return null;
}

/**
 * Return the text to be spoken: the printed text, after its delivery in brackets: "[low] Hold on."
 */
export function spokenTextOf(elements: readonly SpokenElement[], index: number): string {
  const text = plainText(elements[index]?.content ?? '').trim();
  const before = elements[index - 1];
  if (!isParentheticalType(before?.elementType)) return text;
  const direction = deliveryOf(before.content);
  return direction === '' ? text : `[${direction}] ${text}`;
}

/** Return the text between the parentheses of a parenthetical, in one line; "" for a blank one. */
export function deliveryOf(content: string): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  return unwrapParentheses(unstyled(text), 0).text.text.trim();
}

/**
 * Return the message for a line that has no voice, listing the characters that have one
 * (docs/spec/audio.md).
 */
export function missingVoiceText(
  name: string | null,
  cast: readonly { name: string; voiceId: string | null }[],
): string {
  const who = name === null ? '' : ` ${name}`;
  const available = cast.filter(({ voiceId }) => voiceId !== null).map((each) => each.name);
  return `No voice assigned to character${who}. Available: ${available.join(', ') || 'nobody yet'}`;
}

/**
 * Return the character whose voice speaks the lines of a name in the script. A joint cue is spoken
 * by the first of its characters that has a voice, in the order of the cue.
 */
export function voicedCharacter<Voiced extends { name: string; voiceId: string | null }>(
  characters: readonly Voiced[],
  name: string,
  joint: JointCues = new Map(),
): Voiced | undefined {
  const people = joint.get(speakerKey(name));
  if (!people) return characterNamed(characters, name);
  const known = people.flatMap((each) => characterNamed(characters, each) ?? []);
  return known.find(({ voiceId }) => voiceId !== null) ?? known[0];
}

/** Return the name under which a dialogue is spoken, and the character that has it. */
export function speakingCharacter<Voiced extends { name: string; voiceId: string | null }>(
  elements: readonly SpokenElement[],
  index: number,
  characters: readonly Voiced[],
  joint?: JointCues,
): { name: string | null; character: Voiced | undefined } {
  const name = speakerNameOf(elements, index);
  return { name, character: name === null ? undefined : voicedCharacter(characters, name, joint) };
}

/** Return the speakerKeys of the characters that speak a dialogue; none without a cue above it. */
export function partsOfLine(
  elements: readonly SpokenElement[],
  index: number,
  joint: JointCues = new Map(),
): readonly string[] {
  const name = speakerNameOf(elements, index);
  return name === null ? [] : peopleOfCue(speakerKey(name), joint);
}
