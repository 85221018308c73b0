import type { Presence } from './contract/live.ts';

/** Windows that are new or have changed, and the ids of those that have left. */
export interface PresenceChanges {
  people: Presence[];
  leftIds: string[];
}

/** Return the difference between two lists. Null: there is none. */
export function presenceChangesOf(
  before: readonly Presence[],
  after: readonly Presence[],
): PresenceChanges | null {
  const known = new Map(before.map((presence) => [presence.id, presence]));
  const people = after.filter((presence) => !isSame(known.get(presence.id), presence));
  for (const { id } of after) known.delete(id);
  const leftIds = [...known.keys()];
  return people.length + leftIds.length === 0 ? null : { people, leftIds };
}

/** Return the list after a difference. Windows keep their order, and new ones are at the end. */
export function withPresenceChanges(
  before: readonly Presence[],
  { people, leftIds }: PresenceChanges,
): Presence[] {
  const left = new Set(leftIds);
  const after = new Map(before.filter(({ id }) => !left.has(id)).map((presence) => [presence.id, presence]));
  for (const presence of people) after.set(presence.id, presence);
  return [...after.values()];
}

function isSame(before: Presence | undefined, after: Presence): boolean {
  return (
    before !== undefined &&
    before.view === after.view &&
    before.elementId === after.elementId &&
    before.name === after.name &&
    before.profileImageUrl === after.profileImageUrl
  );
}
