import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmallDisk } from '../../scripts/smallDisk.ts';
import { ask, type Cluster, type ClusterNode } from './cluster.ts';
import type { InjectedFaults } from './injectedFaults.ts';
import type { SwitchableProxy } from './switchableProxy.ts';

/** Something that happens to one of the nodes. */
export interface ChaosFault {
  name: string;
  seconds: number;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

/** The node that has the faults, and what is between it and its parts. */
export interface Victim {
  node: ClusterNode;
  cluster: Cluster;
  proxies: Record<'redis' | 'postgres' | 'bucket', SwitchableProxy>;
  disk: SmallDisk | null;
  faultsFile: string;
}

const faultSeconds = 8;
const dayMs = 86_400_000;
/** Less than a server needs for its calls. */
const squeezedHeapMb = 8;

export function chaosFaults({ node, cluster, proxies, disk, faultsFile }: Victim): ChaosFault[] {
  const signal = (name: NodeJS.Signals) => node.process.child.kill(name);
  const inject = (faults: InjectedFaults) => {
    fs.writeFileSync(faultsFile, JSON.stringify(faults));
    signal('SIGUSR2');
  };
  const fault = (name: string, begin: ChaosFault['begin'], end: ChaosFault['end']): ChaosFault => ({
    ...{ name, seconds: faultSeconds, begin, end },
  });
  const cutOff = (name: string, proxy: SwitchableProxy) => fault(name, proxy.stall, proxy.resume);
  const clockOff = (name: string, clockMs: number) =>
    fault(
      name,
      () => inject({ clockMs }),
      () => inject({}),
    );
  return [
    fault(
      'killed, and started again later',
      () => void signal('SIGKILL'),
      () => cluster.restart(node),
    ),
    {
      ...fault(
        'paused',
        () => void signal('SIGSTOP'),
        () => void signal('SIGCONT'),
      ),
      seconds: 30,
    },
    cutOff('cut off from Redis', proxies.redis),
    cutOff('cut off from Postgres', proxies.postgres),
    cutOff('cut off from the bucket', proxies.bucket),
    clockOff('clock 40 days fast', 40 * dayMs),
    clockOff('clock 8 days slow', -8 * dayMs),
    ...(disk ? [fault('disk full', disk.fill, disk.free)] : []),
    fault(
      'memory used up',
      () => inject({ freeHeapMb: squeezedHeapMb }),
      () => revive(cluster, node, () => inject({})),
    ),
  ];
}

/** Free the memory of a node, and start it again if it has ended or ends, as a supervisor does. */
async function revive(cluster: Cluster, node: ClusterNode, free: () => void): Promise<void> {
  const { child } = node.process;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  if (!hasEnded()) free();
  for (;;) {
    if (hasEnded()) return cluster.restart(node);
    const { status } = await ask(`${node.address}/api/health`, { signal: AbortSignal.timeout(2000) });
    if (status === 200) return;
    await pause(50);
  }
}

/** Return the variables that load injectedFaults.ts into a node. */
export function faultVariables(faultsFile: string): Record<string, string> {
  const module = path.resolve(import.meta.dirname, 'injectedFaults.ts');
  return { FAULTS_FILE: faultsFile, NODE_OPTIONS: `--max-old-space-size=384 --import ${module}` };
}
