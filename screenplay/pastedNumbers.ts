import { maxSceneNumberLength } from './limits.ts';
import type { PastedScript } from './pasted.ts';
import { type NumberedScene, sceneNumbersOf } from './sceneNumbers.ts';

/**
 * Leave out the scene numbers of a pasted script that the script cannot take, and count them. A
 * script without headings takes all of them, one with fixed numbers those that it does not have.
 * Where scenes are counted, one fixed number would hide all others, so there it takes none.
 */
export function withFittingNumbers(pasted: PastedScript, scenes: readonly NumberedScene[]): PastedScript {
  const numbers = new Set(sceneNumbersOf(scenes).values());
  const isCounted = numbers.size > 0 && scenes.every(({ displayNumber }) => displayNumber === null);
  let leftOut = 0;
  const elements = pasted.elements.map((element) => {
    const { sceneNumber, ...others } = element;
    if (sceneNumber === undefined) return element;
    const fits = !isCounted && !numbers.has(sceneNumber) && sceneNumber.length <= maxSceneNumberLength;
    if (!fits) leftOut++;
    numbers.add(sceneNumber);
    return fits ? element : others;
  });
  return leftOut === 0 ? pasted : { ...pasted, elements, leftOut: pasted.leftOut + leftOut };
}
