import { useQueryClient } from '@tanstack/react-query';
import type { Scene } from '#shared/contract/scenes.ts';
import { aiStateQuery, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { currentUserQuery } from '#web/lib/auth.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { isOutOfCredits, tellOutOfCredits } from '#web/lib/outOfCredits.ts';
import { useDrawing } from '#web/lib/useDrawing.ts';
import { scenesQuery } from '#web/script/script.data.ts';
import { drawSceneImage, noteProblem, say, showScene } from './scenes.data.ts';

const failedText = 'The image could not be generated. Please try again.';

/** The picture of a scene while it is drawn; why it was not is one of the problems of the screen. */
export function useSceneImage({ id: sceneId, projectId }: Pick<Scene, 'id' | 'projectId'>, name: string) {
  const client = useQueryClient();
  const { drawing, state } = useDrawing(`scenes/${sceneId}`);
  const askAgain = () => {
    const stale = [
      scenesQuery(projectId).queryKey,
      aiStateQuery(projectId).queryKey,
      currentUserQuery.queryKey,
    ];
    for (const queryKey of stale) void client.invalidateQueries({ queryKey, exact: true });
  };
  const draw = () => {
    noteProblem(client, projectId, sceneId, null);
    say(client, projectId, `Drawing the image of ${name}`);
    void drawing.draw('', {
      ask: async (options) => {
        const { scene, creditBalance } = await drawSceneImage(sceneId, options);
        // A list on its way would bring the picture before back.
        await client.cancelQueries({ queryKey: scenesQuery(projectId).queryKey, exact: true });
        showScene(client, scene);
        showBalance(client, projectId, creditBalance);
        say(client, projectId, `The image of ${name} is drawn`);
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
  };
  return { isDrawing: state === 'drawing', draw, cancel: drawing.cancel };
}

export type SceneImage = ReturnType<typeof useSceneImage>;
