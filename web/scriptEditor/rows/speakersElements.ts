import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Element, listElements } from '#shared/contract/elements.ts';
import { call } from '#web/lib/api.ts';
import type { ScriptFilter } from './filter.ts';

/**
 * Prefix of the query keys of all characters' elements, to invalidate them when the script changes.
 */
export const elementsOfKey = (projectId: number) => ['projects', projectId, 'elements-of'] as const;

/** Query the elements of a character, as the server computes them (decision OQ-60). */
function elementsOfQuery(projectId: number, characterId: number | null) {
  return queryOptions({
    queryKey: [...elementsOfKey(projectId), characterId],
    queryFn: async ({ signal }) => {
      if (characterId === null) return new Set<number>();
      const query = { characterId };
      const elements = await call(listElements, { params: { id: projectId }, query }, { signal });
      return new Set(elements.map(({ id }) => id));
    },
    enabled: characterId !== null,
    // The script may have changed since this character was last chosen.
    staleTime: 0,
    structuralSharing: false,
  });
}

interface SpeakersElements {
  /** Undefined until the server has replied. */
  ids: ReadonlySet<number> | undefined;
  isPending: boolean;
  isError: boolean;
  retry: () => void;
}

const none: readonly Element[] = [];

/** Return the elements that a filter leaves, as the same objects. */
export function filteredElements(
  elements: readonly Element[],
  { sceneId, characterId }: ScriptFilter,
  ids: ReadonlySet<number> | undefined,
): readonly Element[] {
  if (sceneId !== null) return elements.filter((element) => element.sceneId === sceneId);
  if (characterId === null) return elements;
  return ids ? elements.filter(({ id }) => ids.has(id)) : none;
}

/** Load the elements of the character that the script is filtered by. */
export function useSpeakersElements(
  projectId: number,
  { sceneId, characterId }: ScriptFilter,
): SpeakersElements {
  const { data, isPending, isError, refetch } = useQuery(elementsOfQuery(projectId, characterId));
  const isOfServer = characterId !== null && sceneId === null;
  return {
    ids: data,
    isPending: isOfServer && isPending,
    isError: isOfServer && isError && !data,
    retry: () => void refetch(),
  };
}
