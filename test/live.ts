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

interface LiveOptions {
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
  const sid = session ?? (user ? await signIn(db, user.id) : null);
  const cookie: Record<string, string> = sid === null ? {} : { cookie: `sid=${sid}` };
  const query = since === undefined ? '' : `?since=${since}`;
  const path = `/api/projects/${encodeProjectId(projectId)}/live${query}`;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return openLiveChannel(`ws://127.0.0.1:${port}${path}`, { ...cookie, ...headers });
}

/** Open the live channel at this address. Rejects with the HTTP status if the server rejects it. */
export async function openLiveChannel(url: string, headers: Record<string, string>): Promise<LiveClient> {
  const unread: LiveServerMessage[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  let onClosed: (code: number) => void = () => undefined;
  const closed = new Promise<number>((resolve) => {
    onClosed = resolve;
  });
  const wake = () => {
    for (const again of waiting) again();
  };
  const listen = (socket: WebSocket) => {
    socket.on('message', (data) => {
      unread.push(JSON.parse(String(data)));
      wake();
    });
    socket.on('close', (code) => {
      isClosed = true;
      onClosed(code);
      wake();
    });
  };
  const socket = await openSocket(url, headers, listen);
  return {
    next: (type, where = () => true) =>
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
      }),
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    closed,
    disconnect: () => socket.close(),
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
