import type { ScriptElement } from '#screenplay/element.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { pageLabelAt } from '#screenplay/layout/pageNumbers.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { provideLockRules } from '#screenplay/production/provideLockRules.ts';
import { type Report, reportOf } from '#screenplay/reports.ts';
import { type ListedScene, scenesForProduction } from '#screenplay/sceneList.ts';
import { sceneNumbersOf } from '#screenplay/sceneNumbers.ts';
import type { Script } from './files.ts';

/** A script with its pages, and its scenes without the opening. */
export interface PaginatedScript {
  /** The elements that are printed, to which all indexes refer. */
  elements: readonly ScriptElement[];
  pagination: Pagination;
  scenes: ListedScene[];
  /** Printed numbers, in the order of the scenes; null for a scene without one. */
  numbers: (string | null)[];
  figures: Report;
  /** Return the label of the page on which an element begins. */
  pageOf: (elementIndex: number) => string;
}

export function paginated({ screenplay }: Script): PaginatedScript {
  provideLockRules();
  const { format } = screenplay;
  const elements = visibleElements(screenplay.elements, format);
  const pagination = paginate(elements, format);
  const scenes = scenesForProduction(elements, pagination);
  const numbered = scenes.map(({ first }, index) => ({
    id: first,
    sceneNumber: index + 1,
    displayNumber: elements[first]?.sceneNumber ?? null,
  }));
  const byId = sceneNumbersOf(numbered, format);
  return {
    elements,
    pagination,
    scenes,
    numbers: numbered.map(({ id }) => byId.get(id) ?? null),
    figures: reportOf(elements, pagination),
    pageOf: (elementIndex) => pageLabelAt(pagination, elementIndex),
  };
}
