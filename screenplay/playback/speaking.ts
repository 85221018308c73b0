import { type JointCues, peopleOfCue } from '../cast.ts';
import { characterNamed, parseCue, type SpokenElement, speakerKey } from '../cue.ts';
import { plainText } from '../emphasis.ts';
import { unwrapParentheses } from '../parenthetical.ts';
import { unstyled } from '../styled.ts';

/**
 * The name by which a dialogue asks for a voice, wherever it is heard: its own, else that of the cue found by searching
 * back, over action and the rest, up to a dialogue or a heading; only a speech that goes on, with nothing but
 * parentheticals between its dialogues, is searched through, since a file that was imported names nobody beside its
 * cues. Without extensions; null where there is none. Elements in script order. The rule is that of docs/spec/audio.md.
 */
export function speakerNameOf(elements: readonly SpokenElement[], index: number): string | null {
  const own = parseCue(elements[index]?.characterName ?? '').name;
  if (own !== '') return own;
  let hasDialogue = false;
  let hasOther = false;
  for (let before = index - 1; before >= 0; before--) {
    const { elementType, content } = elements[before] as SpokenElement;
    if (elementType === 'character') return parseCue(content).name || null;
    if (elementType === 'scene_heading') return null;
    if (elementType === 'dialogue') hasDialogue = true;
    else if (elementType !== 'parenthetical') hasOther = true;
    if (hasDialogue && hasOther) return null;
  }
  return null;
}

/** What is sent to be spoken: the text as printed, and how it is said before it, in brackets: "[low] Hold on." */
export function spokenTextOf(elements: readonly SpokenElement[], index: number): string {
  const text = plainText(elements[index]?.content ?? '').trim();
  const before = elements[index - 1];
  if (before?.elementType !== 'parenthetical') return text;
  const direction = deliveryOf(before.content);
  return direction === '' ? text : `[${direction}] ${text}`;
}

/** Of a parenthetical what stands between its parentheses, in one line; "" for a blank one. */
export function deliveryOf(content: string): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  return unwrapParentheses(unstyled(text), 0).text.text.trim();
}

/** Why nobody speaks a line, and who of the cast could (docs/spec/audio.md). */
export function missingVoiceText(
  name: string | null,
  cast: readonly { name: string; voiceId: string | null }[],
): string {
  const who = name === null ? '' : ` ${name}`;
  const available = cast.filter(({ voiceId }) => voiceId !== null).map((each) => each.name);
  return `No voice assigned to character${who}. Available: ${available.join(', ') || 'nobody yet'}`;
}

/**
 * The character whose voice a name in the script asks for. What several say together is heard once: by the first of
 * them who has a voice, in the order of the cue.
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

/** Whose voice a dialogue asks for, by name, and the character who has it. */
export function speakingCharacter<Voiced extends { name: string; voiceId: string | null }>(
  elements: readonly SpokenElement[],
  index: number,
  characters: readonly Voiced[],
  joint?: JointCues,
): { name: string | null; character: Voiced | undefined } {
  const name = speakerNameOf(elements, index);
  return { name, character: name === null ? undefined : voicedCharacter(characters, name, joint) };
}

/** Whose part a dialogue is, by speakerKey: of everybody who speaks it together; of nobody where no cue is above it. */
export function partsOfLine(
  elements: readonly SpokenElement[],
  index: number,
  joint: JointCues = new Map(),
): readonly string[] {
  const name = speakerNameOf(elements, index);
  return name === null ? [] : peopleOfCue(speakerKey(name), joint);
}
