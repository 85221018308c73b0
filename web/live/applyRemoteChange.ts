import type { QueryClient } from '@tanstack/react-query';
import { normaliseParenthetical } from '#screenplay/parenthetical.ts';
import type { ChangedEntity, LiveServerMessage } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { invalidateList, listCache } from '#web/lib/listCache.ts';
import { ownWindowId } from '#web/lib/revisions.ts';
import { type ProjectListName, projectListKey } from '#web/projects/projectLists.data.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { bypassHttpCache } from '#web/scriptSync/readList.data.ts';
import {
  elementsQuery,
  removedVersions,
  scenesQuery,
  scriptLists,
  shownRevisions,
} from '#web/scriptSync/script.data.ts';

type Changed = Extract<LiveServerMessage, { type: 'changed' }>;

/** The lists that show rows of a kind, by name. */
const listsOf: Record<Exclude<ChangedEntity, 'element' | 'scene'>, readonly ProjectListName[]> = {
  project: [],
  character: ['characters'],
  comment: ['comments'],
  outline: ['outline'],
  act: ['acts'],
  sequence: ['sequences'],
  beat: ['story-beats'],
  tension: ['tension-points'],
  access: ['access'],
  dictionary: ['dictionary'],
};

/**
 * Apply a committed change: rows of the script directly, other lists by refetching where they are
 * mounted.
 */
export function applyRemoteChange(client: QueryClient, projectId: number, message: Changed): void {
  const { entity, actorWindow } = message;
  if (entity === 'element') showElements(client, projectId, message);
  else if (entity === 'scene') showScenes(client, projectId, message);
  // The answer to this tab's own change has already been applied.
  else if (actorWindow !== ownWindowId) readLists(client, projectId, entity);
}

function readLists(client: QueryClient, projectId: number, entity: keyof typeof listsOf): void {
  for (const list of listsOf[entity]) void invalidateList(client, projectListKey(projectId, list));
  if (entity === 'project' || entity === 'access')
    void client.invalidateQueries({ ...projectQuery(encodeProjectId(projectId)), exact: true });
}

/**
 * Refetch everything: shown queries now, others when they are shown next. After a backup was
 * restored, versions may be lower than before, so cached versions do not count as newer, and the
 * browser's HTTP cache is bypassed.
 */
export function refetchProject(client: QueryClient, projectId: number): void {
  removedVersions(client).clear();
  shownRevisions(client).clear();
  bypassHttpCache();
  for (const of of ['projects', 'scene-problems', 'scenes-spoken'])
    void client.invalidateQueries({ queryKey: [of, projectId] });
}

function showElements(
  client: QueryClient,
  projectId: number,
  { rev, ids: allIds, elements: allElements = [] }: Changed,
): void {
  const shownAfter = shownRevisions(client);
  const isNews = (id: number) => !shownAfter.isOutdated(projectId, id, rev);
  const ids = allIds.filter(isNews);
  const elements = allElements.filter(({ id }) => isNews(id));
  const query = elementsQuery(projectId);
  listCache(client, query).refetchIfPending();
  const shown = client.getQueryData(query.queryKey);
  if (!shown) return;
  const changedIds = new Set([...ids, ...elements.map(({ id }) => id)]);
  const known = new Map(shown.filter(({ id }) => changedIds.has(id)).map((row) => [row.id, row]));
  const there = new Set(elements.map(({ id }) => id));
  // An answer to a later own change may have arrived first, also one that removed this element.
  const removed = removedVersions(client);
  const fresh = elements.filter(({ id, version }) => {
    const row = known.get(id);
    return row ? version >= row.version : version > (removed.get(id) ?? 0);
  });
  const freshIds = new Set(fresh.map(({ id }) => id));
  // Rows that a reply has overtaken still have places that the reply did not give.
  const places = allElements.filter(
    ({ id }) => !freshIds.has(id) && !shownAfter.isPlaceOutdated(projectId, id, rev),
  );
  scriptLists(client, projectId).applyRemote({
    elements: fresh.map((row) => {
      const isOutdated = shownAfter.isPlaceOutdated(projectId, row.id, rev);
      const orderIndex = isOutdated ? known.get(row.id)?.orderIndex : undefined;
      return normaliseParenthetical(orderIndex === undefined ? row : { ...row, orderIndex });
    }),
    removedIds: ids.filter((id) => known.has(id) && !there.has(id)),
    renumbered: places,
    ...{ scenes: [], removedSceneIds: [] },
  });
}

function showScenes(client: QueryClient, projectId: number, { ids, scenes = [] }: Changed): void {
  listCache(client, scenesQuery(projectId)).refetchIfPending();
  const there = new Set(scenes.map(({ id }) => id));
  scriptLists(client, projectId).applyRemote({
    ...{ elements: [], removedIds: [], renumbered: [] },
    scenes,
    removedSceneIds: ids.filter((id) => !there.has(id)),
  });
}
