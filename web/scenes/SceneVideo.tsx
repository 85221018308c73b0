import { Clapperboard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { canBeginVideo, maxVideoPrompt, type Scene } from '#shared/contract/scenes.ts';
import { Generate } from '#web/ai/Generate.tsx';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import type { VideoActions } from './SceneMenu.tsx';
import styles from './SceneVideo.module.css';
import { sceneName } from './sceneName.ts';
import { videoProgressText } from './sceneVideo.ts';
import type { VideoOffer } from './videoOffer.ts';

interface SceneVideoProps {
  scene: Scene;
  number: string | undefined;
  canWrite: boolean;
  offer: VideoOffer;
  actions: VideoActions;
  /** Refetch the price. */
  onRetry: () => void;
}

/** Show the video of a scene, and to editors the controls that make, stop and delete it. */
export function SceneVideo({ scene, number, canWrite, offer, actions, onRetry }: SceneVideoProps) {
  const name = sceneName(scene, number);
  if (!canWrite && scene.videoUrl === null) return null;
  return (
    <section className={styles.video} aria-label="Video">
      <h3 className={styles.label}>Video</h3>
      {scene.videoUrl !== null && <ScenePlayer scene={scene} name={name} />}
      {canWrite && <Making {...{ scene, name, offer, actions, onRetry }} />}
    </section>
  );
}

/**
 * Show the browser's own player, with its keys and accessibility. It starts by itself when the user
 * asked for it.
 */
export function ScenePlayer({
  scene,
  name,
  isAsked = false,
}: {
  scene: Scene;
  name: string;
  isAsked?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the sound is made up by a model, and its words are unknown
    <video
      className={styles.film}
      src={scene.videoUrl === null ? undefined : hrefOf(scene.videoUrl)}
      poster={scene.imageUrl === null ? undefined : hrefOf(scene.imageUrl)}
      aria-label={`Video of ${name}`}
      preload="metadata"
      controls
      autoPlay={isAsked}
      playsInline
    />
  );
}

type MakingProps = Pick<SceneVideoProps, 'scene' | 'actions' | 'offer' | 'onRetry'> & { name: string };

function Making({ scene, name, offer, actions, onRetry }: MakingProps) {
  const [prompt, setPrompt] = useState('');
  const doing = videoProgressText(scene);
  const { videoUrl, videoProblem } = scene;
  const hasFailed = videoProblem !== null && doing === null;
  return (
    <>
      {hasFailed && (
        <p className={styles.problem} role="alert">
          {videoProblem}
        </p>
      )}
      {offer.status === 'animatic' ? (
        <AnimaticInstead reason={offer.why} onPlay={() => actions.playAnimatic(scene)} />
      ) : (
        <>
          {doing === null && offer.status === 'open' && (
            <TextArea
              label="What the video shows (optional)"
              hint={`Up to ${maxVideoPrompt.toLocaleString('en-US')} characters. Empty: as the scene says.`}
              rows={2}
              maxLength={maxVideoPrompt}
              dir="auto"
              value={prompt}
              onChange={({ target }) => setPrompt(target.value)}
            />
          )}
          {doing === null && offer.status === 'open' && canBeginVideo(scene.imageUrl) && (
            <p className={styles.note}>It begins with the picture of the scene.</p>
          )}
          <Generate
            label={hasFailed ? 'Try again' : videoUrl === null ? 'Make video' : 'Make another video'}
            doing={doing ?? 'The video is being made'}
            offer={offer}
            isRunning={doing !== null}
            onGenerate={() => actions.makeVideo(scene, name, prompt)}
            onCancel={() => actions.cancelVideo(scene, name)}
            onRetry={onRetry}
          />
        </>
      )}
      {scene.videoPrompt && (
        <p className={styles.prompt} dir="auto">
          {scene.videoPrompt}
        </p>
      )}
      {videoUrl !== null && (
        <div className={styles.row}>
          <Button size="small" icon={<Trash2 {...icon} />} onClick={() => actions.removeVideo(scene)}>
            Delete video
          </Button>
        </div>
      )}
    </>
  );
}

/** Offer the animatic, with the reason why no video can be made. */
function AnimaticInstead({ reason, onPlay }: { reason: string; onPlay: () => void }) {
  return (
    <div className={styles.row}>
      <Button size="small" icon={<Clapperboard {...icon} />} onClick={onPlay}>
        Play the animatic of this scene
      </Button>
      <p className={styles.note}>{reason}</p>
    </div>
  );
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;
