import { Image, Play, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { useFocusFallback } from '#web/lib/useFocusFallback.ts';
import { useIsNearViewport } from '#web/lib/useIsNearViewport.ts';
import { Button } from '#web/ui/Button.tsx';
import type { PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Frame.module.css';
import { type SceneActions, SceneMenu } from './SceneMenu.tsx';
import { SceneNote } from './SceneNote.tsx';
import { ScenePlayer } from './SceneVideo.tsx';
import { ScriptLink } from './ScriptLink.tsx';
import { sceneName, sceneTitle } from './sceneName.ts';
import { useSceneImage } from './useSceneImage.ts';
import { addressInScript } from './useSceneView.ts';
import type { VideoOffer } from './videoOffer.ts';

interface FrameProps {
  scene: Scene;
  number: string | undefined;
  canWrite: boolean;
  steps: PossibleMoves;
  offer: PricedAction;
  video: VideoOffer;
  /** Page on which it begins; null if unknown. */
  page: string | number | null;
  problem: string | null;
  actions: SceneActions;
  handle: ReactNode;
  /** Ids of scenes of this board that were near the viewport. */
  seen: Set<number>;
}

/** Show one scene of the storyboard: its picture or its placeholder, and its caption below. */
export function Frame(props: FrameProps) {
  const { scene, number, canWrite, steps, offer, video, page, problem, actions, handle, seen } = props;
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNearViewport(frame, scene.id, seen);
  const name = sceneName(scene, number);
  const image = useSceneImage(scene, name);
  const focus = useFocusFallback(frame);
  const [isPlaying, setIsPlaying] = useState(false);
  const plays = isPlaying && scene.videoUrl !== null;
  return (
    <figure ref={frame} className={styles.frame} data-scene={scene.id} tabIndex={-1} {...focus}>
      <div className={styles.picture}>
        {plays ? (
          <ScenePlayer scene={scene} name={name} isAsked />
        ) : scene.imageUrl === null ? (
          <Placeholder
            scene={scene}
            number={number}
            name={name}
            image={image}
            price={canWrite && offer.status === 'open' ? offer.price : null}
          />
        ) : (
          <Still name={name} imageUrl={scene.imageUrl} onLook={() => actions.look(scene)} />
        )}
        {scene.videoUrl !== null && (
          <PlayButton name={name} isPlaying={plays} onToggle={() => setIsPlaying(!plays)} />
        )}
        {canWrite && isNear && (
          <div className={styles.tools}>
            {handle}
            <SceneMenu
              scene={scene}
              name={name}
              steps={steps}
              offer={offer}
              video={video}
              image={image}
              actions={actions}
            />
          </div>
        )}
      </div>
      <figcaption>
        <Caption {...{ scene, number, canWrite, page }} onEdit={() => actions.edit(scene)} />
        {scene.notes?.trim() && (
          <p className={styles.notes} dir="auto">
            {scene.notes}
          </p>
        )}
        <SceneNote {...{ scene, canWrite, name, image, problem, video, actions }} />
      </figcaption>
    </figure>
  );
}

interface PlaceholderProps {
  scene: Scene;
  number: string | undefined;
  name: string;
  image: ReturnType<typeof useSceneImage>;
  /** Price of an image; null where none can be generated. */
  price: string | null;
}

/** The heading of a scene without an image. */
function Placeholder({ scene, number, name, image, price }: PlaceholderProps) {
  return (
    <div className={styles.none}>
      <Image size={20} strokeWidth={1.6} aria-hidden="true" />
      <p className={styles.planned} dir="auto" aria-hidden="true">
        {number !== undefined && <b>{number}</b>} {sceneTitle(scene)}
      </p>
      {price !== null && !image.isDrawing && (
        <Button
          size="small"
          className={styles.generate}
          aria-label={`Generate image ${price} for ${name}`}
          onClick={image.draw}
        >
          Generate image <span className={styles.price}>{price}</span>
        </Button>
      )}
    </div>
  );
}

interface StillProps {
  name: string;
  imageUrl: string;
  onLook: () => void;
}

function Still({ name, imageUrl, onLook }: StillProps) {
  return (
    <button type="button" className={styles.look} aria-label={`Show the image of ${name}`} onClick={onLook}>
      <img src={hrefOf(imageUrl)} alt="" loading="lazy" decoding="async" />
    </button>
  );
}

interface PlayButtonProps {
  name: string;
  isPlaying: boolean;
  onToggle: () => void;
}

function PlayButton({ name, isPlaying, onToggle }: PlayButtonProps) {
  return (
    <Button
      size="small"
      className={styles.play}
      aria-label={`${isPlaying ? 'Close' : 'Play'} the video of ${name}`}
      icon={isPlaying ? <X {...icon} /> : <Play {...icon} />}
      onClick={onToggle}
    >
      {isPlaying ? 'Close' : 'Video'}
    </Button>
  );
}

interface CaptionProps extends Pick<FrameProps, 'scene' | 'number' | 'canWrite' | 'page'> {
  onEdit: () => void;
}

function Caption({ scene, number, canWrite, page, onEdit }: CaptionProps) {
  return (
    <p className={styles.caption}>
      <b className={styles.number}>
        {number !== undefined && <VisuallyHidden>Scene </VisuallyHidden>}
        {number}
      </b>
      {canWrite ? (
        <button type="button" className={styles.heading} dir="auto" onClick={onEdit}>
          {sceneTitle(scene)}
        </button>
      ) : (
        <ScriptLink className={styles.heading} dir="auto" href={addressInScript(scene)}>
          {sceneTitle(scene)}
        </ScriptLink>
      )}
      {page !== null && <span className={styles.page}>p. {page}</span>}
    </p>
  );
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;
