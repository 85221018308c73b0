import type { ElementType } from '../element.ts';

/** What a playlist needs to know of an element. */
export interface PlayableElement {
  elementType: ElementType;
  soundEffectUrl: string | null;
}

/** Dialogue, and action that has a sound effect (docs/spec/audio.md). */
export function isPlayable({ elementType, soundEffectUrl }: PlayableElement): boolean {
  return elementType === 'dialogue' || (elementType === 'action' && soundEffectUrl !== null);
}

/** Which elements of a list are heard when it is played, as places in the list (decision OQ-80). */
export function playlistOf(elements: readonly PlayableElement[]): number[] {
  return elements.flatMap((element, index) => (isPlayable(element) ? [index] : []));
}
