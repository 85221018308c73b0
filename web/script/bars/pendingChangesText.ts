import { errorTexts } from '#shared/errors.ts';
import type { SendState } from '#web/scriptSync/outbox.ts';

type Reason = (SendState & { status: 'waiting' })['reason'];

const causes = {
  offline: 'Offline',
  server: 'The server does not answer',
  signedOut: 'Signed out',
} as const satisfies Record<Exclude<Reason, 'full'>, string>;

/**
 * Why changes wait, and where they are meanwhile. `count`: changes that the server does not have, with the line that is
 * being written. `isRefused`: the browser keeps nothing, so they last as long as the window.
 */
export function pendingChangesText(reason: Reason, count: number, isRefused: boolean): string {
  if (reason === 'full') return errorTexts.diskFull;
  const cause = causes[reason];
  if (count === 0) return cause;
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return isRefused
    ? `${cause}, ${changes} in this window only: the browser’s storage is full`
    : `${cause}, ${changes} kept here`;
}
