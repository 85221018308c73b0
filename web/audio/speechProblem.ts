import { hasSpeakableText } from '#engines/sound/speech/hasWords.ts';
import { maxSpeechLength } from '#shared/contract/audio.ts';

/**
 * Return why a text cannot be spoken by any voice; null if it can. The server has the same rule, so
 * no call is needed.
 */
export function speechProblem(text: string): string | null {
  if (!hasSpeakableText(text)) return 'This line contains nothing to speak.';
  if (text.length <= maxSpeechLength) return null;
  const most = maxSpeechLength.toLocaleString('en-US');
  return `This line is longer than the ${most} characters that can be spoken at once.`;
}
