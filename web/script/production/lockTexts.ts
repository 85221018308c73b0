import { lockedLabelsOf } from '#screenplay/layout/pageNumbers.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Scene } from '#shared/contract/scenes.ts';

const maxListed = 6;

/** Return the first items as a list, and how many more there are. */
function listed(items: readonly string[]): string {
  const more = items.length - maxListed;
  return more > 0 ? `${items.slice(0, maxListed).join(', ')} and ${more} more` : items.join(', ');
}

/** Return the labels of pages that were added since the pages were locked. */
export function addedPages(pagination: Pagination): string[] {
  const issued = new Set(pagination.format.pageLock?.labels);
  return (lockedLabelsOf(pagination) ?? []).filter((label) => !issued.has(label) && !label.includes('-'));
}

/** Describe the state of the pages. */
export function pagesText(pagination: Pagination): string {
  const labels = lockedLabelsOf(pagination);
  if (!labels) return `Pages are numbered from 1 to ${pagination.pages.length}.`;
  const added = addedPages(pagination);
  const since = added.length === 0 ? '' : ` Added since: ${listed(added)}.`;
  return `The pages are locked, from ${labels[0]} to ${labels.at(-1)}.${since}`;
}

/** Describe what happens to the pages when they are unlocked. */
export function unlockPagesText(pagination: Pagination): string {
  const labels = lockedLabelsOf(pagination) ?? [];
  const renamed = labels.flatMap((label, index) => (label === `${index + 1}` ? [] : [label]));
  const end = renamed.length === 0 ? '' : ` ${listed(renamed)} will have other numbers.`;
  return `Pages then break where their text ends, and are numbered from 1.${end} Unlock the pages?`;
}

/** Describe the new numbers of scenes if they are numbered from 1: "5A becomes 6". */
export function renumberText(
  scenes: readonly Pick<Scene, 'id' | 'sceneNumber'>[],
  sceneNumbers: ReadonlyMap<number, string>,
): string {
  const changes = scenes.flatMap(({ id, sceneNumber }) => {
    const number = sceneNumbers.get(id);
    return sceneNumber < 1 || number === `${sceneNumber}` ? [] : [`${number ?? '–'} becomes ${sceneNumber}`];
  });
  const text = changes.length === 0 ? 'No number changes' : listed(changes);
  return `Scenes get numbers by their position. ${text}. Renumber the scenes?`;
}
