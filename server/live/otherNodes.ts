import type { Presence } from '#shared/contract/live.ts';

/**
 * Time after which a node that sends nothing counts as gone. Nodes send their presence every
 * fifteen seconds.
 */
const silentAfterMs = 35_000;

/** Create the store for the presence of users on other nodes. */
export function createRemotePresences() {
  const known = new Map<number, Map<string, { people: Presence[]; at: number }>>();
  return {
    in: (projectId: number): Presence[] =>
      [...(known.get(projectId)?.values() ?? [])].flatMap(({ people }) => people),
    /** Store the presence of a node. Returns false if nothing changed. */
    note(said: { projectId: number; node: string; people: Presence[] }): boolean {
      const { projectId, node, people } = said;
      const nodes = known.get(projectId) ?? new Map();
      const before = JSON.stringify(nodes.get(node)?.people ?? []);
      if (people.length > 0) known.set(projectId, nodes.set(node, { people, at: performance.now() }));
      else nodes.delete(node);
      if (nodes.size === 0) known.delete(projectId);
      return before !== JSON.stringify(people);
    },
    /** Remove silent nodes. Returns the projects that lost members. */
    dropSilent(): number[] {
      const changed: number[] = [];
      for (const [projectId, nodes] of known)
        for (const [node, { at }] of nodes) {
          if (performance.now() - at < silentAfterMs) continue;
          nodes.delete(node);
          changed.push(projectId);
        }
      return changed;
    },
  };
}
