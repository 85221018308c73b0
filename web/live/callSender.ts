import type { LiveClientMessage, sendLiveMessages } from '#shared/contract/live.ts';
import { type Address, call } from '#web/lib/api.ts';
import { ownWindowId } from '#web/lib/revisions.ts';
import { throttle } from '#web/lib/throttle.ts';

const sendMessages: Address<typeof sendLiveMessages> = {
  method: 'POST',
  path: '/api/projects/:id/live/messages',
};
/** A call costs more than a message on a WebSocket. */
const sendIntervalMs = 1000;
const timeoutMs = 10_000;

/**
 * Create the sender of messages by calls: at most one a second and one at a time, with the last
 * message of each type. A message that does not arrive is dropped, because messages are only about
 * the moment.
 */
export function createCallSender(projectId: number) {
  const pending = new Map<LiveClientMessage['type'], LiveClientMessage>();
  let sending: Promise<unknown> = Promise.resolve();
  const sendPending = async () => {
    const messages = [...pending.values()];
    pending.clear();
    if (messages.length === 0) return;
    const input = { params: { id: projectId }, body: { window: ownWindowId, messages } };
    await call(sendMessages, input, { deadlineMs: timeoutMs }).catch(() => undefined);
  };
  const sendSoon = throttle(sendIntervalMs, () => {
    sending = sending.then(sendPending);
  });
  return {
    send(message: LiveClientMessage): void {
      pending.set(message.type, message);
      sendSoon.call();
    },
    stop: sendSoon.stop,
  };
}
