import { type ElementType, elementTypes } from '../element.ts';
import { actionFacts } from './action.ts';
import { characterFacts } from './character.ts';
import { dialogueFacts } from './dialogue.ts';
import type { ElementTypeFacts } from './elementTypeFacts.ts';
import { parentheticalFacts } from './parenthetical.ts';
import { sceneHeadingFacts } from './sceneHeading.ts';
import { transitionFacts } from './transition.ts';

/** Facts about the six element types. All code outside of formats and layout looks them up here. */
export const elementTypeTable: Record<ElementType, ElementTypeFacts> = {
  scene_heading: sceneHeadingFacts,
  action: actionFacts,
  character: characterFacts,
  dialogue: dialogueFacts,
  parenthetical: parentheticalFacts,
  transition: transitionFacts,
};

/** Labels of the six types, by type. */
export const elementLabels = fieldByType('label');

/** Names of the six types in FDX files, by type. */
export const fdxTypeNames = fieldByType('fdxName');

/** Return one fact about all types, by type. */
function fieldByType<Field extends keyof ElementTypeFacts>(
  field: Field,
): Record<ElementType, ElementTypeFacts[Field]> {
  const entries = elementTypes.map((type) => [type, elementTypeTable[type][field]] as const);
  return Object.fromEntries(entries) as Record<ElementType, ElementTypeFacts[Field]>;
}

/**
 * Return whether elements of this type are in capitals: scene headings, cues and transitions
 * (docs/spec/script.md).
 */
export function isUpperCased(type: ElementType): boolean {
  return upperCasedTypes.has(type);
}

const upperCasedTypes: ReadonlySet<ElementType> = new Set(
  elementTypes.filter((type) => elementTypeTable[type].isUpperCased),
);

/** Return text in the case in which elements of this type show it. */
export function toShownCase(type: ElementType, text: string): string {
  return isUpperCased(type) ? text.toUpperCase() : text;
}

/** Count elements by type. */
export function countByType(elements: readonly { elementType: ElementType }[]): Record<ElementType, number> {
  const counts = elementTypes.map((type) => [type, countOf(elements, type)]);
  return Object.fromEntries(counts) as Record<ElementType, number>;
}

function countOf(elements: readonly { elementType: ElementType }[], type: ElementType): number {
  let count = 0;
  for (const { elementType } of elements) if (elementType === type) count++;
  return count;
}
