import type { Character } from '#shared/contract/characters.ts';
import { type SpeechPrice, speechCredits } from '#shared/voicePrice.ts';
import { PlayButton } from '#web/audio/PlayButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { isSpeechCached } from './speech.data.ts';
import { greeting, useCharacterVoice } from './usePreview.ts';
import styles from './VoiceOnCard.module.css';
import { shownLabels } from './voiceFilter.ts';
import { useVoice } from './voices.data.ts';

interface VoiceOnCardProps {
  projectId: number;
  character: Character;
  canWrite: boolean;
  /** Undefined while it is unknown. */
  price: SpeechPrice | undefined;
  onChoose: () => void;
}

/** Show a character's voice with a play button, or the button that chooses one. */
export function VoiceOnCard({ projectId, character, canWrite, price, onChoose }: VoiceOnCardProps) {
  const { name, voiceId } = character;
  const voice = useVoice(voiceId);
  const player = useCharacterVoice(`${character.id}`, projectId, character);
  if (voiceId === null) {
    return (
      <div className={styles.voice}>
        <span className={styles.none}>No voice assigned</span>
        {canWrite && (
          <Button className={styles.choose} size="small" kind="ghost" onClick={onChoose}>
            Choose a voice
          </Button>
        )}
      </div>
    );
  }
  const [manner] = voice ? shownLabels(voice).shown : [];
  return (
    <div className={styles.voice}>
      <PlayButton
        label={`Play ${name}'s voice${greetingCost(character, price)}`}
        stopLabel={`Stop ${name}'s voice`}
        state={player.state}
        onPress={player.toggle}
      />
      <span className={styles.name}>
        {voice && (
          <>
            <b dir="auto">{voice.name}</b>
            {manner && `, ${manner}`}
          </>
        )}
        {voice === null && 'A voice that is not in the library'}
      </span>
      {canWrite && (
        <Button
          className={styles.choose}
          size="small"
          kind="ghost"
          aria-label={`Change ${name}'s voice`}
          onClick={onChoose}
        >
          Change
        </Button>
      )}
    </div>
  );
}

/** Return the price of playing the greeting; empty where it is free or was played before. */
export function greetingCost(
  { voiceId, voiceSettings }: Pick<Character, 'voiceId' | 'voiceSettings'>,
  price: SpeechPrice | undefined,
): string {
  const credits = price ? speechCredits(price, greeting.length) : null;
  const isFree = voiceId === null || isSpeechCached({ text: greeting, voiceId, voiceSettings });
  if (!credits || isFree) return '';
  return `, ${credits.toLocaleString('en-US')} ${credits === 1 ? 'credit' : 'credits'}`;
}
