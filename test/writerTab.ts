import { setImmediate } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { vi } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { TestApp } from './app.ts';
import { type LiveClient, openLiveClient } from './live.ts';
import { aNetwork, type Network } from './network.ts';
import type { Random } from './random.ts';

/** A tab of a writer: its script, its network and its live channel, independent of other tabs. */
export interface WriterTab {
  elements(): Element[];
  network: Network;
  /** Make one random edit. `step` makes its text unique. */
  write(step: number): void;
  /** Disconnect the live channel, or connect it again from its last revision. */
  cut(): void;
  connect(): Promise<void>;
  /** Send all pending changes, and discard those that the server rejects. */
  sendAll(): void;
  isSaved(): boolean;
  /** Unique texts of this tab that the server has acknowledged. */
  acknowledged: ReadonlySet<string>;
  close(): void;
}

interface WriterTabInput {
  /** Calls and channels use a random one of these servers. */
  nodes: readonly TestApp[];
  user: { id: string };
  projectId: number;
  random: Random;
}

/**
 * By client id, which every write carries. Reads carry none, and may use the network of any tab.
 */
const networks = new Map<string, typeof fetch>();

/**
 * Open a tab. Several can run in one process: each has its own modules, as browser tabs have. Calls
 * are matched to their tab by the client id that they carry.
 */
export async function openWriterTab({ nodes, user, projectId, random }: WriterTabInput): Promise<WriterTab> {
  vi.resetModules();
  const { createQueryClient } = await import('#web/lib/queryClient.ts');
  const { knownRevision, ownWindowId, setRevision } = await import('#web/lib/revisions.ts');
  const { handleScript, whenAnswered } = await import('#web/presence/remoteChangeGate.ts');
  const { refetchProject, applyRemoteChange } = await import('#web/live/applyRemoteChange.ts');
  const { pendingStateOf, ScriptSync } = await import('#web/scriptSync/scriptSync.ts');
  const { charactersQuery, elementsQuery, scenesQuery } = await import('#web/scriptSync/script.data.ts');
  const { makeRandomEdit } = await import('./randomEdit.ts');
  const node = () => random.pick(nodes);

  const acknowledged = new Set<string>();
  const network = aNetwork(node().as(user));
  // Delay calls in both directions, so that they overtake those of other tabs.
  const delay = async () => {
    for (let turns = random.below(12); turns > 0; turns--) await setImmediate();
  };
  network.interrupt('writes', async (call, send) => {
    network.browser = node().as(user);
    await delay();
    const answer = await send();
    // A cue first creates its character, whatever becomes of the line.
    if (answer.ok && call.url.includes('/script-'))
      for (const [text] of JSON.stringify(call.body).matchAll(/(LINE|TEXT) \d+\./g)) acknowledged.add(text);
    await delay();
    return answer;
  });
  networks.set(ownWindowId, globalThis.fetch);
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
  // Observe the queries, as screens do, so that invalidated data is refetched.
  const stops = [
    new QueryObserver(client, elementsQuery(projectId)).subscribe(() => {}),
    new QueryObserver(client, scenesQuery(projectId)).subscribe(() => {}),
  ];
  const changes = new ScriptSync(client, projectId, user.id);
  stops.push(handleScript(pendingStateOf(changes)));

  const receive = (message: LiveServerMessage) => {
    if (message.type !== 'changed' && message.type !== 'resync') return;
    whenAnswered(message, (shown) => {
      setRevision(projectId, shown.rev);
      if (shown.type === 'resync') refetchProject(client, projectId);
      else applyRemoteChange(client, projectId, shown);
    });
  };
  let live: LiveClient | null = null;
  const listen = async (window: LiveClient, type: 'changed' | 'resync') => {
    try {
      for (;;) {
        const message = await window.next(type);
        if (live === window) receive(message);
      }
    } catch {
      // The connection is closed.
    }
  };
  const cut = () => {
    live?.disconnect();
    live = null;
  };
  const connect = async () => {
    cut();
    live = await openLiveClient(node(), user, projectId, { since: knownRevision(projectId) ?? 0 });
    void listen(live, 'changed');
    void listen(live, 'resync');
  };
  await connect();
  return {
    elements: changes.elements,
    network,
    write: (step) => makeRandomEdit(random, changes, step),
    cut,
    connect,
    sendAll() {
      Object.assign(network, { isOffline: false, losesAnswer: false });
      const { state } = changes.outbox;
      if (state.status === 'waiting') changes.outbox.retry();
      if (state.status === 'rejected') changes.outbox.resolveRejected(null);
    },
    acknowledged,
    isSaved: () => changes.outbox.state.status === 'saved',
    close() {
      cut();
      for (const stop of stops) stop();
      networks.delete(ownWindowId);
    },
  };
}

export const readScript = async (node: TestApp, user: { id: string }, projectId: number) =>
  (
    await node.as(user).get(`/api/projects/${encodeProjectId(projectId)}/script-elements`)
  ).json() as Element[];
