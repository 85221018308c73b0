/** What its number needs to know of a scene. */
export interface NumberedScene {
  id: number;
  sceneNumber: number;
  displayNumber: string | null;
}

/**
 * The numbers of scenes as the exports print them, by scene id. Where an import fixed numbers, a scene without one
 * has none: its place in the script is the number of another by then. The text before the first heading has none.
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
