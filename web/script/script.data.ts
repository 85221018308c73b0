import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { compareOrder } from '#screenplay/order.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import { listCharacters } from '#shared/contract/characters.ts';
import { type Element, listElements } from '#shared/contract/elements.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { call } from '#web/lib/api.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { followText } from './commentPlaces.ts';
import { type ElementChanges, withChanges, withScenes } from './elementCache.ts';

export function elementsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'elements'],
    queryFn: ({ signal }) => call(listElements, { params: { id: projectId }, query: {} }, { signal }),
  });
}

export function scenesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'scenes'],
    queryFn: ({ signal }) => call(listScenes, { params: { id: projectId } }, { signal }),
  });
}

export function charactersQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'characters'],
    queryFn: ({ signal }) => call(listCharacters, { params: { id: projectId } }, { signal }),
  });
}

/** Puts what edits came to into the lists; elements that they did not touch stay the same objects. */
export function scriptLists(client: QueryClient, projectId: number) {
  const elementsKey = elementsQuery(projectId).queryKey;
  const scenesKey = scenesQuery(projectId).queryKey;
  const projectKey = projectQuery(encodeProjectId(projectId)).queryKey;
  /** The sidebar says when the project was last edited; the server has just noted the same. */
  const markEdited = () =>
    client.setQueryData(
      projectKey,
      (project) => project && { ...project, updatedAt: new Date().toISOString() },
    );
  return {
    /** A list on its way would bring back what is being changed. */
    quiet: () => client.cancelQueries({ queryKey: elementsKey, exact: true }),
    elements: (): readonly Element[] => client.getQueryData(elementsKey) ?? [],
    put({
      scenes,
      removedSceneIds,
      ...changes
    }: ElementChanges & { scenes: readonly Scene[]; removedSceneIds: readonly number[] }) {
      followText(client, projectId, client.getQueryData(elementsKey) ?? [], changes);
      client.setQueryData(elementsKey, (list) => list && withChanges(list, changes));
      client.setQueryData(scenesKey, (list) => list && withScenes(list, scenes, removedSceneIds));
      markEdited();
    },
    /** The answer to a delete is empty; a heading, and the last text before the first, changes the scenes' numbers. */
    removed(elementId: number) {
      const list = client.getQueryData(elementsKey) ?? [];
      const element = list.find(({ id }) => id === elementId);
      client.setQueryData(
        elementsKey,
        withChanges(list, { elements: [], removedIds: [elementId], renumbered: [] }),
      );
      markEdited();
      followText(client, projectId, list, { elements: [], removedIds: [elementId] });
      if (element && touchesScenes(element, null, isInOpening(list, element)))
        void client.invalidateQueries({ queryKey: scenesKey });
    },
  };
}

/** Whether a place is before the first heading. */
function isInOpening(list: readonly Element[], element: Element): boolean {
  return !list.some((each) => each.elementType === 'scene_heading' && compareOrder(each, element) < 0);
}
