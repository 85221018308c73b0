import { characterNamed, parseCue, type SpokenElement } from '../cue.ts';
import { plainText } from '../emphasis.ts';
import { isBlankParenthetical, outOfParentheses } from '../parenthetical.ts';
import { unstyled } from '../styled.ts';

/**
 * The name by which a dialogue asks for a voice: its own, else that of the cue found by searching back, over action
 * and the rest, up to a dialogue or a heading. Without extensions; null where there is none. Elements in script order.
 * The rule is that of docs/spec/audio.md.
 */
export function speakerNameOf(elements: readonly SpokenElement[], index: number): string | null {
  const own = parseCue(elements[index]?.characterName ?? '').name;
  if (own !== '') return own;
  for (let before = index - 1; before >= 0; before--) {
    const element = elements[before];
    if (element?.elementType === 'character') return parseCue(element.content).name || null;
    if (element?.elementType === 'dialogue' || element?.elementType === 'scene_heading') return null;
  }
  return null;
}

/**
 * Whose voice is heard at a dialogue: speakerNameOf, and where that finds nobody, the cue above the speech that goes
 * on. A file that was imported names nobody beside its cues, and a speech with a parenthetical in it has two dialogues.
 */
export function heardSpeakerOf(elements: readonly SpokenElement[], index: number): string | null {
  const name = speakerNameOf(elements, index);
  if (name !== null) return name;
  for (let before = index - 1; before >= 0; before--) {
    const element = elements[before];
    if (element?.elementType === 'character') return parseCue(element.content).name || null;
    if (element?.elementType !== 'dialogue' && element?.elementType !== 'parenthetical') return null;
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
  if (isBlankParenthetical(text)) return '';
  return outOfParentheses(unstyled(text), 0).text.text.trim();
}

/** Why nobody speaks a line. */
export function missingVoiceText(name: string | null, available: readonly { name: string }[]): string {
  const who = name === null ? '' : ` ${name}`;
  return `No voice assigned to character${who}. Available: ${available.map((each) => each.name).join(', ')}`;
}

/** Whose voice a dialogue asks for, by name, and the character who has it. */
export function speakingCharacter<Named extends { name: string }>(
  elements: readonly SpokenElement[],
  index: number,
  characters: readonly Named[],
): { name: string | null; character: Named | undefined } {
  const name = heardSpeakerOf(elements, index);
  return { name, character: name === null ? undefined : characterNamed(characters, name) };
}
