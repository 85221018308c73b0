import { useDraggable } from '@dnd-kit/react';
import { GripVertical, Image } from 'lucide-react';
import { memo, useRef } from 'react';
import type { StripColour } from '#screenplay/strip.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { Offer } from '#web/lib/offer.ts';
import { useFocusStays } from '#web/lib/useFocusStays.ts';
import { useIsNear } from '#web/lib/useIsNear.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { PossibleSteps } from './places.ts';
import styles from './SceneManagerRow.module.css';
import { type SceneActions, SceneMenu } from './SceneMenu.tsx';
import { SceneNote } from './SceneNote.tsx';
import { ScriptLink } from './ScriptLink.tsx';
import { sceneName, sceneTitle } from './sceneName.ts';
import type { Handles } from './useMoving.ts';
import { useSceneImage } from './useSceneImage.ts';
import { addressInScript } from './useSceneView.ts';

export interface SceneRowProps {
  scene: Scene;
  /** As the exports print it; none where the script has numbers of its own, and this scene has not. */
  number: string | undefined;
  colour: StripColour | null;
  isLifted: boolean;
  canWrite: boolean;
  steps: PossibleSteps;
  offer: Offer;
  problem: string | null;
  actions: SceneActions;
  handles: Handles;
  /** The scenes of this list that have been in reach. */
  seen: Set<number>;
}

/** A scene as a strip board has it: number, picture, heading, notes and page. */
export const SceneManagerRow = memo(function SceneRow(props: SceneRowProps) {
  const { scene, number, colour, isLifted, canWrite, steps, offer, problem, actions, handles, seen } = props;
  const canMove = canWrite && scene.heading !== '';
  const { ref, handleRef } = useDraggable({ id: scene.id, disabled: !canMove });
  const row = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(row, scene.id, seen);
  const name = sceneName(scene, number);
  const image = useSceneImage(scene, name);
  const focus = useFocusStays(row);
  const notes = scene.notes?.trim() ?? '';
  return (
    <li
      ref={ref}
      className={styles.item}
      data-scene={scene.id}
      data-lifted={isLifted || undefined}
      data-can-write={canWrite || undefined}
      {...focus}
    >
      <div ref={row} className={styles.row} tabIndex={-1}>
        {canMove && isNear && (
          <IconButton
            ref={handleRef}
            label={`Move ${name}`}
            size="small"
            className={styles.handle}
            aria-describedby="move-scene-hint"
            aria-pressed={isLifted}
            data-handle={scene.id}
            onKeyDown={(event) => handles.onKeyDown(event, scene.id)}
            // Firefox presses a button when the space bar is let go, whatever became of the key going down.
            onKeyUp={(event) => {
              if (event.key === ' ') event.preventDefault();
            }}
            onClick={(event) => handles.onClick(event, scene.id)}
            onBlur={() => handles.onBlur(scene.id)}
          >
            <GripVertical size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        )}
        <i className={styles.strip} data-strip={colour ?? undefined} />
        <span className={styles.number}>
          {number !== undefined && <VisuallyHidden>Scene </VisuallyHidden>}
          {number}
        </span>
        <Thumbnail scene={scene} name={name} onLook={actions.look} />
        {canWrite ? (
          <button type="button" className={styles.heading} dir="auto" onClick={() => actions.edit(scene)}>
            {sceneTitle(scene)}
          </button>
        ) : (
          <ScriptLink className={styles.heading} dir="auto" href={addressInScript(scene)}>
            {sceneTitle(scene)}
          </ScriptLink>
        )}
        <p className={styles.notes} dir="auto" title={notes || undefined}>
          {notes}
        </p>
        <span className={styles.page}>
          {scene.pageNumber !== null && <VisuallyHidden>page </VisuallyHidden>}
          {scene.pageNumber}
        </span>
        {canWrite && isNear && (
          <SceneMenu
            scene={scene}
            name={name}
            steps={steps}
            offer={offer}
            image={image}
            actions={actions}
            className={styles.more}
          />
        )}
      </div>
      <div className={styles.below}>
        <SceneNote name={name} image={image} problem={problem} />
      </div>
    </li>
  );
});

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
      <img src={scene.imageUrl} alt="" loading="lazy" decoding="async" />
    </button>
  );
}
