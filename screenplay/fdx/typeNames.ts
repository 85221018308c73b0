import type { ElementType } from '../element.ts';
import { fdxTypeNames } from '../format.ts';

/**
 * What an FDX type name means to us.
 * speech: dialogue of the cue before it; without one it becomes action.
 * aside: neither ends a speech nor belongs to it (outline, notes).
 */
export interface TypeMeaning {
  elementType: ElementType;
  /** The name to remember; null for our own six. */
  originalType: string | null;
  role: 'cue' | 'speech' | 'aside' | 'other';
}

const own = new Map(
  Object.entries(fdxTypeNames).map(([type, name]) => [name.toLowerCase(), type as ElementType]),
);
/** Under a cue they are spoken, elsewhere action (decision OQ-116). */
const sung = new Set(['singing', 'lyric', 'lyrics']);
const asides = /^(outline( .*)?|note|summary)$/;
const known = /^(shot|general|cast list|new act|end of act|act break|cold opening|show\/ep\. title)$/;

/** Type names are compared without regard to case. A paragraph without a type is set like General. */
export function meaningOf(name: string | undefined): TypeMeaning {
  const key = (name ?? '').trim().toLowerCase();
  const elementType = own.get(key);
  if (elementType) return { elementType, originalType: null, role: roleOf(elementType) };
  if (name === undefined || key === '')
    return { elementType: 'action', originalType: 'General', role: 'other' };
  if (sung.has(key)) return { elementType: 'dialogue', originalType: name, role: 'speech' };
  return { elementType: 'action', originalType: name, role: asides.test(key) ? 'aside' : 'other' };
}

function roleOf(type: ElementType): TypeMeaning['role'] {
  if (type === 'character') return 'cue';
  return type === 'dialogue' || type === 'parenthetical' ? 'speech' : 'other';
}

/** Whether Final Draft itself knows the type; others are the writer's own. */
export function isKnownType(name: string): boolean {
  const key = name.trim().toLowerCase();
  return own.has(key) || sung.has(key) || asides.test(key) || known.test(key);
}

/** The type name to write: the remembered one while it still fits what the element is now. */
export function typeNameOf(elementType: ElementType, originalType: string | null): string {
  if (originalType === null) return fdxTypeNames[elementType];
  const meaning = meaningOf(originalType);
  const fits = meaning.elementType === elementType || (elementType === 'action' && meaning.role === 'speech');
  return fits ? originalType : fdxTypeNames[elementType];
}
