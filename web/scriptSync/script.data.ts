import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { compareOrder } from '#screenplay/order.ts';
import { normaliseParenthetical } from '#screenplay/parenthetical.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import { listCharacters } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import { decodeProjectId, encodeProjectId } from '#shared/projectCode.ts';
import { call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { setRevision } from '#web/lib/revisions.ts';
import { readCharactersCopy, readElementsCopy, readScenesCopy } from '#web/offlineCopy/copies.ts';
import { shownFromCopy, withOfflineFallback } from '#web/offlineCopy/withOfflineFallback.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { markEdited, projectQuery } from '#web/projects/projects.data.ts';
import { moveCommentsWithText } from './commentPlaces.ts';
import {
  type ElementChanges,
  openingSceneId,
  reuseUnchangedRows,
  withChanges,
  withScenes,
} from './elementRows.ts';
import { readList, readWholeList } from './readList.data.ts';
import { ShownRevisions } from './shownRevisions.ts';

export function elementsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'elements'),
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData<Element[]>(queryKey);
      const list = await withOfflineFallback(
        async () => {
          const read = known ? readWholeList : readList;
          const { elements, revision } = await read(projectId, signal);
          if (revision !== null) shownRevisions(client).addList(projectId, revision);
          return elements;
        },
        known !== undefined,
        () => elementsFromCopy(projectId),
      );
      return reuseUnchangedRows(known, list.map(normaliseParenthetical));
    },
    // The client compares by position, so all elements after an inserted one would become new
    // objects.
    structuralSharing: false,
  });
}

