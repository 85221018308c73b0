import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createScene,
  deleteScene,
  generateSceneImage,
  type Scene,
  updateScene,
} from '#shared/contract/scenes.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { changeOptimistically } from '#web/lib/listSteps.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { projectQuery } from '#web/projects/projects.data.ts';
import { elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';
import { type SceneDrop, withMove } from './places.ts';

export type SceneCreate = CallInput<typeof createScene>['body'];
export type SceneChangeBody = CallInput<typeof updateScene>['body'];

export function useCreateScene(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to create scene' },
    mutationFn: (body: SceneCreate) => call(createScene, { params: { id: projectId }, body }),
    onSuccess: () => refreshScript(client, projectId),
  });
}

export function useUpdateScene(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to save scene' },
    mutationFn: ({ sceneId, body }: { sceneId: number; body: SceneChangeBody }) =>
      call(updateScene, { params: { id: sceneId }, body }),
    onSuccess: () => refreshScript(client, projectId),
  });
}

export function useDeleteScene(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to delete scene' },
    mutationFn: (sceneId: number) => call(deleteScene, { params: { id: sceneId } }),
    onSuccess: () => refreshScript(client, projectId),
  });
}

const moveFailedText = 'The scene could not be moved. Please try again.';

interface Moved {
  scene: Scene;
  move: SceneDrop;
  /** Restore the list, unless a later move has changed it. */
  rollBack: () => void;
}

/**
 * Move a scene optimistically. Moves are sent one after another, because each is based on the
 * previous one. The promise resolves with the answer; a rejection is shown at the scene.
 */
export function useMoveScene(projectId: number) {
  const client = useQueryClient();
  const list = listCache(client, scenesQuery(projectId));
  const mutationKey = ['move-scene', projectId];
  const { mutateAsync } = useMutation({
    mutationKey,
    meta: { failure: 'Failed to move scene' },
    scope: { id: mutationKey.join() },
    mutationFn: ({ scene, move }: Moved) => call(updateScene, { params: { id: scene.id }, body: move }),
    onError: (error, { scene, rollBack }) => {
      // Later moves come with the server's answer.
      rollBack();
      setSceneProblem(client, projectId, scene.id, messageOf(error, moveFailedText));
    },
    // Only the last move refetches; an earlier answer would revert the moves after it.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1 ? refreshScript(client, projectId) : undefined,
  });
  return (scene: Scene, move: SceneDrop): Promise<void> => {
    setSceneProblem(client, projectId, scene.id, null);
    void list.cancel();
    const before = list.rows();
    const rollBack = changeOptimistically(list, (scenes) => withMove(scenes, scene.id, move));
    return mutateAsync({ scene, move, rollBack }).then(
      () => rememberMove(client, scene, before, move),
      () => {}, // reported by onError
    );
  };
}

/** Record the undo step of a move, and its redo. */
function rememberMove(client: QueryClient, scene: Scene, before: readonly Scene[], move: SceneDrop): void {
  const { id: sceneId, projectId } = scene;
  const was = before.find(({ id }) => id === sceneId) ?? scene;
  const { sceneNumber, actNumber, sequenceId } = was;
  const put = async (drop: SceneDrop) => {
    try {
      await call(updateScene, { params: { id: sceneId }, body: drop });
    } finally {
      await refreshScript(client, projectId);
    }
  };
  boardUndoOf(client, projectId).add({
    label: `Move ${was.heading}`,
    undo: () => put({ sceneNumber, actNumber, sequenceId }),
    redo: () => put(move),
  });
}

/**
 * Query the last failure of each scene, by id; kept in the cache because it may occur while no view
 * of the scene is mounted.
 */
export function problemsQuery(projectId: number) {
  return queryOptions<Readonly<Record<number, string>>>({
    queryKey: ['scene-problems', projectId],
    queryFn: () => ({}),
    initialData: {},
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Query the announcements about scenes for screen readers. */
export function announcementQuery(projectId: number) {
  return queryOptions({
    queryKey: ['scenes-spoken', projectId],
    queryFn: () => '',
    initialData: '',
    enabled: false,
  });
}

export function announceToScreenReader(client: QueryClient, projectId: number, text: string): void {
  objectCache(client, announcementQuery(projectId)).set(text);
}

export function setSceneProblem(
  client: QueryClient,
  projectId: number,
  sceneId: number,
  text: string | null,
): void {
  const cache = objectCache(client, problemsQuery(projectId));
  const before = client.getQueryData(problemsQuery(projectId).queryKey) ?? {};
  const { [sceneId]: _replaced, ...others } = before;
  cache.set(text === null ? others : { ...others, [sceneId]: text });
}

/** Generate the picture of a scene. */
export function drawSceneImage(
  sceneId: number,
  options: { signal: AbortSignal; idempotencyKey: string },
): Promise<CallReply<typeof generateSceneImage>> {
  return call(generateSceneImage, { params: { id: sceneId } }, options);
}

/** Store a scene from an answer in the cached list. */
export function showScene(client: QueryClient, scene: Scene): void {
  listCache(client, scenesQuery(scene.projectId)).replace(scene);
}

/**
 * Refetch the scenes, and the script when it is next opened, because elements were added, moved or
 * deleted with them.
 */
export function refreshScript(client: QueryClient, projectId: number): Promise<void> {
  const { queryKey: elementsKey } = elementsQuery(projectId);
  // A mounted script stays shown until the new one is loaded.
  client.removeQueries({ queryKey: elementsKey, type: 'inactive' });
  void client.invalidateQueries({ queryKey: elementsKey });
  void client.invalidateQueries({ queryKey: projectQuery(encodeProjectId(projectId)).queryKey, exact: true });
  return listCache(client, scenesQuery(projectId)).invalidate();
}
