import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { noFilter, type ScriptFilter } from './filter.ts';
import { filteredElements } from './speakersElements.ts';

/** What the script is narrowed to, and what that leaves of it. */
export function createFiltering(
  { script, sceneIdOf }: Pick<ScriptSync, 'script' | 'sceneIdOf'>,
  first: ScriptFilter,
) {
  const chosen = createStore(first);
  const filter = derived([chosen, script], (now) => {
    const sceneId = now.sceneId === null ? null : sceneIdOf(now.sceneId);
    return sceneId === now.sceneId ? now : { ...now, sceneId };
  });
  /** As the server has told, of the character who was asked for last. */
  const spoken = createStore<{ characterId: number | null; ids: ReadonlySet<number> | undefined }>({
    characterId: null,
    ids: undefined,
  });
  const elements = derived([script, filter, spoken], (all, now, { characterId, ids }) =>
    filteredElements(all, now, characterId === now.characterId ? ids : undefined),
  );
  return { filter, choose: chosen.set, spoken, elements, clear: () => chosen.set(noFilter) };
}

export type Filtering = ReturnType<typeof createFiltering>;
