import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { sceneName } from './sceneName.ts';
import { showVideoResults } from './sceneVideo.ts';

/** Announce finished and failed videos, also of scenes outside the viewport. */
export function useVideoResults(scenes: readonly Scene[], sceneNumbers: ReadonlyMap<number, string>) {
  const client = useQueryClient();
  const before = useRef(scenes);
  useEffect(() => {
    const was = before.current;
    before.current = scenes;
    showVideoResults(client, was, scenes, (scene) => sceneName(scene, sceneNumbers.get(scene.id)));
  }, [client, scenes, sceneNumbers]);
}
