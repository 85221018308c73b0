import { useRouter } from '@tanstack/react-router';
import { Clapperboard, Ellipsis, Film, Flag, Pencil, ScrollText, Sparkles, Trash2, X } from 'lucide-react';
import { isVideoUnderWay } from '#screenplay/sceneVideoStatus.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { MoveItems, type PossibleMoves } from '#web/ui/reorder/MoveItems.tsx';
import { keepsFocus } from '#web/ui/reorder/targets.ts';
import styles from './SceneMenu.module.css';
import type { SceneImage } from './useSceneImage.ts';
import { addressInScript } from './useSceneView.ts';
import type { VideoOffer } from './videoOffer.ts';

/** Actions on the video of a scene; `name` is for screen readers. */
export interface VideoActions {
  /** Order the video; without a prompt it is made from the scene. */
  makeVideo: (scene: Scene, name: string, prompt?: string) => void;
  cancelVideo: (scene: Scene, name: string) => void;
  /** Delete the video after a confirmation. */
  removeVideo: (scene: Scene) => void;
  playAnimatic: (scene: Scene) => void;
}

/** Actions on scenes; a stable object while the screen lives, so that rows do not re-render. */
export interface SceneActions extends VideoActions {
  edit: (scene: Scene) => void;
  remove: (scene: Scene) => void;
  /** Show the enlarged picture. */
  look: (scene: Scene) => void;
  step: (scene: Scene, by: -1 | 1) => void;
  /** Start an act with this scene. */
  beginAct: (scene: Scene, actNumber: number) => void;
}

interface SceneMenuProps {
  scene: Scene;
  name: string;
  steps: PossibleMoves;
  /**
   * Numbers of the acts that can start with it, separated by spaces: a string, so that memoised
   * rows do not re-render.
   */
  begins?: string;
  offer: PricedAction;
  video: VideoOffer;
  image: SceneImage;
  actions: SceneActions;
  className?: string | undefined;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the actions of editors on a scene. */
export function SceneMenu({
  scene,
  name,
  steps,
  begins = '',
  offer,
  video,
  image,
  actions,
  className,
}: SceneMenuProps) {
  const router = useRouter();
  return (
    <Menu
      trigger={
        <IconButton
          label={`Actions for ${name}`}
          size="small"
          {...keepsFocus('menu', scene.id)}
          {...(className && { className })}
        >
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => actions.edit(scene)}>
        Edit
      </MenuItem>
      <MenuItem icon={<ScrollText {...icon} />} onSelect={() => router.history.push(addressInScript(scene))}>
        Open in the script
      </MenuItem>
      <ImageItem {...{ scene, offer, image }} />
      <VideoItems {...{ scene, name, video, actions }} />
      <MoveItems moves={steps} onMove={(by) => actions.step(scene, by)} />
      {begins
        .split(' ')
        .filter((number) => number !== '')
        .map((number) => (
          <MenuItem
            key={number}
            icon={<Flag {...icon} />}
            onSelect={() => actions.beginAct(scene, Number(number))}
          >
            Act {number} begins here
          </MenuItem>
        ))}
      <MenuItem icon={<Trash2 {...icon} />} isDestructive onSelect={() => actions.remove(scene)}>
        Delete
      </MenuItem>
    </Menu>
  );
}

function ImageItem({ scene, offer, image }: Pick<SceneMenuProps, 'scene' | 'offer' | 'image'>) {
  if (image.isDrawing) {
    return (
      <MenuItem icon={<X {...icon} />} onSelect={image.cancel}>
        Cancel the image
      </MenuItem>
    );
  }
  if (offer.status !== 'open') return null;
  return (
    <MenuItem icon={<Sparkles {...icon} />} onSelect={image.draw}>
      {scene.imageUrl === null ? 'Generate image' : 'Regenerate image'}{' '}
      <span className={styles.price}>{offer.price}</span>
    </MenuItem>
  );
}

function VideoItems({
  scene,
  name,
  video,
  actions,
}: Pick<SceneMenuProps, 'scene' | 'name' | 'video' | 'actions'>) {
  const { videoUrl, videoStatus } = scene;
  if (isVideoUnderWay(videoStatus)) {
    return (
      <MenuItem icon={<X {...icon} />} onSelect={() => actions.cancelVideo(scene, name)}>
        Cancel the video
      </MenuItem>
    );
  }
  return (
    <>
      {video.status === 'open' && (
        <MenuItem icon={<Film {...icon} />} onSelect={() => actions.makeVideo(scene, name)}>
          {videoUrl === null ? 'Make video' : 'Make another video'}{' '}
          <span className={styles.price}>{video.price}</span>
        </MenuItem>
      )}
      {video.status === 'animatic' && (
        <MenuItem icon={<Clapperboard {...icon} />} onSelect={() => actions.playAnimatic(scene)}>
          <span>
            Play the animatic of this scene
            <span className={styles.why}>{video.why}</span>
          </span>
        </MenuItem>
      )}
      {videoUrl !== null && (
        <MenuItem icon={<Trash2 {...icon} />} onSelect={() => actions.removeVideo(scene)}>
          Delete the video
        </MenuItem>
      )}
    </>
  );
}
