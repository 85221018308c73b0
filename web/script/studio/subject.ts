import { spokenKey, wordsKey } from '#engines/sound/spokenKey.ts';
import type { JointCues } from '#screenplay/cast.ts';
import type { ElementType } from '#screenplay/element.ts';
import { elementLabels, elementTypeTable } from '#screenplay/elementTypes/table.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { missingVoiceText, speakingCharacter, spokenTextOf } from '#screenplay/playback/speaking.ts';
import { maxEffectTextLength } from '#shared/contract/audio.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { speechProblem } from '#web/audio/speechProblem.ts';

/** Kind of audio of an element (decision OQ-77). */
export type AudioKind = 'speech' | 'effect';

export function audioKindOf(type: ElementType): AudioKind | null {
  return elementTypeTable[type].audioKind;
}

/** Return why an element of this type has no audio. */
export function noAudioText(type: ElementType): string {
  return `${elementLabels[type]} has no separate audio`;
}

/** Speech of a character. */
export interface SpeechSubject {
  type: 'speech';
  /** Name in the script; null if there is none. */
  speaker: string | null;
  /** Character with that name; null if it is not in the cast. */
  character: Character | null;
  /** Text that is sent. */
  text: string;
  /** Reason why nobody can speak it; null: a voice can. */
  missing: string | null;
  /** Reason why no voice could speak it; null: one could. */
  unspeakable: string | null;
  url: string | null;
  /** Whether text or voice changed since it was spoken. */
  isStale: boolean;
}

/** Sound effect from a description. */
export interface EffectSubject {
  type: 'effect';
  /** Description of the existing sound, or the element's present text. */
  text: string;
  url: string | null;
  /** Whether the element's text changed since it was made. */
  isStale: boolean;
}

export type AudioSubject = SpeechSubject | EffectSubject;

/** Return the audio subject of an element; null if it has none. */
export function audioSubjectOf(
  elements: readonly Element[],
  index: number,
  characters: readonly Character[],
  joint?: JointCues,
): AudioSubject | null {
  const element = elements[index];
  const type = element && audioKindOf(element.elementType);
  if (!element || !type) return null;
  if (type === 'speech') return speechOfElement(elements, index, characters, joint);
  return effectOfElement(element);
}

function effectOfElement({ content, soundEffectUrl: url, ...effect }: Element): EffectSubject {
  const { soundEffectText: madeOf, soundEffectKey: key } = effect;
  const isStale = url !== null && key !== null && key !== wordsKey(content);
  // A custom description stays; one from the element's text follows it.
  const isOwnWords = isStale && madeOf !== null && wordsKey(madeOf) === key;
  const text = madeOf === null || isOwnWords ? effectTextOf(content) : madeOf;
  return { type: 'effect', text, url, isStale };
}

/** Return the text of an element as it is sent for a sound effect. */
function effectTextOf(content: string): string {
  return plainText(content).trim().slice(0, maxEffectTextLength);
}

function speechOfElement(
  elements: readonly Element[],
  index: number,
  characters: readonly Character[],
  joint: JointCues | undefined,
): SpeechSubject {
  const { dialogueAudioUrl: url = null, dialogueAudioKey: key = null } = elements[index] ?? {};
  const { name: speaker, character = null } = speakingCharacter(elements, index, characters, joint);
  const text = spokenTextOf(elements, index);
  const voiceId = character?.voiceId ?? null;
  const isStale =
    url !== null &&
    key !== null &&
    character !== null &&
    voiceId !== null &&
    key !== spokenKey({ text, voiceId, voiceSettings: character.voiceSettings });
  const missing = voiceId === null ? missingVoiceText(speaker, characters) : null;
  const unspeakable = speechProblem(text);
  return { type: 'speech', speaker, character, text, missing, unspeakable, url, isStale };
}
