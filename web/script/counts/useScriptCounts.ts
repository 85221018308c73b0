import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countsByScene, type ScriptCounts } from '#screenplay/facts/sceneCounts.ts';
import { shownElements } from '#screenplay/hidden.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { elementsQuery } from '../script.data.ts';
import { printedOf, rowsOf } from '../sheet/asPrinted.ts';

interface Known {
  elements: readonly Element[];
  pagination: Pagination;
  counts: ScriptCounts;
}

/** Of the script that was counted last: screens come and go, and most that changes in a script is one line of it. */
let known: { projectId: number; of: Known } | null = null;

/**
 * What the script tells of its scenes; null until the script is there. A script that is known already is not asked for
 * again, and is counted once for all screens.
 */
export function useScriptCounts({ id, format }: Pick<Project, 'id' | 'format'>): ScriptCounts | null {
  const { data: elements } = useQuery(elementsQuery(id));
  return useMemo(() => (elements ? counted(id, elements, format).counts : null), [id, elements, format]);
}

function counted(projectId: number, elements: readonly Element[], format: Project['format']): Known {
  const before = known?.projectId === projectId ? known.of : null;
  if (before?.elements === elements && before.pagination.format === format) return before;
  const shown = printedOf(shownElements(elements, format));
  const pagination = paginate(shown, format, before?.pagination);
  const of = { elements, pagination, counts: countsByScene(rowsOf(shown), pagination, before?.counts) };
  known = { projectId, of };
  return of;
}
