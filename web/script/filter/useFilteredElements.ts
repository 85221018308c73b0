import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Element, listElements } from '#shared/contract/elements.ts';
import { call } from '#web/lib/api.ts';
import type { ScriptFilter } from './filter.ts';

/** Begins the keys of all characters' elements; to be invalidated when the script has changed. */
export const elementsOfKey = (projectId: number) => ['projects', projectId, 'elements-of'] as const;

/** Which elements are a character's, as the server computes it (decision OQ-60). */
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

interface Filtered {
  /** Of those given, the same objects. */
  elements: readonly Element[];
  isPending: boolean;
  isError: boolean;
  retry: () => void;
}

const none: readonly Element[] = [];

/** The elements that a filter leaves: those of a scene at once, those of a character when the server has told. */
export function useFilteredElements(
  projectId: number,
  elements: readonly Element[],
  { sceneId, characterId }: ScriptFilter,
): Filtered {
  const { data: ids, isPending, isError, refetch } = useQuery(elementsOfQuery(projectId, characterId));
  const shown = useMemo(() => {
    if (sceneId !== null) return elements.filter((element) => element.sceneId === sceneId);
    if (characterId === null) return elements;
    return ids ? elements.filter(({ id }) => ids.has(id)) : none;
  }, [elements, sceneId, characterId, ids]);
  const isOfServer = characterId !== null && sceneId === null;
  return {
    elements: shown,
    isPending: isOfServer && isPending,
    isError: isOfServer && isError && !ids,
    retry: () => void refetch(),
  };
}
