import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveClientMessage, pollLiveChannel } from '#shared/contract/live.ts';
import type { CallReply } from '#shared/endpoint.ts';
import type { TestApp } from './app.ts';
import { createInbox, type LiveClient, type LiveOptions, liveAddressOf } from './live.ts';

interface FallbackOptions extends LiveOptions {
  /** Name of the tab; default a new one. */
  window?: string;
  /** Node that gets the calls; default that of the first argument. */
  callsTo?: Pick<TestApp, 'app' | 'db'>;
}

type OpenFallback = (
  node: Pick<TestApp, 'app' | 'db'>,
  user: { id: string } | null,
  projectId: number,
  options?: FallbackOptions,
) => Promise<LiveClient>;

/**
 * Open the live channel as server-sent events. Rejects with the HTTP status if the server rejects
 * it.
 */
export const openEventStreamClient: OpenFallback = async (node, user, projectId, options = {}) => {
  const { since, headers = {}, window = randomUUID() } = options;
  const { address, cookie } = await liveAddressOf(node, user, projectId, options.session);
  const query = new URLSearchParams({ window, ...(since !== undefined && { since: String(since) }) });
  const abort = new AbortController();
  const response = await fetch(`${address}/events?${query}`, {
    headers: { ...cookie, ...headers },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const inbox = createInbox();
  void readEvents(response.body, inbox).catch(() => inbox.close(1006));
  const calls = await liveAddressOf(options.callsTo ?? node, user, projectId, sessionOf(cookie));
  return {
    ...inbox,
    ...sendingTo(calls.address, window, { ...cookie, ...headers }),
    disconnect: () => abort.abort(),
  };
};

async function readEvents(
  body: ReadableStream<Uint8Array>,
  inbox: ReturnType<typeof createInbox>,
): Promise<void> {
  let pending = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const events = (pending + decoder.decode(chunk, { stream: true })).split('\n\n');
    pending = events.pop() ?? '';
    for (const event of events) {
      const data = event.match(/^data: (.*)$/m)?.[1] ?? '';
      if (event.startsWith('event: close')) inbox.close((JSON.parse(data) as { code: number }).code);
      else if (!event.startsWith('event:')) inbox.receive(data);
    }
  }
  inbox.close(1006);
}

/** Open the live channel by polling. Rejects with the HTTP status if the server rejects a poll. */
export const openPollingClient: OpenFallback = async (node, user, projectId, options = {}) => {
  const { since = null, headers = {}, window = randomUUID() } = options;
  const { address, cookie } = await liveAddressOf(node, user, projectId, options.session);
  const other = options.callsTo ?? node;
  const calls = await liveAddressOf(other, user, projectId, sessionOf(cookie));
  // Poll both nodes in turn, as through a proxy that spreads calls.
  const addresses = [address, calls.address];
  const inbox = createInbox();
  const abort = new AbortController();
  let cursor: string | null = null;
  let seen = since;
  let count = 0;
  const poll = async () => {
    const response = await fetch(`${addresses[count++ % 2]}/poll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...cookie, ...headers },
      body: JSON.stringify({ window, since: seen, cursor }),
      signal: abort.signal,
    });
    if (!response.ok) throw new Error(`${response.status}`);
    const reply = (await response.json()) as CallReply<typeof pollLiveChannel>;
    cursor = reply.cursor;
    for (const text of reply.messages) {
      const message = JSON.parse(text) as { type: string; rev?: number };
      if (message.type === 'changed' && seen !== null && (message.rev ?? 0) <= seen) continue;
      seen = message.rev ?? seen;
      inbox.receive(text);
    }
    return reply.closeCode;
  };
  const run = async (first: number | null) => {
    let code = first;
    while (code === null) {
      // Let the server do something else between two polls.
      await pause(1);
      code = await poll();
    }
    inbox.close(code);
  };
  const first = await poll();
  void run(first).catch(() => inbox.close(1006));
  return {
    ...inbox,
    ...sendingTo(calls.address, window, { ...cookie, ...headers }),
    disconnect: () => abort.abort(),
  };
};

function sessionOf({ cookie }: Record<string, string>): string | undefined {
  return cookie?.replace('sid=', '');
}

/** Return the functions that send messages by calls. */
function sendingTo(
  address: string,
  window: string,
  headers: Record<string, string>,
): Pick<LiveClient, 'send' | 'sendText'> {
  let sending = Promise.resolve();
  const sendText = (text: string) => {
    const body = `{"window":${JSON.stringify(window)},"messages":[${text}]}`;
    sending = sending.then(async () => {
      await fetch(`${address}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    });
  };
  return { sendText, send: (message: LiveClientMessage) => sendText(JSON.stringify(message)) };
}
