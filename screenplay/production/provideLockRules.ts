import { areSameStarts, lockedCutsOf, lockedStartsIn, nextLockedCut } from '../layout/lockedCuts.ts';
import { lockedLabels, nextLockedLabel } from '../layout/lockedLabels.ts';
import { revisionFactsOn } from '../layout/revisionRuns.ts';
import { setLockRules } from './lockRules.ts';
import { lockedSceneNumbers } from './sceneLock.ts';

/** Provide the rules of locked pages and scene numbers. Every program that paginates calls it. */
export function provideLockRules(): void {
  setLockRules({
    ...{ areSameStarts, lockedCutsOf, lockedStartsIn, nextLockedCut },
    ...{ lockedLabels, nextLockedLabel, lockedSceneNumbers, revisionFactsOn },
  });
}
