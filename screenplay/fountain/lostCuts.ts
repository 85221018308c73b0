import type { ScriptElement } from '../element.ts';
import { blocksOf, spellingOf } from './extras.ts';
import { extractHidden } from './hidden.ts';

/*
 * Cut passages are stored with the lines that they are in, or with the element that they are above,
 * and also with the file: the element may be deleted, or its line joined with another.
 */

/** Return the preserved content of a file with the cut passages that no element has any more. */
export function withLostCuts(fountain: unknown, elements: readonly ScriptElement[]): unknown {
  const cuts = blocksOf(fountain, 'cuts');
  if (cuts.length === 0) return fountain;
  const after = blocksOf(fountain, 'after');
  const present = new Map<string, number>();
  const addAll = (blocks: readonly string[]) => {
    for (const block of blocks) present.set(block, (present.get(block) ?? 0) + 1);
  };
  addAll(after);
  for (const { extras } of elements) {
    if (!extras?.fountain) continue;
    addAll(blocksOf(extras.fountain, 'before'));
    addAll(cutsInLines(extras.fountain));
  }
  const lost = cuts.filter((cut) => {
    const count = present.get(cut) ?? 0;
    present.set(cut, count - 1);
    return count <= 0;
  });
  return { ...(fountain as object), after: [...after, ...lost] };
}

/** Return the cut passages in the lines of an element, from its Fountain extras. */
function cutsInLines(fountain: unknown): string[] {
  const spelling = spellingOf(fountain, 'own');
  return spelling?.theirs.includes('/*') ? extractHidden(spelling.theirs).cuts : [];
}
