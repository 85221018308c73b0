import type { ScriptElement } from '../element.ts';
import { isDeepEqual } from '../fdx/same.ts';
import { blocksOf } from './extras.ts';
import type { FountainReading } from './reading.ts';
import { storedElement } from './storedElement.ts';

/** Everything of a text that must not depend on how its lines are written. */
export interface FountainFacts {
  title: unknown;
  /** By element, as text that can be compared. */
  elements: string[];
  /** Sections, synopses and cut passages, sorted. */
  blocks: string[];
}

export function factsOf({ titlePage, elements, notes, blocksAfter, hidden }: FountainReading): FountainFacts {
  const notesOf = new Map<number | null, string[]>();
  for (const { elementIndex, text } of notes) {
    const others = notesOf.get(elementIndex);
    if (others) others.push(text);
    else notesOf.set(elementIndex, [text]);
  }
  const blocks = [...elements.flatMap(({ extras }) => blocksOf(extras?.fountain, 'before')), ...blocksAfter];
  return {
    title: [titlePage, notesOf.get(null)],
    elements: elements.map((element, index) => elementFacts(element, notesOf.get(index))),
    blocks: [...blocks.filter((block) => !block.startsWith('/*')), ...hidden.cuts].sort(),
  };
}

/** Return the facts of an element as text; that of most elements is short. */
function elementFacts(element: ScriptElement, notes: string[] | undefined): string {
  const { elementType, content, dual, originalType, sceneNumber, extras } = storedElement(element);
  if (!notes && !dual && !originalType && !sceneNumber && !extras?.layout) return `${elementType} ${content}`;
  const rest = [dual, originalType, sceneNumber ?? null, extras?.layout ?? null, notes?.sort()];
  return `${elementType} ${content}\n${JSON.stringify(rest)}`;
}

/** Return the index of the first element that differs; null if nothing differs. */
export function firstDifference(expected: FountainFacts, found: FountainFacts): number | null {
  const count = Math.max(expected.elements.length, found.elements.length);
  for (let index = 0; index < count; index++)
    if (expected.elements[index] !== found.elements[index]) return index;
  return isDeepEqual([expected.title, expected.blocks], [found.title, found.blocks]) ? null : count;
}
