import { CircleAlert, X } from 'lucide-react';
import { useSeconds } from '#web/lib/useSeconds.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './SceneNote.module.css';
import type { SceneImage } from './useSceneImage.ts';

interface SceneNoteProps {
  name: string;
  image: SceneImage;
  /** Why the last change of the scene did not hold. */
  problem: string | null;
}

/** What goes on with a scene, or went wrong, at its place: scenes have no toasts (docs/spec/scenes.md). */
export function SceneNote({ name, image, problem }: SceneNoteProps) {
  return (
    <>
      {image.isDrawing && <UnderWay name={name} onCancel={image.cancel} />}
      {problem !== null && !image.isDrawing && (
        <p className={styles.failure} role="alert">
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          {problem}
        </p>
      )}
    </>
  );
}

function UnderWay({ name, onCancel }: { name: string; onCancel: () => void }) {
  const seconds = useSeconds();
  return (
    <div className={styles.underWay}>
      <div className={styles.progress}>
        <p>Drawing the image… {seconds > 0 && `${seconds} s`}</p>
        <Progress label={`Drawing the image of ${name}`} fraction={null} />
      </div>
      <Button
        size="small"
        icon={<X size={14} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={`Cancel the image of ${name}`}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  );
}
