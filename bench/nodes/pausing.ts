import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Row, Writer } from '#test/kills.ts';
import { ask, type ClusterNode } from './cluster.ts';
import type { NodesProject } from './writers.ts';

const bulkSize = 7000;
const maxBulkCalls = 12;
const maxBulkTries = 5;
const bulkTimeoutMs = 60_000;
/** A transaction that is idle for so long is one of a node that computes. */
const idleMs = 15;

/** A node that stands still and holds the row of one project. */
export interface PausedNode {
  pausedAt: number;
  bulkCalls: number;
  /** Resume the node, and wait until its bulk change is stored. Return the answers before that. */
  resume(): Promise<string[]>;
}

interface Pausing {
  node: ClusterNode;
  project: NodesProject;
  session: string;
  /** Records the elements of each acknowledged bulk change. */
  bulkWriter: Writer;
  observer: pg.Client;
  projectsById: ReadonlyMap<number, NodesProject>;
}

/**
 * Pause a node in the middle of a bulk change. Other writers leave the node alone until then, so
 * that it holds nothing but that project; the rows that are locked afterwards must say so.
 */
export async function pauseWhileHolding(pausing: Pausing): Promise<PausedNode> {
  const { node, observer } = pausing;
  const { child } = node.process;
  node.isQuiet = true;
  try {
    while (node.runningWrites > 0) await pause(5); // each of them ends or times out
    for (let tries = 1; tries <= maxBulkCalls; tries += 1) {
      let isAnswered = false;
      const bulk = sendBulk(pausing).finally(() => {
        isAnswered = true;
      });
      // Ends with the call.
      while (!isAnswered && !(await hasIdleTransaction(observer))) await pause(2);
      child.kill('SIGSTOP');
      const pausedAt = performance.now();
      if (!isAnswered && (await holdsAlone(pausing)))
        return {
          pausedAt,
          bulkCalls: tries,
          resume: async () => {
            child.kill('SIGCONT');
            return bulk;
          },
        };
      child.kill('SIGCONT');
      await bulk;
    }
  } finally {
    node.isQuiet = false;
  }
  throw new Error(`Node ${node.index} did not hold one row alone in ${maxBulkCalls} tries`);
}

/**
 * Insert thousands of lines as one change. It is sent again with the same key until it is stored.
 * Return the answers before that.
 */
async function sendBulk({ node, project, session, bulkWriter }: Pausing): Promise<string[]> {
  const failures: string[] = [];
  const key = randomUUID();
  const edits = Array.from({ length: bulkSize }, (_, i) => {
    const elements = [{ elementType: 'action', content: `Wave ${key.slice(0, 4)} ${i}.` }];
    return { type: 'insert', afterId: project.headingId, elements };
  });
  const send = () =>
    ask(`${node.address}/api/projects/${project.code}/script-changes`, {
      method: 'POST',
      headers: { cookie: `sid=${session}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ edits }),
      signal: AbortSignal.timeout(bulkTimeoutMs),
    });
  let answer = await send();
  for (let tries = 1; tries < maxBulkTries && answer.status !== 200; tries += 1) {
    failures.push(`${answer.status} ${answer.message}`);
    await pause(3000);
    answer = await send();
  }
  if (answer.status !== 200) throw new Error(`The bulk change: ${answer.status} ${answer.message}`);
  for (const { id, content } of (answer.body as { elements: Row[] }).elements)
    bulkWriter.expected.set(id, content);
  return failures;
}

async function hasIdleTransaction(observer: pg.Client): Promise<boolean> {
  const { rowCount } = await observer.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'
       and now() - state_change > $1 * interval '1 millisecond'`,
    [idleMs],
  );
  return (rowCount ?? 0) > 0;
}

/** Return whether that project's row, and no other, stays locked for a second. */
async function holdsAlone({ observer, project, projectsById }: Pausing): Promise<boolean> {
  const held = new Set(projectsById.keys());
  for (let looks = 0; looks < 20; looks += 1) {
    await pause(50);
    const { rows } = await observer.query('select id from projects for no key update skip locked');
    for (const { id } of rows) held.delete(id);
  }
  return held.size === 1 && [...held].every((id) => projectsById.get(id) === project);
}
