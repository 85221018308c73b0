import { CircleAlert, X } from 'lucide-react';
import type { Scene } from '#shared/contract/scenes.ts';
import { useSeconds } from '#web/lib/useSeconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import type { SceneActions } from './SceneMenu.tsx';
import styles from './SceneNote.module.css';
import { videoProgressText } from './sceneVideo.ts';
import type { SceneImage } from './useSceneImage.ts';
import type { VideoOffer } from './videoOffer.ts';

interface SceneNoteProps {
  scene: Scene;
  /** Whether the user can edit; the progress of a video is shown only then. */
  canWrite: boolean;
  video: VideoOffer;
  actions: Pick<SceneActions, 'makeVideo' | 'cancelVideo'>;
  name: string;
  image: SceneImage;
  /** Why the last change of the scene was rejected. */
  problem: string | null;
}

/** Show progress or failure of a scene in its row: scenes have no toasts (docs/spec/scenes.md). */
export function SceneNote({ scene, canWrite, name, image, problem, video, actions }: SceneNoteProps) {
  const doing = canWrite ? videoProgressText(scene) : null;
  const failed = canWrite && doing === null ? scene.videoProblem : null;
  return (
    <>
      {image.isDrawing && (
        <UnderWay
          text="Drawing the image"
          label={`Drawing the image of ${name}`}
          cancel={`Cancel the image of ${name}`}
          onCancel={image.cancel}
        />
      )}
      {doing !== null && (
        <UnderWay
          text={doing}
          label={`${doing}: ${name}`}
          cancel={`Cancel the video of ${name}`}
          onCancel={() => actions.cancelVideo(scene, name)}
        />
      )}
      {problem !== null && !image.isDrawing && (
        <p className={styles.failure} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {problem}
        </p>
      )}
      {failed !== null && (
        <div className={styles.failed}>
          <p className={styles.failure}>
            <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
            No video. {failed}
          </p>
          {video.status === 'open' && (
            <Button
              size="small"
              aria-label={`Try again ${video.price} for the video of ${name}`}
              onClick={() => actions.makeVideo(scene, name)}
            >
              Try again <span className={styles.price}>{video.price}</span>
            </Button>
          )}
          <Button
            size="small"
            aria-label={`Dismiss this about the video of ${name}`}
            onClick={() => actions.cancelVideo(scene, name)}
          >
            Dismiss
          </Button>
        </div>
      )}
    </>
  );
}

interface UnderWayProps {
  text: string;
  /** Label with the scene's name, for screen readers. */
  label: string;
  cancel: string;
  onCancel: () => void;
}

function UnderWay({ text, label, cancel, onCancel }: UnderWayProps) {
  const seconds = useSeconds();
  return (
    <div className={styles.underWay}>
      <div className={styles.progress}>
        <p>
          {text}… {seconds > 0 && `${seconds} s`}
        </p>
        <Progress label={label} fraction={null} />
      </div>
      <Button
        size="small"
        icon={<X size={14} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={cancel}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  );
}
