/** Fields of a scene that determine its printed number. */
export interface NumberedScene {
  id: number;
  sceneNumber: number;
  displayNumber: string | null;
}

/**
 * Return the printed scene numbers by scene id. If an import fixed numbers, scenes without one have
 * none, because their position may be the number of another scene. The opening has no number.
 */
export function sceneNumbersOf(scenes: readonly NumberedScene[]): ReadonlyMap<number, string> {
  const isFixed = scenes.some(({ displayNumber }) => displayNumber !== null);
  const numbers = new Map<number, string>();
  for (const { id, sceneNumber, displayNumber } of scenes) {
    const number = isFixed ? displayNumber : sceneNumber > 0 && `${sceneNumber}`;
    if (number) numbers.set(id, number);
  }
  return numbers;
}
