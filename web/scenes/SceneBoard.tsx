import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { movesAmong } from '#web/ui/reorder/MoveItems.tsx';
import { Sortable, type SortableControls } from '#web/ui/reorder/Sortable.tsx';
import { Frame } from './Frame.tsx';
import { extentOf } from './grouping.ts';
import { moveOnBoard } from './places.ts';
import styles from './SceneBoard.module.css';
import type { SceneActions } from './SceneMenu.tsx';
import { sceneName } from './sceneName.ts';
import type { ScenesProps } from './scenesProps.ts';

/** Show all scenes in script order as pictures. */
export function SceneBoard({ projectName, ...props }: ScenesProps & { projectName: string }) {
  const { scenes, sceneNumbers, canWrite, offer, video, problems, onMove } = props;
  const byId = useMemo(() => new Map(scenes.map((scene) => [scene.id, scene])), [scenes]);
  // The opening stays first, outside the sortable list.
  const opening = scenes[0]?.heading === '' ? scenes[0] : undefined;
  const sorted = opening ? scenes.slice(1) : scenes;

  const put = async (scene: Scene, index: number) => {
    const move = moveOnBoard(scenes, scene, index + (opening ? 1 : 0));
    if (move) await onMove(scene, move);
  };
  const sortable = useRef<SortableControls>(null);
  const actions = useBoardActions(props.actions, (scene, by) => sortable.current?.step(scene.id, by));
  const nameOf = (scene: Scene | undefined) => (scene ? sceneName(scene, sceneNumbers.get(scene.id)) : '');
  const [seen] = useState(() => new Set<number>());
  const frameOf = (scene: Scene, index: number, handle: ReactNode) => (
    <Frame
      scene={scene}
      number={sceneNumbers.get(scene.id)}
      canWrite={canWrite}
      steps={scene === opening ? 'none' : movesAmong(index === 0, index === sorted.length - 1)}
      offer={offer}
      video={video}
      page={props.counts?.scenes.get(scene.id)?.page ?? scene.pageNumber}
      problem={problems[scene.id] ?? null}
      actions={actions}
      handle={handle}
      seen={seen}
    />
  );

  return (
    <div className={styles.sheet}>
      <div className={styles.head} aria-hidden="true">
        <b dir="auto">{projectName.toUpperCase()}</b>
        <span>{extentOf(scenes, sceneNumbers, props.counts)}</span>
      </div>
      {opening && <div className={styles.opening}>{frameOf(opening, -1, null)}</div>}
      <Sortable
        ref={sortable}
        ids={sorted.map(({ id }) => id)}
        labelOf={(id) => nameOf(byId.get(id))}
        onMove={(ids, movedId) => {
          const scene = byId.get(movedId);
          return scene && put(scene, ids.indexOf(movedId));
        }}
        isDisabled={!canWrite}
        layout="grid"
        label="Storyboard"
        className={styles.grid}
        itemClassName={styles.item}
      >
        {(id, handle) => {
          const scene = byId.get(id);
          return scene && frameOf(scene, sorted.indexOf(scene), handle);
        }}
      </Sortable>
    </div>
  );
}

/** Return stable actions whose `step` moves on the board. */
function useBoardActions(actions: ScenesProps['actions'], step: SceneActions['step']): SceneActions {
  const latest = useRef(step);
  useLayoutEffect(() => {
    latest.current = step;
  });
  const [stable] = useState<SceneActions>(() => ({
    ...actions,
    step: (scene, by) => latest.current(scene, by),
    // The board shows no acts.
    beginAct: () => {},
  }));
  return stable;
}
