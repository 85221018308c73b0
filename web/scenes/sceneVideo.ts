import type { QueryClient } from '@tanstack/react-query';
import { isVideoUnderWay } from '#screenplay/sceneVideoStatus.ts';
import {
  cancelSceneVideo,
  deleteSceneVideo,
  generateSceneVideo,
  type Scene,
} from '#shared/contract/scenes.ts';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { aiStateQuery, refreshAiState, showBalance } from '#web/assistant/assistant.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { scenesQuery } from '#web/scriptSync/script.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { announceToScreenReader, setSceneProblem, showScene } from './scenes.data.ts';

/** Poll interval while a video is made: the live channel reports it, but may be disconnected. */
export const videoPollMs = 15_000;

/** Return the progress of a scene's video in words; null without one. */
export function videoProgressText({ videoStatus }: Pick<Scene, 'videoStatus'>): string | null {
  if (videoStatus === 'queued') return 'Video queued';
  return videoStatus === 'generating' ? 'The video is being made' : null;
}

/**
 * Order the video, and show the order optimistically. Never rejects: a failure is shown at the
 * scene.
 */
export async function makeVideo(
  client: QueryClient,
  scene: Scene,
  name: string,
  prompt: string | null = null,
): Promise<void> {
  const body = prompt?.trim() ? { prompt } : {};
  announceToScreenReader(client, scene.projectId, `Making the video of ${name}`);
  await attempt(client, scene, {
    failure: 'Failed to order scene video',
    text: 'The video could not be ordered. Please try again.',
    shown: { videoStatus: 'queued', videoProblem: null },
    work: async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const ordered = await call(generateSceneVideo, { params: { id: scene.id }, body }, options);
      showBalance(client, scene.projectId, ordered.creditBalance);
      return ordered.scene;
    },
  });
}

/** Cancel the video that is being made, or dismiss the reason why there is none. */
export async function cancelVideo(client: QueryClient, scene: Scene, name: string): Promise<void> {
  await attempt(client, scene, {
    failure: 'Failed to cancel scene video',
    text: 'The video could not be cancelled. Please try again.',
    shown: { videoStatus: scene.videoUrl === null ? null : 'ready', videoProblem: null },
    work: async () => {
      const { scene: now, creditBalance } = await call(cancelSceneVideo, { params: { id: scene.id } });
      showBalance(client, scene.projectId, creditBalance);
      if (isVideoUnderWay(scene.videoStatus))
        announceToScreenReader(
          client,
          scene.projectId,
          `The video of ${name} is cancelled. Nothing was charged.`,
        );
      return now;
    },
  });
}

export async function deleteVideo(client: QueryClient, scene: Scene, name: string): Promise<void> {
  await attempt(client, scene, {
    failure: 'Failed to delete scene video',
    text: 'The video could not be deleted. Please try again.',
    shown: {},
    work: async () => {
      const { scene: now } = await call(deleteSceneVideo, { params: { id: scene.id } });
      announceToScreenReader(client, scene.projectId, `The video of ${name} is deleted`);
      return now;
    },
  });
}

interface Attempt {
  /** Messages for the log and for the user. */
  failure: string;
  text: string;
  /** Optimistic fields shown before the answer. */
  shown: Partial<Scene>;
  work: () => Promise<Scene>;
}

async function attempt(client: QueryClient, scene: Scene, { failure, text, shown, work }: Attempt) {
  const { id, projectId } = scene;
  const list = listCache(client, scenesQuery(projectId));
  setSceneProblem(client, projectId, id, null);
  await list.cancel();
  showScene(client, { ...scene, ...shown });
  try {
    const now = await work();
    await list.cancel();
    showScene(client, now);
  } catch (error) {
    showScene(client, scene);
    // The order may have been accepted, or scene, role or price may have changed: refetch it.
    void list.invalidate();
    if (isOutOfCredits(error)) return showOutOfCredits();
    logFailure(failure, error);
    if (error instanceof ApiError) refreshAiState(client, projectId);
    setSceneProblem(client, projectId, id, messageOf(error, text));
  }
}

/** Announce finished and failed videos to screen readers, and refetch the credits. */
export function showVideoResults(
  client: QueryClient,
  before: readonly Scene[],
  scenes: readonly Scene[],
  nameOf: (scene: Scene) => string,
): void {
  const was = new Map(before.map((scene) => [scene.id, scene]));
  for (const scene of scenes) {
    if (!isVideoUnderWay(was.get(scene.id)?.videoStatus ?? null) || isVideoUnderWay(scene.videoStatus))
      continue;
    const { projectId, videoStatus, videoProblem } = scene;
    const isNew = scene.videoUrl !== was.get(scene.id)?.videoUrl;
    if (videoStatus === 'ready' && isNew)
      announceToScreenReader(client, projectId, `The video of ${nameOf(scene)} is ready`);
    else if (videoProblem !== null)
      announceToScreenReader(client, projectId, `No video of ${nameOf(scene)}: ${videoProblem}`);
    for (const { queryKey } of [aiStateQuery(projectId), currentUserQuery])
      void client.invalidateQueries({ queryKey, exact: true });
  }
}
