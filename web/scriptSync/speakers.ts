import { isSameSpeaker, parseCue } from '#screenplay/cue.ts';
import { directionType } from '#screenplay/directions.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isCueType, isSpeechType } from '#screenplay/elementTypes/predicates.ts';
import { elementTypeTable } from '#screenplay/elementTypes/table.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';

/**
 * Return the speaker of a line at this position: the cue above it, if only lines of the same speech
 * are between them.
 */
export function speakerAt(elements: readonly Element[], index: number): string | null {
  for (let before = index - 1; before >= 0; before--) {
    const element = elements[before];
    if (isCueType(element?.elementType)) return parseCue(element.content).name.toUpperCase() || null;
    if (!isSpeechType(element?.elementType)) return null;
  }
  return null;
}

/**
 * Return the name, in capitals, of the character to create before this cue is stored; null if it
 * exists or the cue names none.
 */
export function newSpeaker(type: ElementType, text: string, characters: readonly Character[]): string | null {
  const content = contentAs(type, text);
  if (!isCueType(type) || content === elementTypeTable[type].placeholder) return null; // decision OQ-57
  const { name } = parseCue(content);
  // A transition is never a character (decision OQ-122).
  if (name === '' || directionType(content) !== null) return null;
  return characters.some((character) => isSameSpeaker(character.name, name)) ? null : name;
}
