import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { noFilter, type ScriptFilter } from './filter.ts';
import { filteredElements } from './speakersElements.ts';

/** Create the filter and the filtered elements. */
export function createFiltering(
  { script, sceneIdOf }: Pick<ScriptSync, 'script' | 'sceneIdOf'>,
  first: ScriptFilter,
) {
  const chosen = createStore(first);
  const filter = derived([chosen, script], (now) => {
    const sceneId = now.sceneId === null ? null : sceneIdOf(now.sceneId);
    return sceneId === now.sceneId ? now : { ...now, sceneId };
  });
  /** Elements of the character that was requested last, as the server reported them. */
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
