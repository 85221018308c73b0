import { useQueryClient } from '@tanstack/react-query';
import { createBeatsFromScenes, deleteBeats } from '#shared/contract/beats.ts';
import { arrangeScenes, type Scene, type SceneArrangement } from '#shared/contract/scenes.ts';
import { boardUndoOf } from '#web/boards/useBoardUndo.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { invalidateList, listCache } from '#web/lib/listCache.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { announceToScreenReader, setSceneProblem } from './scenes.data.ts';

/**
 * Return the scenes after an arrangement: in another act they lose their sequence, unless one is
 * named.
 */
export function withArrangement(
  scenes: readonly Scene[],
  arrangements: readonly SceneArrangement[],
): Scene[] {
  const byId = new Map(arrangements.map((each) => [each.id, each]));
  return scenes.map((scene) => {
    const change = byId.get(scene.id);
    if (!change) return scene;
    const { actNumber = scene.actNumber, sequenceId, beatId, colorTheme } = change;
    const kept = actNumber === scene.actNumber ? scene.sequenceId : null;
    return {
      ...scene,
      actNumber,
      sequenceId: sequenceId === undefined ? kept : sequenceId === null ? null : Number(sequenceId),
      beatId: beatId === undefined ? scene.beatId : beatId === null ? null : Number(beatId),
      colorTheme: colorTheme === undefined ? scene.colorTheme : colorTheme,
    };
  });
}

/** Return the arrangements that restore the current state of the named scenes. */
function backTo(scenes: readonly Scene[], arrangements: readonly SceneArrangement[]): SceneArrangement[] {
  const named = new Set(arrangements.map(({ id }) => id));
  return scenes
    .filter(({ id }) => named.has(id))
    .map(({ id, actNumber, sequenceId, beatId, colorTheme }) => ({
      id,
      actNumber,
      sequenceId,
      beatId,
      colorTheme,
    }));
}

/** Arrange scenes optimistically as one undo step; a rejection is shown at the first of them. */
export function useArrangeScenes(projectId: number) {
  const client = useQueryClient();
  const list = listCache(client, scenesQuery(projectId));
  const send = async (scenes: SceneArrangement[]) => {
    if (scenes.length === 0) return;
    await list.cancel();
    list.change((shown) => withArrangement(shown, scenes));
    try {
      const stored = await call(arrangeScenes, { params: { id: projectId }, body: { scenes } });
      const byId = new Map(stored.map((scene) => [scene.id, scene]));
      list.change((shown) => shown.map((scene) => byId.get(scene.id) ?? scene));
    } catch (error) {
      void list.invalidate();
      throw error;
    }
  };
  return async (label: string, scenes: SceneArrangement[]): Promise<void> => {
    const [first] = scenes;
    if (!first) return;
    setSceneProblem(client, projectId, first.id, null);
    const back = backTo(list.rows(), scenes);
    try {
      await send(scenes);
      boardUndoOf(client, projectId).add({ label, undo: () => send(back), redo: () => send(scenes) });
      announceToScreenReader(client, projectId, label);
    } catch (error) {
      logFailure('Failed to arrange scenes', error);
      setSceneProblem(client, projectId, first.id, messageOf(error, 'The scenes could not be changed.'));
    }
  };
}

interface SceneOnPage {
  id: number;
  pageNumber: number | null;
}

/** Create a beat for each of these scenes that has none yet, as one undo step. */
export function useBeatsFromScenes(projectId: number) {
  const client = useQueryClient();
  const params = { id: projectId };
  const readAnew = () =>
    Promise.all(
      (['scenes', 'acts', 'story-beats'] as const).map((name) =>
        invalidateList(client, projectListKey(projectId, name)),
      ),
    );
  return async (scenes: SceneOnPage[]): Promise<void> => {
    const [first] = scenes;
    if (!first) return;
    setSceneProblem(client, projectId, first.id, null);
    let beatIds: number[] = [];
    const make = async () => {
      beatIds = (await call(createBeatsFromScenes, { params, body: { scenes } })).map(({ id }) => id);
      await readAnew();
    };
    const takeBack = async () => {
      if (beatIds.length > 0) await call(deleteBeats, { params, body: { beatIds } });
      await readAnew();
    };
    try {
      await make();
      const label = beatIds.length === 1 ? 'Make 1 beat' : `Make ${beatIds.length} beats`;
      if (beatIds.length > 0) boardUndoOf(client, projectId).add({ label, undo: takeBack, redo: make });
      announceToScreenReader(
        client,
        projectId,
        beatIds.length === 0 ? 'These scenes have beats already' : label,
      );
    } catch (error) {
      logFailure('Failed to make beats', error);
      setSceneProblem(client, projectId, first.id, messageOf(error, 'The beats could not be made.'));
    }
  };
}
