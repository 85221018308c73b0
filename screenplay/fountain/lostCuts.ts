import type { ScriptElement } from '../element.ts';
import { blocksOf, spellingOf } from './extras.ts';
import { extractHidden } from './hidden.ts';

/*
 * Cut passages in the lines of elements. They are stored with these lines, and also with the file:
 * the line may be deleted or joined with another.
 */

/** Return the cut passages in the lines of an element, from its Fountain extras. */
export function cutsInLines(fountain: unknown): string[] {
  const spelling = spellingOf(fountain, 'own');
  return spelling?.theirs.includes('/*') ? extractHidden(spelling.theirs).cuts : [];
}

/** Return the preserved content of a file with the cut passages that no element has any more. */
export function withLostCuts(fountain: unknown, elements: readonly ScriptElement[]): unknown {
  const lost = blocksOf(fountain, 'cuts');
  if (lost.length === 0) return fountain;
  for (const cut of elements.flatMap(({ extras }) => cutsInLines(extras?.fountain))) {
    const at = lost.indexOf(cut);
    if (at >= 0) lost.splice(at, 1);
  }
  return { ...(fountain as object), after: [...blocksOf(fountain, 'after'), ...lost] };
}
