import { errorTexts } from '#shared/errors.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import type { Change } from './change.ts';
import type { SaveFailure } from './saveFailure.ts';

/** Rejected by the server. The user decides what to do with the change. */
export interface RejectedState {
  status: 'rejected';
  change: Change;
  failure: SaveFailure;
}

/** State of sending, as it is shown to the user. */
export type SendState =
  | { status: 'saved' }
  | { status: 'saving' }
  /** Waiting for the connection, the server, a sign-in or disk space. Retried automatically. */
  | { status: 'waiting'; reason: 'offline' | 'server' | 'signedOut' | 'full' }
  | RejectedState;

/** Return why a change has to wait, or null if the failure is permanent. */
export function waitingFor(error: unknown): (SendState & { status: 'waiting' })['reason'] | null {
  if (!(error instanceof ApiError)) return 'offline';
  if (error.status === 401) return 'signedOut';
  if (messageOf(error, '') === errorTexts.diskFull) return 'full';
  return error.status >= 500 || error.status === 429 || error.status === 408 ? 'server' : null;
}
