import { useDraggable } from '@dnd-kit/react';
import { GripVertical, Image, ListVideo } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import type { SceneCounts } from '#screenplay/facts/sceneCounts.ts';
import { writeEighths } from '#screenplay/layout/eighths.ts';
import { runningTime } from '#screenplay/reports.ts';
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
import { ShotList } from './ShotList.tsx';
import { sceneName, sceneTitle } from './sceneName.ts';
import type { Handles } from './useMoving.ts';
import { useSceneImage } from './useSceneImage.ts';
import type { SelectionHandles } from './useSceneSelection.ts';
import { addressInScript } from './useSceneView.ts';
import type { VideoOffer } from './videoOffer.ts';

export interface SceneRowProps {
  scene: Scene;
  /** As the exports print it; none where the script has numbers of its own, and this scene has not. */
  number: string | undefined;
  colour: StripColour | null;
  isLifted: boolean;
  isSelected: boolean;
  /** What the script tells of it; undefined until the script is there. */
  counts: SceneCounts | undefined;
  /** Of the beat that it tells. */
  beat: string | undefined;
  begins: string;
  selecting: SelectionHandles;
  canWrite: boolean;
  steps: PossibleSteps;
  offer: Offer;
  video: VideoOffer;
  problem: string | null;
  actions: SceneActions;
  handles: Handles;
  /** The scenes of this list that have been in reach. */
  seen: Set<number>;
}

/** A scene as a strip board has it: number, picture, heading, notes and page. */
export const SceneManagerRow = memo(function SceneRow(props: SceneRowProps) {
  const { scene, number, colour, isLifted, isSelected, counts, beat, begins, canWrite, ...rest } = props;
  const { steps, offer, video, problem, actions, handles, selecting, seen } = rest;
  const canMove = canWrite && scene.heading !== '';
  const { ref, handleRef } = useDraggable({ id: scene.id, disabled: !canMove });
  const row = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(row, scene.id, seen);
  const name = sceneName(scene, number);
  const image = useSceneImage(scene, name);
  const focus = useFocusStays(row);
  const notes = scene.notes?.trim() ?? '';
  const shotsId = useId();
  const [hasShots, setHasShots] = useState(false);
  return (
    <li
      ref={ref}
      className={styles.item}
      data-scene={scene.id}
      data-lifted={isLifted || undefined}
      data-can-write={canWrite || undefined}
      data-selected={isSelected || undefined}
      data-theme={scene.colorTheme ?? undefined}
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
        {canWrite && isNear && (
          <input
            type="checkbox"
            className={styles.select}
            aria-label={`Select ${name}`}
            data-select={scene.id}
            checked={isSelected}
            // React asks for it; the click below knows more.
            onChange={() => {}}
            onClick={({ shiftKey }) => selecting.onClick(scene.id, shiftKey)}
            onKeyDown={(event) => selecting.onKeyDown(event, scene.id)}
          />
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
        {isNear && (
          // Hundreds of rows have one: no tooltip of its own kind.
          <button
            type="button"
            className={styles.shots}
            aria-label={`Shots of ${name}`}
            aria-expanded={hasShots}
            aria-controls={hasShots ? shotsId : undefined}
            title="Shots"
            onClick={() => setHasShots(!hasShots)}
          >
            <ListVideo size={16} strokeWidth={1.6} aria-hidden="true" />
          </button>
        )}
        <p className={styles.notes} dir="auto" title={notes || undefined}>
          {beat !== undefined && <span className={styles.beat}>{beat}</span>} {notes}
        </p>
        <Counts scene={scene} counts={counts} colour={colour} />
        {canWrite && isNear && (
          <SceneMenu
            scene={scene}
            name={name}
            steps={steps}
            begins={begins}
            offer={offer}
            video={video}
            image={image}
            actions={actions}
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

/** Who speaks, where it stands and how long it is; the figures of a scene take their room before they are known. */
function Counts({ scene, counts, colour }: Pick<SceneRowProps, 'scene' | 'counts' | 'colour'>) {
  const page = counts?.page ?? scene.pageNumber;
  const cast = counts?.cast.join(', ') ?? '';
  return (
    <>
      <span className={styles.cast} dir="auto" title={cast || undefined}>
        {colour !== null && <VisuallyHidden>{stripNames[colour]}. </VisuallyHidden>}
        {cast !== '' && <VisuallyHidden>Cast: </VisuallyHidden>}
        {cast}
      </span>
      <span className={styles.page}>
        {page !== null && <VisuallyHidden>page </VisuallyHidden>}
        {page}
      </span>
      <span className={styles.eighths}>
        {counts && (
          <>
            {writeEighths(counts.eighths)}
            <VisuallyHidden> pages</VisuallyHidden>
          </>
        )}
      </span>
      <span className={styles.time} title={counts && `${counts.words.toLocaleString('en-US')} words`}>
        {counts && runningTime(counts.eighths)}
      </span>
      <span className={styles.words}>
        {counts?.words.toLocaleString('en-US')}
        {counts && <VisuallyHidden> words</VisuallyHidden>}
      </span>
    </>
  );
}

const stripNames: Record<StripColour, string> = {
  'int-day': 'Interior, day',
  'int-night': 'Interior, night',
  'ext-day': 'Exterior, day',
  'ext-night': 'Exterior, night',
};

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
