import { Play, Square } from 'lucide-react';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import styles from './PlayScriptButton.module.css';

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Button that plays the shown script from its beginning and stops it; it shows the progress. */
export function PlayScriptButton({ isPhone }: { isPhone: boolean }) {
  const { audio } = useScriptScreen();
  const nowPlaying = useStore(audio.heard);
  const isPlaying = nowPlaying?.mode === 'script';
  const label = isPlaying ? 'Stop Script' : 'Play Script';
  return (
    <>
      <Button
        size="small"
        className={styles.play}
        icon={isPlaying ? <Square {...icon} /> : <Play {...icon} />}
        onPointerEnter={audio.prepare}
        onFocus={audio.prepare}
        onClick={() => audio.toggleScript()}
      >
        {isPhone ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}{' '}
        {isPlaying && (
          <span className={styles.count}>
            {nowPlaying.current}/{nowPlaying.total}
          </span>
        )}
      </Button>
      <VisuallyHidden as="p" role="status">
        {isPlaying && `Playing the script, ${nowPlaying.total} ${nowPlaying.total === 1 ? 'line' : 'lines'}`}
      </VisuallyHidden>
    </>
  );
}
