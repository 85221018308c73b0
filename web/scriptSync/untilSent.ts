import { UnsentScriptError } from '#web/lib/unsentScript.ts';
import type { Outbox } from './outbox.ts';
import type { SendState } from './sendState.ts';

const timeoutMs = 10_000;

/**
 * Wait until the server has every pending change. Throws UnsentScriptError with the reason if it
 * cannot have them now, or after ten seconds.
 */
export async function untilSent(outbox: Outbox): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new UnsentScriptError('Saving takes longer than usual.')), timeoutMs);
  });
  const settled = outbox.whenSent().catch(() => {
    throw new UnsentScriptError(reasonOf(outbox.state));
  });
  try {
    await Promise.race([settled, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(state: SendState): string {
  if (state.status === 'rejected')
    return 'One of your changes was rejected. Open the script and decide about it.';
  if (state.status !== 'waiting') return 'They could not be saved.';
  if (state.reason === 'offline') return 'You are offline. They are saved on this device.';
  if (state.reason === 'signedOut') return 'You are signed out. They are saved on this device.';
  if (state.reason === 'full') return "The server's disk is full. They are saved on this device.";
  return 'The server cannot be reached. They are saved on this device.';
}
