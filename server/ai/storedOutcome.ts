import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#server/db/client.ts';
import { conflict, HttpError } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import type { Metered } from './calls.ts';
import { ModelFailure } from './failure.ts';
import type { MeteredJob } from './meteredJob.ts';
import { outcomeOf, releaseStale } from './requests.ts';

const pollIntervalMs = 250;

/** Return the stored outcome of this request id. Wait while another process makes the call. */
export async function storedOutcome<A, T>(
  db: Db,
  { call, feature, input }: MeteredJob<A, T>,
): Promise<Metered<T>> {
  const { userId, requestId, fingerprint = null, signal } = call;
  for (;;) {
    const outcome = await outcomeOf(db, userId, requestId);
    if (!outcome) throw conflict('This request has expired. Please ask again.');
    const isSame = outcome.feature === feature && outcome.task === input.task;
    // Old rows have no fingerprint.
    if (!isSame || (outcome.fingerprint ?? fingerprint) !== fingerprint) throw usedElsewhere();
    if (outcome.state === 'failed') {
      const { code, message, extra } = outcome.rejection;
      throw new HttpError(code, message, extra);
    }
    if (outcome.state === 'done')
      return {
        ...(outcome.answer as Omit<Metered<T>, 'creditBalance'>),
        creditBalance: await balanceOf(db, userId),
      };
    if (outcome.isStale) await releaseStale(db, 'stale');
    await waitOrAbort(wait(pollIntervalMs), signal);
  }
}

/** Wait for `work`, which another caller started. Aborting ends only the waiting. */
export async function waitOrAbort(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await work);
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(new ModelFailure('stopped').toHttpError(''));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
