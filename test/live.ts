import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn, type TestApp } from './app.ts';

type Message<Type> = Extract<LiveServerMessage, { type: Type }>;

/** A client of a project's live channel: it reads messages in order and can send. */
export interface LiveClient {
  /** Return the next unread message of a type. */
  next<Type extends LiveServerMessage['type']>(
    type: Type,
    where?: (message: Message<Type>) => boolean,
  ): Promise<Message<Type>>;
  send(message: LiveClientMessage): void;
  /** Send any text, such as messages that our own client never sends. */
  sendText(text: string): void;
  /** The close code of the server. */
  closed: Promise<number>;
  disconnect(): void;
}

export interface LiveOptions {
  since?: number;
  /** The value of a session's cookie, instead of a new session. */
  session?: string;
  headers?: Record<string, string>;
}

/**
 * Open the live channel of an application in this process. Rejects with the HTTP status in the
 * message if the server rejects the handshake.
 */
export async function openLiveClient(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  user: { id: string } | null,
  projectId: number,
  { since, session, headers = {} }: LiveOptions = {},
): Promise<LiveClient> {
  const { address, cookie } = await liveAddressOf({ app, db }, user, projectId, session);
  const query = since === undefined ? '' : `?since=${since}`;
  return openLiveChannel(`${address.replace('http', 'ws')}${query}`, { ...cookie, ...headers });
}

/** Return the address of a live channel and the cookie header of a session. */
export async function liveAddressOf(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  user: { id: string } | null,
  projectId: number,
  session: string | undefined,
): Promise<{ address: string; cookie: Record<string, string> }> {
  const sid = session ?? (user ? await signIn(db, user.id) : null);
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/api/projects/${encodeProjectId(projectId)}/live`,
    cookie: sid === null ? {} : { cookie: `sid=${sid}` },
  };
}

/** Open the live channel at this address. Rejects with the HTTP status if the server rejects it. */
export async function openLiveChannel(url: string, headers: Record<string, string>): Promise<LiveClient> {
  const inbox = createInbox();
  const socket = await openSocket(url, headers, (opening) => {
    opening.on('message', (data) => inbox.receive(String(data)));
    opening.on('close', inbox.close);
  });
  return {
    next: inbox.next,
    closed: inbox.closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    disconnect: () => socket.close(),
  };
}

/** Create the unread messages of a client, on whatever transport they arrive. */
export function createInbox() {
  const unread: LiveServerMessage[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<number>();
  const wake = () => {
    for (const again of waiting) again();
  };
  const next: LiveClient['next'] = (type, where = () => true) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const at = unread.findIndex((message) => message.type === type && where(message as never));
        if (at < 0 && !isClosed) return;
        waiting.delete(check);
        if (at < 0) reject(new Error(`The connection was closed before a message "${type}"`));
        else resolve(unread.splice(at, 1)[0] as never);
      };
      waiting.add(check);
      check();
    });
  return {
    next,
    closed,
    receive(text: string): void {
      unread.push(JSON.parse(text));
      wake();
    },
    close(code: number): void {
      isClosed = true;
      onClosed(code);
      wake();
    },
  };
}

async function openSocket(
  url: string,
  headers: Record<string, string>,
  onInit: (socket: WebSocket) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  onInit(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
    socket.on('error', reject);
  });
}
