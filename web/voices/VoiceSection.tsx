import type { Character } from '#shared/contract/characters.ts';
import type { SpeechPrice } from '#shared/voicePrice.ts';
import { PlayButton } from '#web/audio/PlayButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { useStopSampleOnUnmount } from './useListening.ts';
import { useCharacterVoice } from './usePreview.ts';
import { greetingCost } from './VoiceOnCard.tsx';
import styles from './VoiceSection.module.css';
import { useVoice } from './voices.data.ts';

type VoiceSettings = Character['voiceSettings'];

interface VoiceSectionProps {
  projectId: number;
  /** Name in the form. */
  name: string;
  voiceId: string | null;
  settings: VoiceSettings;
  isReadOnly: boolean;
  price: SpeechPrice | undefined;
  onWrite: (change: { voiceId?: string | null; voiceSettings?: VoiceSettings }) => void;
  onChoose: () => void;
}

const sliders = [
  ['stability', 'Stability'],
  ['similarity_boost', 'Similarity boost'],
  ['style', 'Style'],
] as const;

/** Show the voice fields of a character's form: the voice and its settings. */
export function VoiceSection({
  projectId,
  voiceId,
  settings,
  isReadOnly,
  onWrite,
  ...props
}: VoiceSectionProps) {
  useStopSampleOnUnmount();
  const voice = useVoice(voiceId);
  const voiced = { voiceId, voiceSettings: settings };
  const player = useCharacterVoice('form', projectId, voiced);
  const name = props.name.trim() || 'the character';
  const write = (change: Partial<VoiceSettings>) => onWrite({ voiceSettings: { ...settings, ...change } });
  return (
    <fieldset className={styles.voice} disabled={isReadOnly}>
      <legend className={styles.legend}>Voice</legend>
      <div className={styles.chosen}>
        {voiceId !== null && (
          <PlayButton
            label={`Play ${name}'s voice${greetingCost(voiced, props.price)}`}
            stopLabel={`Stop ${name}'s voice`}
            state={player.state}
            onPress={player.toggle}
          />
        )}
        <p className={styles.name}>{nameOf(voiceId, voice)}</p>
        {!isReadOnly && (
          <Button size="small" onClick={props.onChoose}>
            {voiceId === null ? 'Choose a voice' : 'Change voice'}
          </Button>
        )}
        {!isReadOnly && voiceId !== null && (
          <Button size="small" kind="ghost" onClick={() => onWrite({ voiceId: null })}>
            Remove voice
          </Button>
        )}
      </div>
      {voiceId !== null && <VoiceSliders settings={settings} isReadOnly={isReadOnly} onWrite={write} />}
    </fieldset>
  );
}

interface VoiceSlidersProps {
  settings: VoiceSettings;
  isReadOnly: boolean;
  onWrite: (change: Partial<VoiceSettings>) => void;
}

function VoiceSliders({ settings, isReadOnly, onWrite }: VoiceSlidersProps) {
  return (
    <div>
      {sliders.map(([field, label]) => (
        <Slider
          key={field}
          label={label}
          min={0}
          max={1}
          step={0.1}
          value={settings[field]}
          text={settings[field].toFixed(1)}
          disabled={isReadOnly}
          onChange={(value) => onWrite({ [field]: value })}
        />
      ))}
      <label className={styles.boost}>
        <input
          type="checkbox"
          checked={settings.use_speaker_boost}
          onChange={({ target }) => onWrite({ use_speaker_boost: target.checked })}
        />
        Speaker boost
      </label>
    </div>
  );
}

function nameOf(voiceId: string | null, voice: ReturnType<typeof useVoice>): string {
  if (voiceId === null) return 'No voice assigned';
  if (voice === undefined) return 'Loading the voice…';
  return voice?.name ?? 'A voice that is not in the library';
}
