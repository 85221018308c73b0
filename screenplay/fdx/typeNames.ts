import type { ElementType } from '../element.ts';
import { isActionType } from '../elementTypes/predicates.ts';
import { elementTypeTable, fdxTypeNames } from '../elementTypes/table.ts';

/**
 * Meaning of an FDX type name.
 *
 * - speech: dialogue of the cue before it; without a cue it becomes action.
 * - aside: neither ends a speech nor belongs to it (outline, notes).
 */
export interface TypeMeaning {
  elementType: ElementType;
  /** The name to keep; null for our six types. */
  originalType: string | null;
  role: 'cue' | 'speech' | 'aside' | 'other';
}

const sixTypes = new Map(
  Object.entries(fdxTypeNames).map(([type, name]) => [name.toLowerCase(), type as ElementType]),
);
/** Types of sung lines: spoken under a cue, elsewhere action (OQ-116). */
const sung = new Set(['singing', 'lyric', 'lyrics']);
const asides = /^(outline( .*)?|note|summary)$/;
const otherTypes = /^(shot|general|cast list|new act|end of act|act break|cold opening|show\/ep\. title)$/;

/**
 * Return the meaning of a type name, ignoring case. A paragraph without a type is set like General.
 */
export function meaningOf(name: string | undefined): TypeMeaning {
  const key = (name ?? '').trim().toLowerCase();
  const elementType = sixTypes.get(key);
  if (elementType) return { elementType, originalType: null, role: roleOf(elementType) };
  if (name === undefined || key === '')
    return { elementType: 'action', originalType: 'General', role: 'other' };
  if (sung.has(key)) return { elementType: 'dialogue', originalType: name, role: 'speech' };
  return { elementType: 'action', originalType: name, role: asides.test(key) ? 'aside' : 'other' };
}

function roleOf(type: ElementType): TypeMeaning['role'] {
  const { part } = elementTypeTable[type];
  return part === 'cue' || part === 'speech' ? part : 'other';
}

/** Return whether Final Draft itself has the type. Other types are the writer's own. */
export function isKnownType(name: string): boolean {
  const key = name.trim().toLowerCase();
  return sixTypes.has(key) || sung.has(key) || asides.test(key) || otherTypes.test(key);
}

/** Return the type name to write: the original one if it still matches the element. */
export function typeNameOf(elementType: ElementType, originalType: string | null): string {
  if (originalType === null) return fdxTypeNames[elementType];
  const meaning = meaningOf(originalType);
  const fits =
    meaning.elementType === elementType || (isActionType(elementType) && meaning.role === 'speech');
  return fits ? originalType : fdxTypeNames[elementType];
}
