import { plainText } from '#screenplay/emphasis.ts';

/** Everything that determines a spoken line. */
export interface SpokenLine {
  /** The text sent to be spoken, including a bracketed direction in front. */
  text: string;
  voiceId: string;
  voiceSettings: {
    stability: number;
    similarity_boost: number;
    style: number;
    use_speaker_boost: boolean;
  };
}

/**
 * Return a short key of a spoken line: up to eleven letters and digits. Lines that sound the same
 * have the same key, other lines different ones. So the key that is stored with a file shows
 * whether the file still matches the line. Compare it only with keys of this function. A change to
 * the algorithm makes every file outdated once.
 */
export function spokenKey({ text, voiceId, voiceSettings }: SpokenLine): string {
  const { stability, similarity_boost, style, use_speaker_boost } = voiceSettings;
  return hash53(JSON.stringify([text, voiceId, stability, similarity_boost, style, use_speaker_boost]));
}

/**
 * Return a short key of an element's text, without emphasis and surrounding space. A sound effect
 * is stored with the key of the text for which it was made. Its description may be different.
 */
export function wordsKey(content: string): string {
  return hash53(plainText(content).trim());
}

/**
 * Return a 53-bit hash from two mixed 32-bit hashes, enough to rule out collisions in practice
 * (cyrb53).
 */
function hash53(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (2 ** 32 * (b & 0x1fffff) + (a >>> 0)).toString(36);
}

/** Return the billable characters of a text, where speech is paid by the character. */
export function spokenCharacters(text: string): number {
  return text.length;
}
