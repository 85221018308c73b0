import type { ScriptFormat } from './format.ts';
import { maxSceneNumberLength } from './limits.ts';
import type { PastedScript } from './pasted.ts';
import { type NumberedScene, sceneNumbersOf } from './sceneNumbers.ts';

/**
 * Leave out the scene numbers of a pasted script that the script cannot take, and count them. A
 * script without headings takes all of them, one with fixed numbers those that it does not have.
 * Where scenes are counted, one fixed number would hide all others, so there it takes none. Nor
 * does one whose numbers are locked: new scenes have a number between their neighbours.
 */
export function withFittingNumbers(
  pasted: PastedScript,
  scenes: readonly NumberedScene[],
  format: Pick<ScriptFormat, 'sceneLock'>,
): PastedScript {
  const numbers = new Set(sceneNumbersOf(scenes, format).values());
  const isCounted = numbers.size > 0 && scenes.every(({ displayNumber }) => displayNumber === null);
  const takesNone = isCounted || format.sceneLock !== undefined;
  let leftOut = 0;
  const elements = pasted.elements.map((element) => {
    const { sceneNumber, ...others } = element;
    if (sceneNumber === undefined) return element;
    const fits = !takesNone && !numbers.has(sceneNumber) && sceneNumber.length <= maxSceneNumberLength;
    if (!fits) leftOut++;
    numbers.add(sceneNumber);
    return fits ? element : others;
  });
  return leftOut === 0 ? pasted : { ...pasted, elements, leftOut: pasted.leftOut + leftOut };
}
