import { setTimeout as pause } from 'node:timers/promises';
import { type LiveClient, openLiveChannel } from '#test/live.ts';
import { ask, type Cluster } from './cluster.ts';
import { type NodesWriter, storeChange, type Writing } from './writers.ts';

const everyMs = 700;
/** A change that takes longer counts as one that did not arrive. */
const timeoutMs = 8000;

/**
 * Make changes through each node in turn until `isOver`. Return how long each took from its answer
 * to the live connections at the other nodes, in milliseconds. A change that did not arrive has
 * infinity.
 */
export async function watchChanges(
  writer: NodesWriter,
  writing: Writing,
  isOver: () => boolean,
): Promise<number[]> {
  const { cluster } = writing;
  const windows = await Promise.all(cluster.nodes.map(({ index }) => openWindow(cluster, index, writer)));
  const times: number[] = [];
  try {
    for (let count = 0; !isOver() && !writing.isOver(); count += 1) {
      writer.node = count % cluster.nodes.length;
      const id = await storeChange(writer, `${performance.now()}`, writing);
      const answeredAt = performance.now();
      if (id === null) continue;
      const others = windows.filter((_client, index) => index !== writer.node);
      times.push(...(await Promise.all(others.map((window) => arrival(window, id, answeredAt)))));
      await pause(everyMs);
    }
  } finally {
    for (const window of windows) window.disconnect();
  }
  return times;
}

async function openWindow(
  { nodes }: Cluster,
  index: number,
  { session, project }: NodesWriter,
): Promise<LiveClient> {
  const address = nodes[index]?.address ?? '';
  const headers = { cookie: `sid=${session}` };
  const { body } = await ask(`${address}/api/projects/${project.code}`, { headers });
  const { revision } = body as { revision: number };
  const url = `${address.replace('http', 'ws')}/api/projects/${project.code}/live?since=${revision}`;
  return openLiveChannel(url, headers);
}

async function arrival(window: LiveClient, id: number, answeredAt: number): Promise<number> {
  const hasArrived = window
    .next('changed', ({ ids }) => ids.includes(id))
    .then(
      () => performance.now() - answeredAt,
      () => Number.POSITIVE_INFINITY, // the connection was closed
    );
  return Promise.race([hasArrived, pause(timeoutMs, Number.POSITIVE_INFINITY, { ref: false })]);
}
