import { defaultNumberPlaces, type SceneNumberPlaces, type ScriptFormat } from './format.ts';
import { type LockRules, lockRules } from './production/lockRules.ts';
import type { SceneLock } from './production/sceneLock.ts';

/** Fields of a scene that determine its printed number. */
export interface NumberedScene {
  id: number;
  sceneNumber: number;
  displayNumber: string | null;
}

/**
 * Return the printed scene numbers by scene id. If an import fixed numbers, scenes without one have
 * none, because their position may be the number of another scene. If the numbers are locked, they
 * have one between their neighbours. The opening has no number.
 */
export function sceneNumbersOf(
  scenes: readonly NumberedScene[],
  { sceneLock }: Pick<ScriptFormat, 'sceneLock'>,
): ReadonlyMap<number, string> {
  const rules = sceneLock && lockRules();
  if (rules) return lockedNumbersOf(scenes, sceneLock, rules);
  const isFixed = scenes.some(({ displayNumber }) => displayNumber !== null);
  const numbers = new Map<number, string>();
  for (const { id, sceneNumber, displayNumber } of scenes) {
    const number = isFixed ? displayNumber : sceneNumber > 0 && `${sceneNumber}`;
    if (number) numbers.set(id, number);
  }
  return numbers;
}

function lockedNumbersOf(
  scenes: readonly NumberedScene[],
  lock: SceneLock,
  { lockedSceneNumbers }: LockRules,
): ReadonlyMap<number, string> {
  const numbered = scenes
    .filter(({ sceneNumber, displayNumber }) => sceneNumber > 0 || displayNumber !== null)
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber || a.id - b.id);
  const numbers = lockedSceneNumbers(
    numbered.map(({ displayNumber }) => displayNumber),
    lock,
  );
  return new Map(numbered.map(({ id }, index) => [id, numbers[index] as string]));
}

/**
 * Return the number that an element has itself: that of a shot of a Final Draft file. Null for a
 * heading, whose scene has it, and for a shot that has become another type.
 */
export function shotNumberOf({
  originalType,
  extras,
}: {
  originalType?: string | null | undefined;
  extras?: { number?: string | undefined } | null | undefined;
}): string | null {
  return /^shot$/i.test(originalType ?? '') ? (extras?.number ?? null) : null;
}

/** Sides of a heading on which its number can be printed. */
export const sceneNumberSides = ['both', 'left', 'right'] as const;
export type SceneNumberSides = (typeof sceneNumberSides)[number];

export function sidesOfNumbers({
  sceneNumberPlaces,
}: Pick<ScriptFormat, 'sceneNumberPlaces'>): SceneNumberSides {
  const { isLeftShown, isRightShown } = sceneNumberPlaces ?? defaultNumberPlaces;
  if (isLeftShown === isRightShown) return 'both';
  return isLeftShown ? 'left' : 'right';
}

/** Return where a script prints its numbers after a choice of sides. */
export function numberPlacesOn(sides: SceneNumberSides, format: ScriptFormat): SceneNumberPlaces {
  const places = format.sceneNumberPlaces ?? defaultNumberPlaces;
  return { ...places, isLeftShown: sides !== 'right', isRightShown: sides !== 'left' };
}
