import { Generate } from '#web/ai/Generate.tsx';
import type { PricedAction } from '#web/ai/pricedAction.ts';

interface MakeAudioProps {
  hasAudio: boolean;
  offer: PricedAction;
  isMaking: boolean;
  canMake: boolean;
  onMake: () => void;
  onCancel: () => void;
  onRetry: () => void;
}

/** Button to make the audio, with its price. */
export function MakeAudio({ hasAudio, offer, isMaking, canMake, onMake, onCancel, onRetry }: MakeAudioProps) {
  return (
    <Generate
      label={hasAudio ? 'Regenerate' : 'Generate'}
      doing="Generating audio"
      offer={offer}
      isRunning={isMaking}
      disabled={!canMake}
      onGenerate={onMake}
      onCancel={onCancel}
      onRetry={onRetry}
    />
  );
}
