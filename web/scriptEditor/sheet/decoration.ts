import type { TextRun } from '#screenplay/layout/types.ts';

/** Return the CSS text decoration of a run. */
export function decorationOf({ isUnderlined, isStruck }: Pick<TextRun, 'isUnderlined' | 'isStruck'>): string {
  return [isUnderlined && 'underline', isStruck && 'line-through'].filter(Boolean).join(' ') || 'none';
}
