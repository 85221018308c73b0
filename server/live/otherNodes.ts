import type { Presence } from '#shared/contract/live.ts';

/** A node says who is there every fifteen seconds; one that is silent for longer than two of them is gone. */
const silentAfterMs = 35_000;

/** Who has a project open on the other nodes, as far as those have said so. */
export function createRemotePresences() {
  const known = new Map<number, Map<string, { people: Presence[]; at: number }>>();
  return {
    in: (projectId: number): Presence[] =>
      [...(known.get(projectId)?.values() ?? [])].flatMap(({ people }) => people),
    /** False when that is nothing new. */
    note(said: { projectId: number; node: string; people: Presence[] }): boolean {
      const { projectId, node, people } = said;
      const nodes = known.get(projectId) ?? new Map();
      const before = JSON.stringify(nodes.get(node)?.people ?? []);
      if (people.length > 0) known.set(projectId, nodes.set(node, { people, at: Date.now() }));
      else nodes.delete(node);
      if (nodes.size === 0) known.delete(projectId);
      return before !== JSON.stringify(people);
    },
    /** The projects in which somebody is gone with their node. */
    forgetSilent(): number[] {
      const changed: number[] = [];
      for (const [projectId, nodes] of known)
        for (const [node, { at }] of nodes) {
          if (Date.now() - at < silentAfterMs) continue;
          nodes.delete(node);
          changed.push(projectId);
        }
      return changed;
    },
  };
}
