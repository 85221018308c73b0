import { insertedLabels } from './insertedLabels.ts';
import type { InsertionScheme } from './insertionSchemes.ts';

/** Locked scene numbers of a script (docs/decisions/0110). */
export interface SceneLock {
  /**
   * All numbers that were issued, also those of scenes that are gone. Scenes and shots store their
   * own.
   */
  issued: string[];
  scheme: InsertionScheme;
  skipsIAndO: boolean;
}

/**
 * Return the numbers of scenes in script order. `own` has the issued number of each scene, null for
 * a new one. A new scene has a number between its neighbours, which is not issued: it may change
 * with other new scenes until the numbers are locked again.
 */
export function lockedSceneNumbers(own: readonly (string | null)[], lock: SceneLock): string[] {
  const taken = new Set([...lock.issued, ...own].map((number) => number?.toUpperCase() ?? ''));
  const numbers: string[] = [];
  let before: string | undefined;
  let inserted: Generator<string, never> | null = null;
  for (const [index, number] of own.entries()) {
    if (number !== null) {
      numbers.push(number);
      before = number;
      inserted = null;
      continue;
    }
    if (!inserted) {
      const after = own.slice(index).find((each) => each !== null) ?? undefined;
      inserted = insertedLabels(before ?? (after === undefined ? '0' : undefined), after, taken, lock);
    }
    const label = inserted.next().value;
    taken.add(label.toUpperCase());
    numbers.push(label);
  }
  return numbers;
}
