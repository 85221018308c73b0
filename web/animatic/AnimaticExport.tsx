import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFileGeneration } from '#web/backgroundTasks/useFileGeneration.ts';
import { clockTime } from '#web/lib/clockTime.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './AnimaticExport.module.css';
import type { Animatic } from './animatic.ts';
import type { AnimaticFile } from './exportAnimatic.ts';
import { estimateText, useExportEstimate } from './useExportEstimate.ts';

interface AnimaticExportProps {
  animatic: Animatic;
  /** Without an ending. */
  fileName: string;
  projectId: number;
  /** List of the silent lines, shown in advance. */
  children?: ReactNode;
  onClose: () => void;
}

/** Makes a film file of the animatic. It goes on while the window is closed. */
export function AnimaticExport({ animatic, fileName, projectId, children, onClose }: AnimaticExportProps) {
  const [hasCaptions, setHasCaptions] = useState(true);
  const { state, start, cancel } = useFileGeneration<number, AnimaticFile>({
    key: `film/${projectId}`,
    label: `Film of ${fileName}`,
    fractionOf: (share) => share,
    savesOf: (film) => [saveOf(film, fileName)],
  });
  const run = () =>
    start(async (signal, onProgress) => {
      const { exportAnimatic } = await import('./exportAnimatic.ts');
      return exportAnimatic(animatic, { hasCaptions, signal, onProgress });
    });
  const close = () => {
    if (state.status !== 'running') cancel();
    onClose();
  };
  const isAsking = state.status === 'idle' || state.status === 'failed';
  const estimate = useExportEstimate(animatic, isAsking);
  const problem =
    state.status === 'failed' ? state.text : estimate.status === 'impossible' ? estimate.text : null;
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Export Film"
      description={`A film of ${clockTime(animatic.seconds)}, 1280 by 720, as MP4 or, where this browser makes none, as WebM. Leave this tab open until it is done.`}
      footer={<Buttons status={state.status} onClose={close} onStart={run} onCancel={cancel} />}
    >
      <div className={styles.body}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {isAsking && (
          <label className={styles.option}>
            <Checkbox checked={hasCaptions} onChange={(event) => setHasCaptions(event.target.checked)} />
            Lines under the picture
          </label>
        )}
        {isAsking && (
          <p className={styles.note} role="status">
            {estimateText(estimate, animatic.seconds)}
          </p>
        )}
        {isAsking && children}
        {state.status === 'running' && <Making share={state.progress ?? 0} />}
        {state.status === 'done' && <Made film={state.made} fileName={fileName} />}
      </div>
    </Dialog>
  );
}

interface ButtonsProps {
  status: 'idle' | 'failed' | 'running' | 'done';
  onClose: () => void;
  onStart: () => void;
  onCancel: () => void;
}

function Buttons({ status, onClose, onStart, onCancel }: ButtonsProps) {
  if (status === 'running') {
    return (
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onClose}>Continue in Background</Button>
      </>
    );
  }
  if (status === 'done') return <Button onClick={onCancel}>Make Another</Button>;
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" onClick={onStart}>
        Make Film
      </Button>
    </>
  );
}

function Making({ share }: { share: number }) {
  return (
    <>
      <Progress label="Making the film" fraction={share} />
      <p className={styles.note} role="status">
        {Math.round(share * 100)} % of the film is made.
      </p>
    </>
  );
}

function Made({ film, fileName }: { film: AnimaticFile; fileName: string }) {
  const { file, seconds, skipped, skippedVideos, isSilent } = film;
  const { label, run } = saveOf(film, fileName);
  return (
    <>
      <p role="status">
        {clockTime(seconds)}, {fileSize(file.size)}.
      </p>
      {isSilent && <p className={styles.note}>This browser has no encoder for sound: the film is silent.</p>}
      {skipped > 0 && (
        <p className={styles.note}>
          {skipped} {skipped === 1 ? 'sound' : 'sounds'} could not be loaded or read, and{' '}
          {skipped === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {skippedVideos > 0 && (
        <p className={styles.note}>
          {skippedVideos} {skippedVideos === 1 ? 'video of a scene' : 'videos of scenes'} could not be loaded
          or read: there {skippedVideos === 1 ? 'the picture is' : 'the pictures are'} seen.
        </p>
      )}
      <div>
        <Button
          kind="primary"
          icon={<Download size={15} strokeWidth={1.6} aria-hidden="true" />}
          onClick={run}
        >
          {label}
        </Button>
      </div>
    </>
  );
}

function saveOf({ file, extension }: AnimaticFile, fileName: string) {
  return { label: 'Save Film', run: () => saveFile(file, `${fileName}${extension}`) };
}
