import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import type { ReadClip } from '#web/audio/readClip.ts';
import { useFileGeneration } from '#web/backgroundTasks/useFileGeneration.ts';
import { clockTime } from '#web/lib/clockTime.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Radio } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './ExportReadDialog.module.css';
import { type ExportedRead, type ExportProgress, exportRead } from './exportRead.ts';
import { type ExportVoices, SilentLines } from './SilentLines.tsx';
import { soundCount } from './unfiledLines.ts';

/** A part that can be exported: the whole script, or a scene. */
export interface ReadScope {
  /** "Whole script", or the heading of a scene. */
  label: string;
  /** Without the file extension. */
  fileName: string;
  clips: readonly ReadClip[];
}

interface ExportReadDialogProps {
  /** Title of the script. It is written into the file. */
  title: string;
  scopes: readonly [ReadScope, ...ReadScope[]];
  projectId: number;
  /** Undefined: the dialog only lists the silent lines. */
  voices?: ExportVoices | undefined;
  onClose: () => void;
}

/**
 * Export everything that plays as one MP3 with a chapter for each scene, and a cue sheet. The
 * export continues while the dialog is closed.
 */
export function ExportReadDialog({ title, scopes, projectId, voices, onClose }: ExportReadDialogProps) {
  const [chosen, setChosen] = useState(0);
  const { state, start, cancel } = useFileGeneration<ExportProgress, ExportedRead>({
    key: `audio/${projectId}`,
    label: `Audio of ${title}`,
    fractionOf: ({ processed, of }) => processed / Math.max(1, of),
    savesOf,
  });
  const scope = scopes[chosen] ?? scopes[0];
  const { fileName, clips } = scope;
  const run = () =>
    start((signal, onProgress) => exportRead({ title, fileName, clips }, { signal, onProgress }));
  const close = () => {
    if (state.status !== 'running') cancel();
    onClose();
  };
  const begin = (
    <Button kind="primary" disabled={clips.length === 0} onClick={run}>
      Make MP3
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Export Audio"
      description="One MP3 of everything that is heard, with a chapter for each scene, and a cue sheet beside it."
      footer={
        state.status === 'running' ? (
          <>
            <Button onClick={cancel}>Cancel</Button>
            <Button onClick={close}>Continue in Background</Button>
          </>
        ) : state.status === 'done' ? (
          <Button onClick={cancel}>Make Another</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            {begin}
          </>
        )
      }
    >
      {state.status === 'running' && <ProgressView progress={state.progress} />}
      {state.status === 'done' && <ResultView made={state.made} />}
      {state.status === 'failed' && (
        <p className={styles.problem} role="alert">
          {state.text}
        </p>
      )}
      {(state.status === 'idle' || state.status === 'failed') && (
        <>
          <ScopeChoice scopes={scopes} chosen={chosen} onChoose={setChosen} />
          <SilentLines clips={clips} voices={voices} />
        </>
      )}
    </Dialog>
  );
}

function ScopeChoice({ scopes, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend>What is exported</legend>
      {scopes.map(({ label, clips }, index) => (
        <label key={label} className={styles.scope}>
          <Radio name="scope" checked={index === chosen} onChange={() => onChoose(index)} />
          <span>{label}</span>
          <span className={styles.figure}>
            {soundCount(clips) === 0 ? 'nothing is heard' : soundsText(soundCount(clips))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  scopes: readonly ReadScope[];
  chosen: number;
  onChoose: (index: number) => void;
}

function ProgressView({ progress }: { progress: ExportProgress | null }) {
  const { processed, of } = progress ?? { processed: 0, of: 1 };
  return (
    <div className={styles.making}>
      <Progress label="Making the MP3" fraction={processed / of} />
      <p className={styles.note} role="status">
        {progress ? `${processed + 1} of ${of}: ${progress.chapter}` : 'The encoder starts.'}
      </p>
    </div>
  );
}

function ResultView({ made }: { made: ExportedRead }) {
  const { mp3, seconds, chapters, skipped } = made;
  const [saveMp3, saveCue] = savesOf(made);
  const scenes = chapters.length === 1 ? '1 chapter' : `${chapters.length} chapters`;
  return (
    <div className={styles.made}>
      <p role="status">
        {clockTime(seconds)}, {scenes}, {fileSize(mp3.size)}.
      </p>
      {skipped > 0 && (
        <p className={styles.note}>
          {soundsText(skipped)} could not be loaded or read, and {skipped === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      <div className={styles.files}>
        <Button kind="primary" icon={<Download {...icon} />} onClick={saveMp3.run}>
          {saveMp3.label}
        </Button>
        <Button icon={<FileText {...icon} />} onClick={saveCue.run}>
          {saveCue.label}
        </Button>
      </div>
    </div>
  );
}

function savesOf({ mp3, cue, fileName }: ExportedRead) {
  return [
    { label: 'Save MP3', run: () => saveFile(mp3, `${fileName}.mp3`) },
    { label: 'Save Cue Sheet', run: () => saveFile(cue, `${fileName}.cue`) },
  ] as const;
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;

function soundsText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'sound' : 'sounds'}`;
}
