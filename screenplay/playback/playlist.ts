import type { ScriptElement } from '../element.ts';
import { isActionType, isDialogueType } from '../elementTypes/predicates.ts';

/** Fields of an element that determine whether it is playable. */
export interface PlayableElement extends Pick<ScriptElement, 'elementType'> {
  soundEffectUrl: string | null;
}

/** Return whether an element is dialogue, or action with a sound effect (docs/spec/audio.md). */
export function isPlayable({ elementType, soundEffectUrl }: PlayableElement): boolean {
  return isDialogueType(elementType) || (isActionType(elementType) && soundEffectUrl !== null);
}

/** Return the indexes of the playable elements (decision OQ-80). */
export function playlistOf(elements: readonly PlayableElement[]): number[] {
  return elements.flatMap((element, index) => (isPlayable(element) ? [index] : []));
}
