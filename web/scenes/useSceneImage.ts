import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Scene } from '#shared/contract/scenes.ts';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { generationTaskOf, useGenerationTask } from '#web/ai/useGenerationTask.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { announceToScreenReader, drawSceneImage, setSceneProblem, showScene } from './scenes.data.ts';

const failedText = 'The image could not be generated. Please try again.';

/** Return the state of a scene's picture; a failure is one of the screen's problems. */
export function useSceneImage(scene: Pick<Scene, 'id' | 'projectId'>, name: string) {
  const client = useQueryClient();
  const { drawing, state } = useGenerationTask(subjectOf(scene));
  return {
    isDrawing: state === 'drawing',
    draw: () => void drawSceneFrame(client, scene, name),
    cancel: drawing.cancel,
  };
}

/**
 * Draw the picture, also after the view is closed. `drawn` resolves with whether there is a new
 * picture; it never rejects.
 */
export function drawSceneFrame(
  client: QueryClient,
  { id: sceneId, projectId }: Pick<Scene, 'id' | 'projectId'>,
  name: string,
): { drawn: Promise<boolean>; cancel: () => void } {
  const drawing = generationTaskOf(client, subjectOf({ id: sceneId }));
  let isDrawn = false;
  const askAgain = () => {
    const stale = [
      scenesQuery(projectId).queryKey,
      aiStateQuery(projectId).queryKey,
      currentUserQuery.queryKey,
    ];
    for (const queryKey of stale) void client.invalidateQueries({ queryKey, exact: true });
  };
  setSceneProblem(client, projectId, sceneId, null);
  announceToScreenReader(client, projectId, `Drawing the image of ${name}`);
  const end = drawing.draw('', {
    ask: async (options) => {
      const { scene, creditBalance } = await drawSceneImage(sceneId, options);
      // A pending list would restore the earlier picture.
      await client.cancelQueries({ queryKey: scenesQuery(projectId).queryKey, exact: true });
      showScene(client, scene);
      showBalance(client, projectId, creditBalance);
      announceToScreenReader(client, projectId, `The image of ${name} is drawn`);
      isDrawn = true;
    },
    lost: askAgain,
    failed: (error) => {
      if (isOutOfCredits(error)) return showOutOfCredits();
      logFailure('Failed to generate scene image', error);
      // AI was switched off, the role changed, or the scene was deleted: refetch to show which.
      if (error instanceof ApiError) askAgain();
      setSceneProblem(client, projectId, sceneId, messageOf(error, failedText));
    },
  });
  return { drawn: end.then(() => isDrawn), cancel: drawing.cancel };
}

function subjectOf({ id }: Pick<Scene, 'id'>): string {
  return `scenes/${id}`;
}

export type SceneImage = ReturnType<typeof useSceneImage>;
