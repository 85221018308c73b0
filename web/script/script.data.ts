import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { compareOrder } from '#screenplay/order.ts';
import { touchesScenes } from '#screenplay/scenes.ts';
import { createCharacter, listCharacters } from '#shared/contract/characters.ts';
import {
  createElement,
  deleteElement,
  type Element,
  listElements,
  updateElement,
} from '#shared/contract/elements.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { call } from '#web/lib/api.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { withElement, withoutElement, withScenes } from './elementCache.ts';

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

/** Puts what an edit answered into the lists; elements that it did not touch stay the same objects. */
function useLists(projectId: number) {
  const client = useQueryClient();
  const elementsKey = elementsQuery(projectId).queryKey;
  const scenesKey = scenesQuery(projectId).queryKey;
  const projectKey = projectQuery(encodeProjectId(projectId)).queryKey;
  return {
    /** A list on its way would bring back what is being changed. */
    quiet: () => client.cancelQueries({ queryKey: elementsKey }),
    elements: () => client.getQueryData(elementsKey) ?? [],
    setElements: (change: (list: Element[]) => Element[]) =>
      client.setQueryData(elementsKey, (list) => list && change(list)),
    setScenes: (change: (list: Scene[]) => Scene[]) =>
      client.setQueryData(scenesKey, (list) => list && change(list)),
    refetchScenes: () => client.invalidateQueries({ queryKey: scenesKey }),
    /** The sidebar says when the project was last edited; the server has just noted the same. */
    markEdited: () =>
      client.setQueryData(
        projectKey,
        (project) => project && { ...project, updatedAt: new Date().toISOString() },
      ),
  };
}

export type NewElement = CallInput<typeof createElement>['body'];

export function useCreateElement(projectId: number) {
  const lists = useLists(projectId);
  return useMutation({
    mutationFn: (body: NewElement) => call(createElement, { params: { id: projectId }, body }),
    onSuccess: ({ renumbered, scenes, removedSceneIds, ...element }) => {
      lists.setElements((list) => withElement(list, element, renumbered));
      lists.setScenes((list) => withScenes(list, scenes, removedSceneIds));
      lists.markEdited();
    },
  });
}

export type ElementChange = CallInput<typeof updateElement>['body'];

export function useUpdateElement(projectId: number) {
  const lists = useLists(projectId);
  return useMutation({
    mutationFn: ({ elementId, ...body }: ElementChange & { elementId: number }) =>
      call(updateElement, { params: { id: elementId }, body }),
    onSuccess: ({ scenes, removedSceneIds, ...element }: CallReply<typeof updateElement>) => {
      // An element that was deleted while its save was on its way stays away.
      lists.setElements((list) =>
        list.some((each) => each.id === element.id) ? withElement(list, element, []) : list,
      );
      lists.setScenes((list) => withScenes(list, scenes, removedSceneIds));
      lists.markEdited();
    },
  });
}

/** Takes the element away at once, and puts it back where the server refuses. */
export function useDeleteElement(projectId: number) {
  const lists = useLists(projectId);
  return useMutation({
    mutationFn: (element: Element) => call(deleteElement, { params: { id: element.id } }),
    onMutate: async (element) => {
      await lists.quiet();
      lists.setElements((list) => withoutElement(list, element.id));
    },
    onError: (_error, element) => lists.setElements((list) => withElement(list, element, [])),
    onSuccess: (_reply, element) => {
      lists.markEdited();
      // The reply is empty; a deleted heading, and the last text before the first, changes the scenes' numbers.
      if (touchesScenes(element, null, isInOpening(lists.elements(), element))) return lists.refetchScenes();
    },
  });
}

/** Whether a place is before the first heading. */
function isInOpening(list: readonly Element[], element: Element): boolean {
  return !list.some((each) => each.elementType === 'scene_heading' && compareOrder(each, element) < 0);
}

/** For a text whose element is gone, and for the version that was saved meanwhile. */
export function useElementCache(projectId: number) {
  const lists = useLists(projectId);
  return {
    put: (element: Element) => lists.setElements((list) => withElement(list, element, [])),
    remove: (elementId: number) => lists.setElements((list) => withoutElement(list, elementId)),
  };
}

export function useCreateCharacter(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(createCharacter, { params: { id: projectId }, body: { name } }),
    onSuccess: (character) =>
      client.setQueryData(charactersQuery(projectId).queryKey, (list) => list && [...list, character]),
  });
}
