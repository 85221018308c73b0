import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { LiveClientMessage, LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn, type TestApp } from './app.ts';

type Message<Type> = Extract<LiveServerMessage, { type: Type }>;

/** A window on a project: what its live channel says, in order, and its mouth. */
export interface LiveWindow {
  /** The next message of a kind that is not read yet. */
  next<Type extends LiveServerMessage['type']>(
    type: Type,
    where?: (message: Message<Type>) => boolean,
  ): Promise<Message<Type>>;
  say(word: LiveClientMessage): void;
  /** Anything, such as what no browser of ours says. */
  sayText(text: string): void;
  /** The code that the server closed it with. */
  closed: Promise<number>;
  leave(): void;
}

interface Opening {
  since?: number;
  /** The value of a session's cookie, instead of a new session. */
  session?: string;
  headers?: Record<string, string>;
}

/** Open a window on an application of this process. Rejects with the status of a refusal. */
export async function aLiveWindow(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  user: { id: string } | null,
  projectId: number,
  { since, session, headers = {} }: Opening = {},
): Promise<LiveWindow> {
  const sid = session ?? (user ? await signIn(db, user.id) : null);
  const cookie: Record<string, string> = sid === null ? {} : { cookie: `sid=${sid}` };
  const query = since === undefined ? '' : `?since=${since}`;
  const path = `/api/projects/${encodeProjectId(projectId)}/live${query}`;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return openLiveWindow(`ws://127.0.0.1:${port}${path}`, { ...cookie, ...headers });
}

/** Open a window on the server at this address. Rejects with the status of a refusal. */
export async function openLiveWindow(url: string, headers: Record<string, string>): Promise<LiveWindow> {
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
  const socket = await opened(url, headers, listen);
  return {
    next: (type, where = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const at = unread.findIndex((message) => message.type === type && where(message as never));
          if (at < 0 && !isClosed) return;
          waiting.delete(look);
          if (at < 0) reject(new Error(`The connection was closed before a message "${type}"`));
          else resolve(unread.splice(at, 1)[0] as never);
        };
        waiting.add(look);
        look();
      }),
    say: (word) => socket.send(JSON.stringify(word)),
    sayText: (text) => socket.send(text),
    closed,
    leave: () => socket.close(),
  };
}

async function opened(
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
