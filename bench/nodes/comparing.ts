import { findLostWrites, type Row, type Writer } from '#test/kills.ts';
import { ask, type Cluster } from './cluster.ts';
import type { NodesProject, NodesWriter } from './writers.ts';

const timeoutMs = 30_000;

/**
 * Read all scripts from every node, and return a sentence for each difference from the acknowledged
 * writes. `others` wrote into a project as well, without a session.
 */
export async function findLostWritesAtNodes(
  { nodes }: Cluster,
  projects: readonly NodesProject[],
  writers: readonly NodesWriter[],
  others: ReadonlyMap<NodesProject, Writer> = new Map(),
): Promise<string[]> {
  const found: string[] = [];
  for (const { address, index } of nodes) {
    for (const project of projects) {
      const authors = writers.filter((writer) => writer.project === project);
      if (authors.length === 0) continue;
      const url = `${address}/api/projects/${project.code}/script-elements`;
      const headers = { cookie: `sid=${authors[0]?.session}` };
      const { status, body, message } = await ask(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
      if (status !== 200) throw new Error(`The script at node ${index}: ${status} ${message}`);
      const other = others.get(project);
      const known = other ? [...authors, other] : authors;
      found.push(...findLostWrites(body as Row[], known).map((words) => `node ${index}: ${words}`));
    }
  }
  return found;
}
