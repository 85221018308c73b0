import type { areSameStarts, lockedCutsOf, lockedStartsIn, nextLockedCut } from '../layout/lockedCuts.ts';
import type { lockedLabels, nextLockedLabel } from '../layout/lockedLabels.ts';
import type { revisionFactsOn } from '../layout/revisionRuns.ts';
import type { lockedSceneNumbers } from './sceneLock.ts';

/**
 * Rules of locked pages and scene numbers, and of revisions. Most scripts have none, so the first
 * page of the web loads them only for those that do (provideLockRules.ts). Without them pages,
 * numbers and headers are those of a script that is not locked.
 */
export interface LockRules {
  areSameStarts: typeof areSameStarts;
  lockedCutsOf: typeof lockedCutsOf;
  lockedStartsIn: typeof lockedStartsIn;
  nextLockedCut: typeof nextLockedCut;
  lockedLabels: typeof lockedLabels;
  nextLockedLabel: typeof nextLockedLabel;
  lockedSceneNumbers: typeof lockedSceneNumbers;
  revisionFactsOn: typeof revisionFactsOn;
}

let rules: LockRules | null = null;

/** Return the rules; null until they are provided. */
export function lockRules(): LockRules | null {
  return rules;
}

export function setLockRules(provided: LockRules): void {
  rules = provided;
}
