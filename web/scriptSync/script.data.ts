import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { compareOrder } from '#screenplay/order.ts';
import { normaliseParenthetical } from '#screenplay/parenthetical.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import { listCharacters } from '#shared/contract/characters.ts';
import { type Element, listElements } from '#shared/contract/elements.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import { decodeProjectId, encodeProjectId } from '#shared/projectCode.ts';
import { call } from '#web/lib/api.ts';
import { setRevision } from '#web/lib/revisions.ts';
import { readCharactersCopy, readElementsCopy, readScenesCopy } from '#web/offlineCopy/copies.ts';
import { shownFromCopy, withOfflineFallback } from '#web/offlineCopy/withOfflineFallback.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { moveCommentsWithText } from './commentPlaces.ts';
import {
  type ElementChanges,
  openingSceneId,
  reuseUnchangedRows,
  withChanges,
  withScenes,
} from './elementRows.ts';

let distrustsKept = false;

/**
 * Make elements come from the server itself from then on. The browser's own cache knows a list by
 * the number of its revision, which a restored backup gives again to another list.
 */
export function distrustKeptAnswers(): void {
  distrustsKept = true;
}

export function elementsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'elements'),
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<Element[]>(queryKey);
      const list = await withOfflineFallback(
        () => {
          const options = { signal, ...(distrustsKept && { cache: 'reload' as const }) };
          return call(listElements, { params: { id: projectId }, query: {} }, options);
        },
        known !== undefined,
        () => elementsFromCopy(projectId),
      );
      return reuseUnchangedRows(known, list.map(normaliseParenthetical));
    },
    // The client would compare place by place: behind a new element all would be other objects.
    structuralSharing: false,
  });
}

async function elementsFromCopy(projectId: number): Promise<Element[] | null> {
  const kept = await readElementsCopy(projectId);
  if (!kept) return null;
  shownFromCopy.note(projectId);
  // What has been missed since comes over the live channel.
  if (kept.revision !== null) setRevision(projectId, kept.revision);
  return kept.elements;
}

export function scenesQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'scenes'),
    queryFn: ({ signal, client, queryKey }) =>
      withOfflineFallback(
        () => call(listScenes, { params: { id: projectId } }, { signal }),
        client.getQueryData(queryKey) !== undefined,
        () => readScenesCopy(projectId),
      ),
  });
}

export function charactersQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'characters'),
    queryFn: ({ signal, client, queryKey }) =>
      withOfflineFallback(
        () => call(listCharacters, { params: { id: projectId } }, { signal }),
        client.getQueryData(queryKey) !== undefined,
        () => readCharactersCopy(projectId),
      ),
  });
}

/** Before the script is drawn, so that it is drawn once. */
export async function prefetchScript(client: QueryClient, code: string): Promise<void> {
  const projectId = decodeProjectId(code);
  await Promise.all([
    client.prefetchQuery(projectQuery(code)),
    client.prefetchQuery(elementsQuery(projectId)),
    client.prefetchQuery(scenesQuery(projectId)),
    client.prefetchQuery(charactersQuery(projectId)),
  ]);
}

/** Less than the sidebar tells apart. */
const editedEveryMs = 20_000;

const removedBy = new WeakMap<QueryClient, Map<number, number>>();

/**
 * The elements that changes of this window's own have removed, with the version that each had. What the live channel tells
 * of one later is of before unless its version is higher: removing and bringing back count as a version each.
 */
export function removedVersions(client: QueryClient): Map<number, number> {
  const known = removedBy.get(client) ?? new Map<number, number>();
  removedBy.set(client, known);
  return known;
}

type ScriptRows = ElementChanges & { scenes: readonly Scene[]; removedSceneIds: readonly number[] };

/** Puts what edits came to into the lists; elements that they did not touch stay the same objects. */
export function scriptLists(client: QueryClient, projectId: number) {
  const elementsKey = elementsQuery(projectId).queryKey;
  const scenesKey = scenesQuery(projectId).queryKey;
  const projectKey = projectQuery(encodeProjectId(projectId)).queryKey;
  /**
   * The sidebar says when the project was last edited, in minutes; the server has just noted the same. Another project
   * is drawn anew wherever it is shown, so not every line makes one.
   */
  const markEdited = () => {
    const now = new Date();
    const project = client.getQueryData(projectKey);
    if (project && now.getTime() - Date.parse(project.updatedAt) > editedEveryMs)
      client.setQueryData(projectKey, { ...project, updatedAt: now.toISOString() });
  };
  let isOverdue = false;
  const isOnItsWay = () => client.isFetching({ queryKey: elementsKey, exact: true }) > 0;
  return {
    /** A list on its way would bring back what is being changed. */
    async quiet(): Promise<void> {
      isOverdue ||= isOnItsWay();
      await client.cancelQueries({ queryKey: elementsKey, exact: true });
    },
    /** After an answer: a list that had to give way is read after all, and one that came meanwhile may be older. */
    settle(): void {
      if (!isOverdue && !isOnItsWay()) return;
      isOverdue = false;
      void client.invalidateQueries({ queryKey: elementsKey, exact: true });
    },
    elements: (): readonly Element[] => client.getQueryData(elementsKey) ?? [],
    /** What an answer to a change of this window's own says. */
    put(changes: ScriptRows) {
      recordRemoved(changes.removedIds);
      this.show(changes);
    },
    /** What the live channel tells, which may be older than an answer. */
    show({ scenes, removedSceneIds, ...changes }: ScriptRows) {
      moveCommentsWithText(client, projectId, client.getQueryData(elementsKey) ?? [], changes);
      client.setQueryData(scenesKey, (list) => list && withScenes(list, scenes, removedSceneIds));
      change(changes);
    },
    /** Whether the scenes change with these elements: the answer to a delete is empty. */
    haveScenes(ids: readonly number[]): boolean {
      const list = client.getQueryData(elementsKey) ?? [];
      return list.some((each) => ids.includes(each.id) && touchesScenes(each, null, isInOpening(list, each)));
    },
    /** Where an answer does not tell all that the server has changed. */
    invalidate() {
      void client.invalidateQueries({ queryKey: elementsKey, exact: true });
      void client.invalidateQueries({ queryKey: scenesKey });
    },
    /** Without some elements; `scenes` where those changed with them. */
    removed(removedIds: readonly number[], scenes: Scene[] | null) {
      const changes = { elements: [], removedIds, renumbered: [] };
      recordRemoved(removedIds);
      moveCommentsWithText(client, projectId, client.getQueryData(elementsKey) ?? [], changes);
      if (scenes) client.setQueryData(scenesKey, scenes);
      change(changes);
    },
  };

  function recordRemoved(removedIds: readonly number[]): void {
    if (removedIds.length === 0) return;
    const removed = new Set(removedIds);
    const versions = removedVersions(client);
    for (const { id, version } of client.getQueryData(elementsKey) ?? [])
      if (removed.has(id)) versions.set(id, version);
  }

  function change(changes: ElementChanges): void {
    const openingId = openingSceneId(client.getQueryData(scenesKey));
    client.setQueryData(elementsKey, (list) => list && withChanges(list, changes, openingId));
    markEdited();
  }
}

/** Whether a place is before the first heading. */
function isInOpening(list: readonly Element[], element: Element): boolean {
  return !list.some((each) => each.elementType === 'scene_heading' && compareOrder(each, element) < 0);
}
