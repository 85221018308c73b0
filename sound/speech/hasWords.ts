import { withoutDirections } from './directions.ts';
import { withoutMarks } from './marks.ts';

/**
 * Whether there is anything in a text that a voice could say: not in an empty one, nor in one of emoji, of signs, or of
 * directions alone, such as "(beat)". What is false here has nothing to be said in `spokenOf` either.
 */
export function hasSpeakableText(text: string): boolean {
  return withoutDirections(withoutMarks(text)).some((stretch) => /[\p{L}\p{N}]/u.test(stretch.text));
}
