import type { ScriptElement } from '../element.ts';

/* Elements whose type in the source file has a mark in Fountain. */

export function isShot({ originalType }: ScriptElement): boolean {
  return originalType !== null && /^shot$/i.test(originalType);
}

export function isLyric({ originalType }: ScriptElement): boolean {
  return originalType !== null && /^(?:lyrics?|singing)$/i.test(originalType);
}
