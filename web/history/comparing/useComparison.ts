import { useEffect, useState } from 'react';
import { type Comparison, compareDraftsInSteps } from '#screenplay/comparing/compareDrafts.ts';
import { type Draft, labelDraftInSteps } from '#screenplay/comparing/draft.ts';
import type { Steps } from '#screenplay/steps.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { runInTurns } from '#web/lib/runInTurns.ts';

/**
 * Compare two drafts. While others write, the last comparison is shown until the next is ready;
 * null until there is one of these sides.
 */
export function useComparison(
  sides: string,
  before: Draft | undefined,
  after: Draft | undefined,
): Comparison | null {
  const [found, setFound] = useState<{ sides: string; comparison: Comparison } | null>(null);
  useEffect(() => {
    if (!before || !after) return;
    const running = new AbortController();
    runInTurns(comparisonSteps(before, after), running.signal)
      .then((comparison) => setFound({ sides, comparison }))
      .catch((error: unknown) => {
        if (!running.signal.aborted) logFailure('comparing two drafts', error);
      });
    return () => running.abort();
  }, [sides, before, after]);
  return found?.sides === sides ? found.comparison : null;
}

function* comparisonSteps(before: Draft, after: Draft): Steps<Comparison> {
  return yield* compareDraftsInSteps(yield* labelDraftInSteps(before), yield* labelDraftInSteps(after));
}
