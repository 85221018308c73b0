import { useLayoutEffect, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { withActBegin } from './actBegins.ts';
import type { SceneActions } from './SceneMenu.tsx';
import { sceneName } from './sceneName.ts';
import type { ScenesProps } from './scenesProps.ts';

type ScenesToArrange = Pick<ScenesProps, 'scenes' | 'sceneNumbers' | 'actions' | 'onArrange'>;

/**
 * Return the actions of the screen and those that need the list; a stable object while the list
 * lives, so that rows do not re-render.
 */
export function useRowActions(list: ScenesToArrange, takeStep: SceneActions['step']): SceneActions {
  const { scenes, sceneNumbers, onArrange } = list;
  const step = useRef(takeStep);
  useLayoutEffect(() => {
    step.current = takeStep;
  });
  const beginAct = useRef((_scene: Scene, _actNumber: number) => {});
  useLayoutEffect(() => {
    beginAct.current = (scene, actNumber) =>
      onArrange(
        `Act ${actNumber} begins at ${sceneName(scene, sceneNumbers.get(scene.id))}`,
        withActBegin(scenes, scene.id, actNumber),
      );
  });
  const [actions] = useState<SceneActions>(() => ({
    ...list.actions,
    step: (scene, by) => step.current(scene, by),
    beginAct: (scene, actNumber) => beginAct.current(scene, actNumber),
  }));
  return actions;
}
