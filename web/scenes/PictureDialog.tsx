import type { ReactNode } from 'react';
import type { Scene } from '#shared/contract/scenes.ts';
import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './PictureDialog.module.css';
import { sceneName, sceneTitle } from './sceneName.ts';
import { useSceneImage } from './useSceneImage.ts';

interface PictureDialogProps {
  scene: Scene;
  number: string | undefined;
  canWrite: boolean;
  offer: PricedAction;
  /** Content below the picture. */
  video: ReactNode;
  problem: string | null;
  /** Refetch the price. */
  onRetry: () => void;
  onClose: () => void;
}

/** Show the enlarged picture of a scene, with its prompt. */
export function PictureDialog(props: PictureDialogProps) {
  const { scene, number, canWrite, offer, video, problem, onRetry, onClose } = props;
  const image = useSceneImage(scene, sceneName(scene, number));
  const title = number === undefined ? sceneTitle(scene) : `${number}. ${sceneTitle(scene)}`;
  return (
    <Dialog open onOpenChange={onClose} title={title} width="full">
      {scene.imageUrl !== null && (
        <img
          className={styles.picture}
          src={hrefOf(scene.imageUrl)}
          alt={scene.imagePrompt ?? `Image of ${sceneTitle(scene)}`}
          decoding="async"
        />
      )}
      {canWrite && (
        <div className={styles.tools}>
          <Generate
            label="Regenerate image"
            doing="Drawing the image"
            offer={offer}
            isRunning={image.isDrawing}
            onGenerate={image.draw}
            onCancel={image.cancel}
            onRetry={onRetry}
          />
          {problem !== null && !image.isDrawing && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
      {scene.imagePrompt && (
        <>
          <h3 className={styles.label}>Prompt</h3>
          <p className={styles.prompt} dir="auto">
            {scene.imagePrompt}
          </p>
        </>
      )}
      {video}
    </Dialog>
  );
}
