import type { TextRun } from '#screenplay/layout/types.ts';

/** How a run is underlined and struck, in CSS. */
export function decorationOf({ isUnderlined, isStruck }: Pick<TextRun, 'isUnderlined' | 'isStruck'>): string {
  return [isUnderlined && 'underline', isStruck && 'line-through'].filter(Boolean).join(' ') || 'none';
}
