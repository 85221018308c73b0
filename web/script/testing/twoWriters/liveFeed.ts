import type { AddressInfo } from 'node:net';
import { setImmediate as yieldToServer } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { signIn, type TestApp } from '#test/app.ts';

type ChangeMessage = Extract<LiveServerMessage, { type: 'changed' | 'resync' }>;

/** The live channel of one tab. Messages wait until a test delivers them. */
export class LiveFeed {
  readonly messages: ChangeMessage[] = [];
  #socket: WebSocket | null = null;
  #receivedRevision = 0;
  readonly #server: TestApp;
  readonly #user: { id: string };
  readonly #projectId: number;

  constructor(server: TestApp, user: { id: string }, projectId: number) {
    this.#server = server;
    this.#user = user;
    this.#projectId = projectId;
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** Connect after a revision, and wait for the changes since. */
  async connect(since: number): Promise<void> {
    const { app, db } = this.#server;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const path = `/api/projects/${encodeProjectId(this.#projectId)}/live?since=${since}`;
    const headers = { cookie: `sid=${await signIn(db, this.#user.id)}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    this.#receivedRevision = since;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveServerMessage;
      if (this.#socket !== socket || (message.type !== 'changed' && message.type !== 'resync')) return;
      this.#receivedRevision = message.rev;
      this.messages.push(message);
    });
    this.#socket = socket;
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  }

  /** Wait until the messages up to a revision are here. */
  async receive(revision: number): Promise<void> {
    for (let turn = 0; this.#socket && this.#receivedRevision < revision; turn++) {
      if (turn > maxTurns)
        throw new Error(`The live channel ends at ${this.#receivedRevision} of ${revision}`);
      await yieldToServer();
    }
  }

  /** Lose the connection, and the messages that have not reached the tab. */
  disconnect(): void {
    this.#socket?.terminate();
    this.#socket = null;
    this.messages.length = 0;
  }
}

const maxTurns = 200_000;
