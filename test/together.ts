import { setImmediate } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { TestApp } from './app.ts';
import { aLiveWindow, type LiveWindow } from './live.ts';
import { aNetwork, type Network } from './network.ts';
import type { Random } from './random.ts';

/** A window of somebody who writes: its script, its network and its live channel, each with a life of its own. */
export interface Desk {
  elements(): Element[];
  network: Network;
  /** Does one thing; `step` makes its text one of a kind. */
  write(step: number): void;
  /** The live channel is cut, or made again from where it was. */
  cut(): void;
  connect(): Promise<void>;
  /** Everything is sent; what the server refuses the writer gives up. */
  sendAll(): void;
  isSaved(): boolean;
  /** Its texts of one kind that the server has taken. */
  acknowledged: ReadonlySet<string>;
  close(): void;
}

interface DeskInput {
  /** Calls and channels go to these, in turn by chance. */
  nodes: readonly TestApp[];
  user: { id: string };
  projectId: number;
  random: Random;
}

/** By the name of the window, which calls that write carry; what is only read anybody may read. */
const networks = new Map<string, typeof fetch>();

/**
 * Several windows in one process: each has modules of its own, as tabs have, and its calls are known by the name of the
 * window that they carry.
 */
export async function aDesk({ nodes, user, projectId, random }: DeskInput): Promise<Desk> {
  vi.resetModules();
  const { createQueryClient } = await import('#web/lib/queryClient.ts');
  const { knownRevision, ownWindowId: ownWindow, setRevision } = await import('#web/lib/revisions.ts');
  const { handleScript, whenAnswered } = await import('#web/presence/remoteChangeGate.ts');
  const { refetchProject: readAnew, applyRemoteChange: showChange } = await import(
    '#web/live/applyRemoteChange.ts'
  );
  const { pendingStateOf: handOf, ScriptChanges } = await import('#web/scriptSync/scriptSync.ts');
  const { charactersQuery, elementsQuery, scenesQuery } = await import('#web/scriptSync/script.data.ts');
  const { writeSomething } = await import('./someWriting.ts');
  const node = () => random.pick(nodes);

  const acknowledged = new Set<string>();
  const network = aNetwork(node().as(user));
  // Calls take their time on the way there and back, so that they overtake those of others.
  const slowly = async () => {
    for (let turns = random.below(12); turns > 0; turns--) await setImmediate();
  };
  network.interrupt('writes', async (call, send) => {
    network.browser = node().as(user);
    await slowly();
    const answer = await send();
    // A cue makes its character first, whatever becomes of the line.
    if (answer.ok && call.url.includes('/script-'))
      for (const [text] of JSON.stringify(call.body).matchAll(/(LINE|TEXT) \d+\./g)) acknowledged.add(text);
    await slowly();
    return answer;
  });
  networks.set(ownWindow, globalThis.fetch);
  aNetwork(node().as(user));
  const read = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const own = networks.get(new Headers(init.headers).get('x-window') ?? '');
    return (own ?? read)(url, init);
  });

  const client = createQueryClient();
  await client.fetchQuery(elementsQuery(projectId));
  await client.fetchQuery(scenesQuery(projectId));
  await client.fetchQuery(charactersQuery(projectId));
  // As screens do, which read anew what is said to be old.
  const stops = [
    new QueryObserver(client, elementsQuery(projectId)).subscribe(() => {}),
    new QueryObserver(client, scenesQuery(projectId)).subscribe(() => {}),
  ];
  const changes = new ScriptChanges(client, projectId, user.id);
  stops.push(handleScript(handOf(changes)));

  const hear = (message: LiveServerMessage) => {
    if (message.type !== 'changed' && message.type !== 'resync') return;
    whenAnswered(message, () => {
      setRevision(projectId, message.rev);
      if (message.type === 'resync') readAnew(client, projectId);
      else showChange(client, projectId, message);
    });
  };
  let live: LiveWindow | null = null;
  const listen = async (window: LiveWindow, type: 'changed' | 'resync') => {
    try {
      for (;;) {
        const message = await window.next(type);
        if (live === window) hear(message);
      }
    } catch {
      // It is closed.
    }
  };
  const cut = () => {
    live?.leave();
    live = null;
  };
  const connect = async () => {
    cut();
    live = await aLiveWindow(node(), user, projectId, { since: knownRevision(projectId) ?? 0 });
    void listen(live, 'changed');
    void listen(live, 'resync');
  };
  await connect();
  return {
    elements: changes.elements,
    network,
    write: (step) => writeSomething(random, changes, step),
    cut,
    connect,
    sendAll() {
      Object.assign(network, { isOffline: false, losesAnswer: false });
      const { state } = changes.outbox;
      if (state.status === 'waiting') changes.outbox.retry();
      if (state.status === 'refused') changes.outbox.decide(null);
    },
    acknowledged,
    isSaved: () => changes.outbox.state.status === 'saved',
    close() {
      cut();
      for (const stop of stops) stop();
      networks.delete(ownWindow);
    },
  };
}

export const scriptOf = async (node: TestApp, user: { id: string }, projectId: number) =>
  (
    await node.as(user).get(`/api/projects/${encodeProjectId(projectId)}/script-elements`)
  ).json() as Element[];