async function elementsFromCopy(projectId: number): Promise<Element[] | null> {
  const kept = await readElementsCopy(projectId);
  if (!kept) return null;
  shownFromCopy.note(projectId);
  // Changes since then arrive over the live channel.
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

/** Load the script before the first render, so that it is rendered once. */
export async function prefetchScript(client: QueryClient, code: string): Promise<void> {
  const projectId = decodeProjectId(code);
  await Promise.all([
    client.prefetchQuery(projectQuery(code)),
    client.prefetchQuery(elementsQuery(projectId)),
    client.prefetchQuery(scenesQuery(projectId)),
    client.prefetchQuery(charactersQuery(projectId)),
  ]);
}

/** Shorter than the time differences that the sidebar shows. */
const editedEveryMs = 20_000;

const removedBy = new WeakMap<QueryClient, Map<number, number>>();

/**
 * Return the elements that this tab removed, with their versions at that time. A message of the
 * live channel about such an element is outdated unless its version is higher: deleting and
 * restoring raise the version.
 */
export function removedVersions(client: QueryClient): Map<number, number> {
  const known = removedBy.get(client) ?? new Map<number, number>();
  removedBy.set(client, known);
  return known;
}

const shownBy = new WeakMap<QueryClient, ShownRevisions>();

/** Return the revisions that the elements of a client have at least. */
export function shownRevisions(client: QueryClient): ShownRevisions {
  const known = shownBy.get(client) ?? new ShownRevisions();
  shownBy.set(client, known);
  return known;
}

type ScriptRows = ElementChanges & { scenes: readonly Scene[]; removedSceneIds: readonly number[] };

interface ScriptReply extends ScriptRows {
  /** Elements that the change inserted, moved or restored. */
  placedIds?: readonly number[];
}

/**
 * Update the date of the last edit, which the sidebar shows in minutes. Changing the project
 * re-renders every view of it, so not every line does.
 */
function markEditedSometimes(client: QueryClient, projectId: number): void {
  const project = client.getQueryData(projectQuery(encodeProjectId(projectId)).queryKey);
  if (project && Date.now() - Date.parse(project.updatedAt) > editedEveryMs) markEdited(client, projectId);
}

export type ScriptLists = ReturnType<typeof scriptLists>;

/**
 * Return functions that apply changes to the cached lists. Untouched elements stay the same
 * objects.
 */
export function scriptLists(client: QueryClient, projectId: number) {
  const elementList = listCache(client, elementsQuery(projectId));
  const sceneList = listCache(client, scenesQuery(projectId));
  let isOverdue = false;
  return {
    /** Cancel a running refetch of the list, which would revert the change that is being made. */
    async cancelRefetch(): Promise<void> {
      isOverdue ||= elementList.isFetching();
      await elementList.cancel();
    },
    /** Refetch after a reply, if a refetch was cancelled or one that is running may be outdated. */
    refetchIfOutdated(): void {
      if (!isOverdue && !elementList.isFetching()) return;
      isOverdue = false;
      void elementList.invalidate();
    },
    elements: (): readonly Element[] => elementList.rows(),
    /**
     * Apply the reply to a change made in this tab. `revision`: one that the reply includes; null
     * if it is unknown. Elements that the change did not place keep their
     * order numbers: new ones come with the message that renumbered their neighbours, too.
     */
    applyReply({ placedIds = [], ...changes }: ScriptReply, revision: number | null = null) {
      const placed = new Set([...placedIds, ...changes.renumbered.map(({ id }) => id)]);
      recordRemoved(changes.removedIds);
      if (revision !== null) shownRevisions(client).addReply({ ...changes, placedIds: placed }, revision);
      const changedIds = new Set(changes.elements.map(({ id }) => id));
      const known = new Map(
        elementList.rows().flatMap(({ id, orderIndex }) => (changedIds.has(id) ? [[id, orderIndex]] : [])),
      );
      const elements = changes.elements.map((row) =>
        placed.has(row.id) ? row : { ...row, orderIndex: known.get(row.id) ?? row.orderIndex },
      );
      this.applyRemote({ ...changes, elements });
    },
    /** Apply a message of the live channel, which may be older than a reply. */
    applyRemote({ scenes, removedSceneIds, ...changes }: ScriptRows) {
      moveCommentsWithText(client, projectId, elementList.rows(), changes);
      sceneList.change((list) => withScenes(list, scenes, removedSceneIds));
      change(changes);
    },
    /**
     * Load the scenes after a deletion, whose reply is empty, and before the next change is sent,
     * which may change them again. Returns null if the deletion leaves scenes unchanged.
     */
    async scenesWithout(ids: readonly number[]): Promise<Scene[] | null> {
      const list = elementList.rows();
      const changesScenes = list.some(
        (each) => ids.includes(each.id) && touchesScenes(each, null, isInOpening(list, each)),
      );
      return changesScenes ? call(listScenes, { params: { id: projectId } }) : null;
    },
    /** Refetch where a reply does not contain everything that the server changed. */
    invalidate() {
      void elementList.invalidate();
      void sceneList.invalidate();
    },
    /** Remove elements; `scenes` is set if the scenes changed with them. */
    removeElements(removedIds: readonly number[], scenes: Scene[] | null) {
      const changes = { elements: [], removedIds, renumbered: [] };
      recordRemoved(removedIds);
      moveCommentsWithText(client, projectId, elementList.rows(), changes);
      if (scenes) sceneList.change(() => scenes);
      change(changes);
    },
  };

  function recordRemoved(removedIds: readonly number[]): void {
    if (removedIds.length === 0) return;
    const removeElements = new Set(removedIds);
    const versions = removedVersions(client);
    for (const { id, version } of elementList.rows()) if (removeElements.has(id)) versions.set(id, version);
  }

  function change(changes: ElementChanges): void {
    const openingId = openingSceneId(sceneList.rows());
    elementList.change((list) => withChanges(list, changes, openingId));
    markEditedSometimes(client, projectId);
  }
}

/** Return whether an element is before the first heading. */
function isInOpening(list: readonly Element[], element: Element): boolean {
  return !list.some((each) => isHeadingType(each.elementType) && compareOrder(each, element) < 0);
}
