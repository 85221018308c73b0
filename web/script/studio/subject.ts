import { spokenKey, wordsKey } from '#engines/sound/spokenKey.ts';
import type { JointCues } from '#screenplay/cast.ts';
import { type ElementType, elementLabels } from '#screenplay/element.ts';
import { plainText } from '#screenplay/emphasis.ts';
import { missingVoiceText, speakingCharacter, spokenTextOf } from '#screenplay/playback/speaking.ts';
import { maxEffectTextLength } from '#shared/contract/audio.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { speechProblem } from '#web/audio/speechProblem.ts';

/** What an element is heard as (decision OQ-77). */
export type AudioKind = 'speech' | 'effect';

export function audioKindOf(type: ElementType): AudioKind | null {
  if (type === 'dialogue') return 'speech';
  return type === 'action' || type === 'transition' ? 'effect' : null;
}

/** Why an element of that type has no audio. */
export function noAudioText(type: ElementType): string {
  return `${elementLabels[type]} has no audio of its own`;
}

/** Someone speaks it. */
export interface SpeechSubject {
  type: 'speech';
  /** The name in the script; null where nobody is named. */
  speaker: string | null;
  /** Whom that name means; null: nobody in the cast. */
  character: Character | null;
  /** As it is sent. */
  text: string;
  /** Why nobody can speak it; null: somebody can. */
  missing: string | null;
  /** Why no voice at all could; null: one could. */
  unspeakable: string | null;
  url: string | null;
  /** The text or the voice has changed since it was spoken. */
  isStale: boolean;
}

/** A sound is made of a description. */
export interface EffectSubject {
  type: 'effect';
  /** What it was made of, or the element's own words, as they are now. */
  text: string;
  url: string | null;
  /** The element's words have changed since it was made. */
  isStale: boolean;
}

export type AudioSubject = SpeechSubject | EffectSubject;

/** What there is to hear of the element at a place of the whole script; null: nothing. */
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
  // Somebody's own description stays theirs; the element's words go with the element.
  const isOwnWords = isStale && madeOf !== null && wordsKey(madeOf) === key;
  const text = madeOf === null || isOwnWords ? effectTextOf(content) : madeOf;
  return { type: 'effect', text, url, isStale };
}

/** The words of an element as they are sent to be made a sound. */
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
