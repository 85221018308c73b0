import { Heart } from 'lucide-react';
import type { Voice } from '#shared/contract/voices.ts';
import { PlayButton } from '#web/audio/PlayButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { isPendingVoice } from './pending.ts';
import { useVoicePreview } from './usePreview.ts';
import styles from './VoiceRow.module.css';
import { languageName, shownLabels } from './voiceFilter.ts';

interface VoiceRowProps {
  voice: Voice;
  /** Names of the characters that have it. */
  usedBy: readonly string[];
  /** Whether it is the character's current voice. */
  isCurrent: boolean;
  /** Assign the voice; null for listening only. */
  onUse: (() => void) | null;
}

export function VoiceRow({ voice, usedBy, isCurrent, onUse }: VoiceRowProps) {
  const { name, category, description, fine_tuning, sharing } = voice;
  const preview = useVoicePreview(voice);
  const labels = shownLabels(voice);
  const isPending = isPendingVoice(voice.voice_id);
  return (
    <li className={styles.row} data-playing={preview.state === 'silent' ? undefined : ''}>
      <PlayButton
        label={`Play preview of ${name}`}
        stopLabel={`Stop preview of ${name}`}
        state={preview.state}
        disabled={isPending}
        onPress={preview.toggle}
      />
      <div className={styles.what}>
        <p className={styles.name}>
          <b dir="auto">{name}</b> {category && <span>{category}</span>}
        </p>
        <p className={styles.description} dir="auto" title={description}>
          {isPending ? 'Still being made' : description}
        </p>
        {usedBy.length > 0 && <p className={styles.used}>Voice of {usedBy.join(', ')}</p>}
      </div>
      <p className={styles.labels}>
        {labels.shown.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two labels may be equal, and they never change
          <span key={index} className={styles.label}>
            {label}
          </span>
        ))}
        {labels.more > 0 && <span className={styles.more}>+{labels.more}</span>}
      </p>
      <p className={styles.language}>{fine_tuning?.language && languageName(fine_tuning.language)}</p>
      <p className={styles.likes}>
        {sharing && (
          <>
            <Heart size={13} strokeWidth={1.6} aria-hidden="true" />
            {sharing.liked_by_count.toLocaleString('en-US')}
            <VisuallyHidden> likes</VisuallyHidden>
          </>
        )}
      </p>
      {onUse && (
        <Button
          className={styles.use}
          size="small"
          aria-label={isCurrent ? `In use: ${name}` : `Use voice ${name}`}
          disabled={isPending || isCurrent}
          onClick={onUse}
        >
          {isCurrent ? 'In use' : 'Use Voice'}
        </Button>
      )}
    </li>
  );
}
