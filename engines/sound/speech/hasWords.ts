import { withoutDirections } from './directions.ts';
import { withoutMarks } from './marks.ts';

/**
 * Return whether a text contains anything speakable. A text that is empty, or has only emoji, signs
 * or directions such as "(beat)", does not. If this is false, `spokenOf` returns nothing, too.
 */
export function hasSpeakableText(text: string): boolean {
  return withoutDirections(withoutMarks(text)).some((segment) => /[\p{L}\p{N}]/u.test(segment.text));
}
