import { hasSpeakableText } from '#engines/sound/speech/hasWords.ts';
import { maxSpeechLength } from '#shared/contract/audio.ts';

/** Why a text cannot be spoken, whoever speaks it; null: it can. The server says the same, and then nothing needs to be asked. */
export function speechProblem(text: string): string | null {
  if (!hasSpeakableText(text)) return 'This line contains nothing to speak.';
  if (text.length <= maxSpeechLength) return null;
  const most = maxSpeechLength.toLocaleString('en-US');
  return `This line is longer than the ${most} characters that can be spoken at once.`;
}
