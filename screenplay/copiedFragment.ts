import { type Alignment, type DualColumn, elementTypes } from './element.ts';
import type { Fragment } from './fragment.ts';
import { maxContentLength, maxNameLength } from './limits.ts';
import type { NewElement } from './selection.ts';

const dualColumns: readonly DualColumn[] = ['left', 'right'];
const alignments: readonly Alignment[] = ['Left', 'Center', 'Right', 'Full'];

/** Fields of pasted pages that a copied element does not have (docs/decisions/0101). */
type FieldsOfPages = 'originalType' | 'sceneNumber';

/** Return whether a value fits each field of a copied element. */
const fits: Record<Exclude<keyof NewElement, FieldsOfPages>, (value: unknown) => boolean> = {
  elementType: isIn(elementTypes),
  content: (value) => isText(maxContentLength)(value) && String(value).trim() !== '',
  dual: isIn(dualColumns),
  alignment: isIn(alignments),
  startsNewPage: isIn([true]),
  characterName: isText(maxNameLength),
  parenthetical: isText(500),
  source: (value) => isObject(value) && isId(value.projectId) && value.projectId > 0 && isId(value.id),
};

/**
 * Read elements from a clipboard, where any page may have put them; null if their shape is another
 * one. Unknown fields are dropped. The server validates what is stored.
 */
export function parseFragment(value: unknown): Fragment | null {
  if (!isObject(value) || !Array.isArray(value.elements)) return null;
  const { startsInside, endsInside, isLine } = value;
  const elements = value.elements.map(parseElement);
  const isRead = elements.length > 0 && elements.every((element) => element !== null);
  if (!isRead || typeof startsInside !== 'boolean' || typeof endsInside !== 'boolean') return null;
  if (isLine !== undefined && isLine !== true) return null;
  return { elements, startsInside, endsInside, ...(isLine && { isLine }) };
}

function parseElement(value: unknown): NewElement | null {
  if (!isObject(value) || value.elementType === undefined || value.content === undefined) return null;
  const known = Object.entries(fits).flatMap(([name, isFit]) =>
    value[name] === undefined ? [] : [{ name, field: value[name], isFit: isFit(value[name]) }],
  );
  if (!known.every(({ isFit }) => isFit)) return null;
  return Object.fromEntries(known.map(({ name, field }) => [name, field])) as unknown as NewElement;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isIn(values: readonly unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value);
}

/** Return a check for a text that can be stored. */
function isText(limit: number): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'string' && value.length <= limit && !value.includes('\0') && value.isWellFormed();
}

/** Return whether a value is the id of an element; a negative one is not stored yet. */
function isId(value: unknown): value is number {
  return Number.isInteger(value) && value !== 0 && Math.abs(Number(value)) < 2 ** 31;
}
