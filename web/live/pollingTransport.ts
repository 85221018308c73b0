import type { LiveServerMessage, pollLiveChannel } from '#shared/contract/live.ts';
import { type Address, call } from '#web/lib/api.ts';
import { knownRevision, ownWindowId } from '#web/lib/revisions.ts';
import { createCallSender } from './callSender.ts';
import { lostCode, type Transport, type TransportInput } from './transport.ts';

const pollChannel: Address<typeof pollLiveChannel> = {
  method: 'POST',
  path: '/api/projects/:id/live/poll',
};
/** Pause between a reply and the next poll. */
const pauseMs = 1000;
/** Longer pause of hidden tabs, because a browser has only six HTTP/1.1 connections to a server. */
const hiddenPauseMs = 15_000;
/** Timeout of a poll, longer than the server delays a reply. */
const timeoutMs = 15_000;

/** Open the live channel by polling, with calls for what the tab sends. */
export function openPollingTransport(input: TransportInput): Transport {
  const { projectId, onMessage, onAlive, onClose } = input;
  const sender = createCallSender(projectId);
  const abort = new AbortController();
  const { signal } = abort;
  let cursor: string | null = null;

  async function poll(): Promise<number | null> {
    const since = knownRevision(projectId) ?? null;
    const body = { window: ownWindowId, since, cursor };
    const options = { deadlineMs: timeoutMs, signal };
    const reply = await call(pollChannel, { params: { id: projectId }, body }, options);
    if (signal.aborted) return null;
    cursor = reply.cursor;
    onAlive();
    for (const text of reply.messages) onMessage(JSON.parse(text) as LiveServerMessage);
    return reply.closeCode;
  }

  async function run(): Promise<void> {
    let code: number | null = null;
    while (code === null && !signal.aborted) {
      code = await poll().catch(() => lostCode);
      if (code === null) await pause(signal);
    }
    sender.stop();
    if (code !== null && !signal.aborted) onClose(code);
  }

  void run();
  return {
    send: sender.send,
    close() {
      sender.stop();
      abort.abort();
    },
  };
}

/** Wait until the next poll is due. A tab that is shown again polls at once. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, document.visibilityState === 'visible' ? pauseMs : hiddenPauseMs);
    document.addEventListener('visibilitychange', end);
    signal.addEventListener('abort', end);
  });
}
