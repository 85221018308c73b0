import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ServerProcess, startServerProcess } from '#test/kills.ts';
import { freePort } from '#test/ports.ts';
import { servedBy } from './balancer.ts';

/** One server process among several. */
export interface ClusterNode {
  index: number;
  address: string;
  process: ServerProcess;
  /** Writers send no calls to it. */
  isQuiet: boolean;
  runningWrites: number;
}

/** One call whose answer was waited for. */
export interface MeasuredCall {
  type: 'session' | 'health' | 'write' | 'file';
  node: number;
  /** The project that it writes to. */
  project: number | null;
  startedAt: number;
  endedAt: number;
  /** Null when there was no answer. */
  status: number | null;
  /** The text of an error. */
  message: string;
}

export interface Answer {
  status: number | null;
  message: string;
  body: unknown;
  /** The node that a balancer sent the call to. */
  node: number | null;
}

interface CallOptions {
  type: MeasuredCall['type'];
  session?: string;
  project?: number;
  method?: string;
  path: string;
  body?: object;
  key?: string;
}

/** A time in which calls to a node, or to a project, are expected to fail. */
export interface Outage {
  node?: number;
  project?: number;
  from: number;
  to: number;
}

/** Settings of a node that differ from those of the others. */
export interface NodeSettings {
  databaseUrl?: string;
  dataDir?: string;
  variables?: Record<string, string>;
}

export const nodeCount = 3;
/** How long a call may take: longer than the limit for uninvolved ones, shorter than a phase. */
const callTimeoutMs = 6000;

/** Several server processes on one Postgres and one Redis, with a record of all calls to them. */
export class Cluster {
  readonly nodes: ClusterNode[] = [];
  readonly calls: MeasuredCall[] = [];
  readonly outages: Outage[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #children = new Set<ChildProcess>();
  readonly #dataDirs: string[] = [];
  readonly #databaseUrl: string;
  readonly #redisUrl: string;
  readonly #settings: readonly NodeSettings[];
  /** Address of a balancer that all calls go to. */
  balancer: string | null = null;

  private constructor(databaseUrl: string, redisUrl: string, settings: readonly NodeSettings[]) {
    this.#databaseUrl = databaseUrl;
    this.#redisUrl = redisUrl;
    this.#settings = settings;
    // A paused process outlives this one unless it is killed.
    process.on('exit', () => this.kill());
  }

  /** Start all nodes. `settings` are those of the first ones. */
  static async start(
    databaseUrl: string,
    redisUrl: string,
    settings: readonly NodeSettings[] = [],
  ): Promise<Cluster> {
    const cluster = new Cluster(databaseUrl, redisUrl, settings);
    for (let index = 0; index < nodeCount; index += 1) {
      cluster.#dataDirs.push(fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-nodes-')));
      const process = await cluster.#launch(index, await freePort());
      cluster.nodes.push({ index, address: process.address, process, isQuiet: false, runningWrites: 0 });
    }
    return cluster;
  }

  /** Start a node again that has ended, on its old port. */
  async restart(node: ClusterNode): Promise<void> {
    await node.process.ended;
    node.process = await this.#launch(node.index, Number(new URL(node.address).port));
  }

  call(node: ClusterNode, options: CallOptions): Promise<Answer> {
    const call = this.#measure(node, options).finally(() => this.#underWay.delete(call));
    this.#underWay.add(call);
    return call;
  }

  /** Wait for the running calls. */
  async answered(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #measure(node: ClusterNode, options: CallOptions): Promise<Answer> {
    const { type, session, project = null, method = 'GET', path, body, key } = options;
    const startedAt = performance.now();
    if (type === 'write') node.runningWrites += 1;
    const answer = await ask((this.balancer ?? node.address) + path, {
      method,
      headers: {
        ...(session !== undefined && { cookie: `sid=${session}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    const { status, message } = answer;
    const endedAt = performance.now();
    if (type === 'write') node.runningWrites -= 1;
    this.calls.push({ type, node: answer.node ?? node.index, project, startedAt, endedAt, status, message });
    return answer;
  }

  /** Kill all nodes, also paused ones, and remove their folders. */
  kill(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const dir of this.#dataDirs.splice(0)) fs.rmSync(dir, { recursive: true, force: true });
  }

  /** Kill all nodes, and wait until they have ended. */
  async stop(): Promise<void> {
    this.kill();
    await Promise.all(this.nodes.map(({ process }) => process.ended));
  }

  /** Return whether the node or the project of a call was in an outage during it. */
  isInvolved({ node, project, startedAt, endedAt }: MeasuredCall): boolean {
    return this.outages.some(
      (outage) =>
        (outage.node === node || (outage.project !== undefined && outage.project === project)) &&
        startedAt <= outage.to &&
        endedAt >= outage.from,
    );
  }

  #launch(index: number, port: number): Promise<ServerProcess> {
    const {
      databaseUrl = this.#databaseUrl,
      dataDir = this.#dataDirs[index] ?? '',
      ...own
    } = this.#settings[index] ?? {};
    const variables = { REDIS_URL: this.#redisUrl, ...own.variables };
    const onSpawn = (child: ChildProcess) => {
      this.#children.add(child);
      child.once('exit', () => this.#children.delete(child));
    };
    return startServerProcess({ dataDir, databaseUrl, port, variables, onSpawn });
  }
}

/** Send one call. A call without an answer has the cause as its message. */
export async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    const message = response.ok ? '' : ((body as { message?: string } | null)?.message ?? text.slice(0, 200));
    const served = response.headers.get(servedBy);
    return { status: response.status, message, body, node: served === null ? null : Number(served) };
  } catch (error) {
    return { status: null, message: causeOf(error), body: null, node: null };
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${callTimeoutMs / 1000} s`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code || (cause instanceof Error ? cause.message : error.message);
}
