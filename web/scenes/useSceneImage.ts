import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Scene } from '#shared/contract/scenes.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { isOutOfCredits, tellOutOfCredits } from '#web/lib/outOfCredits.ts';
import { drawingOf, useDrawing } from '#web/lib/useDrawing.ts';
import { scenesQuery } from '#web/script/script.data.ts';
import { drawSceneImage, noteProblem, say, showScene } from './scenes.data.ts';

const failedText = 'The image could not be generated. Please try again.';

/** The picture of a scene while it is drawn; why it was not is one of the problems of the screen. */
export function useSceneImage(scene: Pick<Scene, 'id' | 'projectId'>, name: string) {
  const client = useQueryClient();
  const { drawing, state } = useDrawing(subjectOf(scene));
  return {
    isDrawing: state === 'drawing',
    draw: () => void drawSceneFrame(client, scene, name),
    cancel: drawing.cancel,
  };
}

/** Draws it, whether or not a view of it is there. `drawn` ends with whether there is a new picture; it never rejects. */
export function drawSceneFrame(
  client: QueryClient,
  { id: sceneId, projectId }: Pick<Scene, 'id' | 'projectId'>,
  name: string,
): { drawn: Promise<boolean>; cancel: () => void } {
  const drawing = drawingOf(client, subjectOf({ id: sceneId }));
  let isDrawn = false;
  const askAgain = () => {
    const stale = [
      scenesQuery(projectId).queryKey,
      aiStateQuery(projectId).queryKey,
      currentUserQuery.queryKey,
    ];
    for (const queryKey of stale) void client.invalidateQueries({ queryKey, exact: true });
  };
  noteProblem(client, projectId, sceneId, null);
  say(client, projectId, `Drawing the image of ${name}`);
  const end = drawing.draw('', {
    ask: async (options) => {
      const { scene, creditBalance } = await drawSceneImage(sceneId, options);
      // A list on its way would bring the picture before back.
      await client.cancelQueries({ queryKey: scenesQuery(projectId).queryKey, exact: true });
      showScene(client, scene);
      showBalance(client, projectId, creditBalance);
      say(client, projectId, `The image of ${name} is drawn`);
      isDrawn = true;
    },
    lost: askAgain,
    failed: (error) => {
      if (isOutOfCredits(error)) return tellOutOfCredits();
      logFailure('Failed to generate scene image', error);
      // The owner has switched AI off, the role has changed, or the scene is gone: the view shows which.
      if (error instanceof ApiError) askAgain();
      noteProblem(client, projectId, sceneId, messageOf(error, failedText));
    },
  });
  return { drawn: end.then(() => isDrawn), cancel: drawing.cancel };
}

function subjectOf({ id }: Pick<Scene, 'id'>): string {
  return `scenes/${id}`;
}

export type SceneImage = ReturnType<typeof useSceneImage>;
