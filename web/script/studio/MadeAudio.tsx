import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { PlayButton } from '#web/audio/PlayButton.tsx';
import { messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { AudioProperties } from './AudioProperties.tsx';
import { type Clip, clockText, withMarker } from './clip.ts';
import styles from './MadeAudio.module.css';
import { removeAudio } from './studio.data.ts';
import type { AudioKind } from './subject.ts';
import { useAudioMix } from './useAudioMix.ts';
import { useStudioSound } from './useStudioSound.ts';
import { useWaveform } from './useWaveform.ts';
import { Waveform } from './Waveform.tsx';

interface MadeAudioProps {
  projectId: number;
  element: Element;
  kind: AudioKind;
  url: string;
  /** Controls to make it again. */
  makes: ReactNode;
}

/** Existing audio: player, waveform, mix, and removal. */
export function MadeAudio({ projectId, element, kind, url, makes }: MadeAudioProps) {
  const [marked, setMarked] = useState<{ url: string; clip: Clip }>({ url, clip: [] });
  // Markers belong to one file.
  const clip: Clip = marked.url === url ? marked.clip : [];
  const mix = useAudioMix(projectId, element);
  const sound = useStudioSound(url, mix.audioVolume, clip);
  const waveform = useWaveform(url);
  const seconds = waveform?.seconds ?? sound.duration;
  const mark = (at: number) => setMarked({ url, clip: withMarker(clip, at) });
  return (
    <>
      <Waveform
        peaks={waveform?.peaks ?? noPeaks}
        durationSeconds={seconds}
        positionSeconds={Math.min(sound.position, seconds)}
        clip={clip}
        onSeek={sound.seek}
        onMarker={mark}
      />
      <div className={styles.clip}>
        <p>{clipText(clip)}</p>
        <Button size="small" kind="ghost" onClick={() => mark(sound.position)}>
          Set Marker
        </Button>
        <Button size="small" disabled={clip.length === 0} onClick={() => setMarked({ url, clip: [] })}>
          Reset
        </Button>
      </div>
      <div className={styles.transport}>
        <PlayButton
          label="Play"
          stopLabel="Stop"
          size="large"
          state={sound.isPlaying ? 'playing' : 'silent'}
          onPress={sound.toggle}
        />
        <p className={styles.time}>
          {clockText(sound.position)} <span>/ {clockText(seconds)}</span>
        </p>
        <div className={styles.actions}>
          {makes}
          <a className={buttonClass({ size: 'small' })} href={hrefOf(url)} download={fileName(element, kind)}>
            <Download size={14} strokeWidth={1.6} aria-hidden="true" />
            Download
          </a>
          <DeleteAudio projectId={projectId} elementId={element.id} kind={kind} />
        </div>
      </div>
      <div className={styles.lower}>
        <MixControls mix={mix} />
        <AudioProperties seconds={seconds} />
      </div>
    </>
  );
}

function MixControls({ mix }: { mix: ReturnType<typeof useAudioMix> }) {
  return (
    <section className={styles.mix}>
      <h3>Mix</h3>
      <Slider
        label="Volume"
        min={0}
        max={1}
        step={0.01}
        value={mix.audioVolume}
        text={mix.audioVolume.toFixed(2)}
        onChange={(audioVolume) => mix.write({ audioVolume })}
      />
      <Slider
        label="Overlap"
        min={0}
        max={5}
        step={0.1}
        value={mix.audioOverlapSeconds}
        text={`${mix.audioOverlapSeconds.toFixed(1)} s`}
        onChange={(audioOverlapSeconds) => mix.write({ audioOverlapSeconds })}
      />
    </section>
  );
}

const noPeaks: number[] = [];

function clipText([start, end]: Clip): string {
  if (start === undefined) return 'Click to seek, shift-click to set the clip';
  return end === undefined ? `From ${start.toFixed(1)} s` : `${start.toFixed(1)} s to ${end.toFixed(1)} s`;
}

function fileName({ id, content }: Element, kind: AudioKind): string {
  const words = content
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 40)
    .trim();
  return `${words || `${kind} ${id}`}.mp3`;
}

function DeleteAudio({
  projectId,
  elementId,
  kind,
}: {
  projectId: number;
  elementId: number;
  kind: AudioKind;
}) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      await removeAudio(client, projectId, elementId, kind);
    } catch (error) {
      logFailure('Failed to delete audio', error);
      const { deletionFailed } = toastTexts;
      toast({ ...deletionFailed, description: messageOf(error, deletionFailed.description) });
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button
        size="small"
        kind="danger"
        icon={<Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete audio"
        text="Are you sure you want to delete this audio?"
        confirmLabel="Delete"
        isDestructive
        isBusy={isBusy}
        onConfirm={() => void remove()}
      />
    </>
  );
}
