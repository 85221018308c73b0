import { type Ref, useImperativeHandle, useLayoutEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Scene } from '#shared/contract/scenes.ts';
import { AttachedItem } from '#web/ui/reorder/AttachedItem.tsx';
import { DropSlot } from '#web/ui/reorder/DropSlot.tsx';
import { ReorderArea } from '#web/ui/reorder/ReorderArea.tsx';
import { itemElementIn } from '#web/ui/reorder/targets.ts';
import { useReorder } from '#web/ui/reorder/useReorder.ts';
import { lengthLabel, type SceneFigures } from './figures.ts';
import styles from './rows.module.css';
import { headingOrUntitled, sceneLabel } from './sceneName.ts';

export interface SceneReorderControls {
  /** Move a scene one position up or down, and announce it. */
  step: (sceneId: number, by: -1 | 1) => void;
}

interface SceneReorderProps {
  ref: Ref<SceneReorderControls>;
  /** The list whose rows are moved. */
  list: HTMLElement;
  scenes: readonly Scene[];
  sceneNumbers: ReadonlyMap<number, string>;
  figuresOf: (sceneId: number) => SceneFigures | null;
  /** Scenes with a row in the document. */
  shownIds: readonly number[];
  rowPx: number;
  /** Rows can be dragged: the list shows all scenes. */
  canDrag: boolean;
  /** Called when a row is picked up, so that it stays in the document. */
  onLift: (index: number) => void;
  /** `index` does not count the scene itself. */
  onMove: (scene: Scene, index: number) => unknown;
}

/** Moves the scenes of the list: by pointer or touch, and by the steps of a key or menu. */
export function SceneReorder(props: SceneReorderProps) {
  const { ref, list, scenes, sceneNumbers, rowPx, onLift, onMove } = props;
  const containers = useMemo(
    () => [{ key: '', ids: scenes.map(({ id }) => id), pinnedCount: scenes[0]?.heading === '' ? 1 : 0 }],
    [scenes],
  );
  const sceneWith = (sceneId: number) => scenes.find(({ id }) => id === sceneId);
  const reorder = useReorder({
    containers,
    labelOf: (sceneId) => {
      const scene = sceneWith(sceneId);
      return scene ? sceneLabel(scene, sceneNumbers.get(sceneId)) : '';
    },
    onDrop: (sceneId, { index }) => {
      const scene = sceneWith(sceneId);
      if (scene) void onMove(scene, index);
    },
  });
  const { setRoot, step, held } = reorder;
  useImperativeHandle(ref, () => ({ step }), [step]);
  useLayoutEffect(() => setRoot(list), [setRoot, list]);
  const liftedId = held?.id ?? null;
  const liftedAt = held ? (containers[0]?.ids.indexOf(held.id) ?? -1) : -1;
  useLayoutEffect(() => {
    if (liftedId === null) return;
    onLift(liftedAt);
    const row = itemElementIn(list, liftedId);
    row?.setAttribute('data-lifted', '');
    return () => row?.removeAttribute('data-lifted');
  }, [list, liftedId, liftedAt, onLift]);
  const landing = held && held.position.index !== liftedAt ? held.position.index : null;
  return (
    <ReorderArea
      reorder={reorder}
      canReorder
      grabBy="item"
      previewOf={(sceneId) => <CarriedScene scene={sceneWith(sceneId)} {...props} />}
    >
      {props.canDrag && props.shownIds.map((id) => <AttachedItem key={id} id={id} root={list} />)}
      {landing !== null && createPortal(<LandingSlot topPx={topOf(landing, liftedAt, rowPx)} />, list)}
    </ReorderArea>
  );
}

/** Return the edge between two rows at which the slot of a landing index is shown. */
function topOf(index: number, liftedAt: number, rowPx: number): number {
  return (index < liftedAt ? index : index + 1) * rowPx;
}

function LandingSlot({ topPx }: { topPx: number }) {
  return <DropSlot className={styles.slot} topPx={topPx} />;
}

interface CarriedSceneProps extends Pick<SceneReorderProps, 'sceneNumbers' | 'figuresOf'> {
  scene: Scene | undefined;
}

/** The copy under the pointer: number, heading and length. */
function CarriedScene({ scene, sceneNumbers, figuresOf }: CarriedSceneProps) {
  if (!scene) return null;
  const figures = figuresOf(scene.id);
  return (
    <div className={styles.carried}>
      <span>{sceneNumbers.get(scene.id)}</span>
      <span className={styles.heading}>{headingOrUntitled(scene)}</span>
      {figures && <b>{lengthLabel(figures.eighths)}</b>}
    </div>
  );
}
