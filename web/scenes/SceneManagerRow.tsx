import { Image, ListVideo } from 'lucide-react';
import { type ComponentProps, memo, useId, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useFocusFallback } from '#web/lib/useFocusFallback.ts';
import { useIsNearViewport } from '#web/lib/useIsNearViewport.ts';
import { ReorderHandle } from '#web/ui/reorder/ReorderHandle.tsx';
import { dropTarget } from '#web/ui/reorder/targets.ts';
import { useReorderItem } from '#web/ui/reorder/useReorderItem.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './SceneManagerRow.module.css';
import { type SceneActions, SceneMenu } from './SceneMenu.tsx';
import { SceneNote } from './SceneNote.tsx';
import { SceneRowCounts } from './SceneRowCounts.tsx';
import { ScriptLink } from './ScriptLink.tsx';
import { ShotList } from './ShotList.tsx';
import { sceneName, sceneTitle } from './sceneName.ts';
import type { SceneRowProps } from './sceneRowProps.ts';
import { useSceneImage } from './useSceneImage.ts';
import { addressInScript } from './useSceneView.ts';

/** Show a scene as on a strip board: number, picture, heading, notes and page. */
export const SceneManagerRow = memo(function SceneRow(props: SceneRowProps) {
  const { scene, number, colour, isLifted, isSelected, counts, beat, begins, canWrite, ...rest } = props;
  const { steps, offer, video, problem, actions, selecting, seen } = rest;
  const canMove = canWrite && scene.heading !== '';
  const { ref, handleRef } = useReorderItem(scene.id, !canMove);
  const row = useRef<HTMLDivElement>(null);
  const isNear = useIsNearViewport(row, scene.id, seen);
  const name = sceneName(scene, number);
  const image = useSceneImage(scene, name);
  const focus = useFocusFallback(row);
  const shotsId = useId();
  const [hasShots, setHasShots] = useState(false);
  return (
    <li
      ref={ref}
      className={styles.item}
      data-scene={scene.id}
      {...dropTarget({ type: 'halves', id: scene.id })}
      data-lifted={isLifted || undefined}
      data-can-write={canWrite || undefined}
      data-selected={isSelected || undefined}
      data-theme={scene.colorTheme ?? undefined}
      {...focus}
    >
      <div ref={row} className={styles.row} tabIndex={-1}>
        {isNear && canMove && <MoveHandle ref={handleRef} itemId={scene.id} {...{ label: name, isLifted }} />}
        {isNear && canWrite && <SelectBox sceneId={scene.id} {...{ name, isSelected, selecting }} />}
        <i className={styles.strip} data-strip={colour ?? undefined} />
        <SceneNumber number={number} />
        <Thumbnail scene={scene} name={name} onLook={actions.look} />
        <Heading scene={scene} canWrite={canWrite} onEdit={actions.edit} />
        {isNear && (
          <ShotsButton
            name={name}
            isOpen={hasShots}
            listId={shotsId}
            onToggle={() => setHasShots(!hasShots)}
          />
        )}
        <Notes scene={scene} beat={beat} />
        <SceneRowCounts scene={scene} counts={counts} colour={colour} />
        {canWrite && isNear && (
          <SceneMenu
            {...{ scene, name, steps, begins, offer, video, image, actions }}
            className={styles.more}
          />
        )}
      </div>
      <div className={styles.below}>
        <SceneNote {...{ scene, canWrite, name, image, problem, video, actions }} />
      </div>
      {hasShots && (
        <div className={styles.shotList}>
          <ShotList id={shotsId} scene={scene} name={name} />
        </div>
      )}
    </li>
  );
});

function SceneNumber({ number }: Pick<SceneRowProps, 'number'>) {
  return (
    <span className={styles.number}>
      {number !== undefined && <VisuallyHidden>Scene </VisuallyHidden>}
      {number}
    </span>
  );
}

function MoveHandle(props: Omit<ComponentProps<typeof ReorderHandle>, 'size' | 'className'>) {
  return <ReorderHandle {...props} size="small" className={styles.handle} />;
}

interface SelectBoxProps extends Pick<SceneRowProps, 'isSelected' | 'selecting'> {
  sceneId: number;
  name: string;
}

function SelectBox({ sceneId, name, isSelected, selecting }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      className={styles.select}
      aria-label={`Select ${name}`}
      data-select={sceneId}
      checked={isSelected}
      // React requires `onChange` next to `checked`; onClick knows the Shift key.
      onChange={() => {}}
      onClick={({ shiftKey }) => selecting.onClick(sceneId, shiftKey)}
      onKeyDown={(event) => selecting.onKeyDown(event, sceneId)}
    />
  );
}

interface HeadingProps extends Pick<SceneRowProps, 'scene' | 'canWrite'> {
  onEdit: SceneActions['edit'];
}

/** Show the heading. A press opens the scene's form for editors, and the script for others. */
function Heading({ scene, canWrite, onEdit }: HeadingProps) {
  if (!canWrite) {
    return (
      <ScriptLink className={styles.heading} dir="auto" href={addressInScript(scene)}>
        {sceneTitle(scene)}
      </ScriptLink>
    );
  }
  return (
    <button type="button" className={styles.heading} dir="auto" onClick={() => onEdit(scene)}>
      {sceneTitle(scene)}
    </button>
  );
}

interface ShotsButtonProps {
  name: string;
  isOpen: boolean;
  listId: string;
  onToggle: () => void;
}

/**
 * Show the button of the shot list. It uses the browser's tooltip, because hundreds of rows have
 * one.
 */
function ShotsButton({ name, isOpen, listId, onToggle }: ShotsButtonProps) {
  return (
    <button
      type="button"
      className={styles.shots}
      aria-label={`Shots of ${name}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      title="Shots"
      onClick={onToggle}
    >
      <ListVideo size={16} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

function Notes({ scene, beat }: Pick<SceneRowProps, 'scene' | 'beat'>) {
  const notes = scene.notes?.trim() ?? '';
  return (
    <p className={styles.notes} dir="auto" title={notes || undefined}>
      {beat !== undefined && <span className={styles.beat}>{beat}</span>} {notes}
    </p>
  );
}

function Thumbnail({ scene, name, onLook }: { scene: Scene; name: string; onLook: SceneActions['look'] }) {
  if (scene.imageUrl === null) {
    return (
      <span className={styles.picture} aria-hidden="true">
        <Image size={15} strokeWidth={1.6} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={`Show the image of ${name}`}
      onClick={() => onLook(scene)}
    >
      <img src={hrefOf(scene.imageUrl)} alt="" loading="lazy" decoding="async" />
    </button>
  );
}
