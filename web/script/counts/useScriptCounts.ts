import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jointCuesOf } from '#screenplay/cast.ts';
import { countsByScene, type ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { toElementRows, toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';

interface Known {
  elements: readonly Element[];
  cueChoices: Project['cueChoices'];
  pagination: Pagination;
  counts: ScriptCounts;
}

/** Counts of the last script, because screens change and most changes affect one line. */
let known: { projectId: number; of: Known } | null = null;

/**
 * Return counts of the scenes; null until the script is loaded. A cached script is not reloaded and
 * is counted once for all screens.
 */
export function useScriptCounts({
  id,
  format,
  cueChoices,
}: Pick<Project, 'id' | 'format' | 'cueChoices'>): ScriptCounts | null {
  const { data: elements } = useQuery(elementsQuery(id));
  return useMemo(
    () => (elements ? counted(id, elements, { format, cueChoices }).counts : null),
    [id, elements, format, cueChoices],
  );
}

function counted(
  projectId: number,
  elements: readonly Element[],
  { format, cueChoices }: Pick<Project, 'format' | 'cueChoices'>,
): Known {
  const before = known?.projectId === projectId ? known.of : null;
  const isCounted = before?.elements === elements && before.cueChoices === cueChoices;
  if (isCounted && before.pagination.format === format) return before;
  const shown = toScriptElements(visibleElements(elements, format));
  const pagination = paginate(shown, format, before?.pagination);
  const joint = jointCuesOf(cueChoices);
  const counts = countsByScene(toElementRows(shown), pagination, { joint, previous: before?.counts });
  const of = { cueChoices, elements, pagination, counts };
  known = { projectId, of };
  return of;
}
