import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived, type Watched } from '#web/lib/store.ts';
import { noFilter, type ScriptFilter } from './filter.ts';
import { filteredElements } from './speakersElements.ts';

/** What the script is narrowed to, and what that leaves of it. */
export function createFiltering(script: Watched<readonly Element[]>, first: ScriptFilter) {
  const filter = createStore(first);
  /** As the server has told, of the character who was asked for last. */
  const spoken = createStore<{ characterId: number | null; ids: ReadonlySet<number> | undefined }>({
    characterId: null,
    ids: undefined,
  });
  const elements = derived([script, filter, spoken], (all, now, { characterId, ids }) =>
    filteredElements(all, now, characterId === now.characterId ? ids : undefined),
  );
  return { filter, spoken, elements, clear: () => filter.set(noFilter) };
}

export type Filtering = ReturnType<typeof createFiltering>;
