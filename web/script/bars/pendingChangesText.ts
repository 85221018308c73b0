import { errorTexts } from '#shared/errors.ts';
import type { SendState } from '#web/scriptSync/sendState.ts';

type Reason = (SendState & { status: 'waiting' })['reason'];

const causes = {
  offline: 'Offline',
  server: 'The server does not answer',
  signedOut: 'Signed out',
} as const satisfies Record<Exclude<Reason, 'full'>, string>;

/**
 * Return why changes wait and where they are stored. `count` includes the active line. If
 * `isRejected`, the browser stores nothing, and they last as long as the tab.
 */
export function pendingChangesText(reason: Reason, count: number, isRejected: boolean): string {
  if (reason === 'full') return errorTexts.diskFull;
  const cause = causes[reason];
  if (count === 0) return cause;
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return isRejected
    ? `${cause}, ${changes} in this window only: the browser’s storage is full`
    : `${cause}, ${changes} kept here`;
}
