import { plainText } from '#screenplay/emphasis.ts';

/** All that a spoken line is made of. */
export interface SpokenLine {
  /** As it was sent to be spoken, a direction in brackets before it included. */
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
 * A short name of a spoken line: eleven or fewer letters and digits. Two lines that sound the same have the same one, and
 * for others it differs, so the key that was stored with a file tells whether the file still says what the line says
 * now. Never compare it with anything but a key of this function: how it is made may change, and then every file is
 * taken for old once.
 */
export function spokenKey({ text, voiceId, voiceSettings }: SpokenLine): string {
  const { stability, similarity_boost, style, use_speaker_boost } = voiceSettings;
  return hash53(JSON.stringify([text, voiceId, stability, similarity_boost, style, use_speaker_boost]));
}

/**
 * A short name of what an element says in words, emphasis and space around them aside. A sound effect is stored with that
 * of the words that stood there when it was made; its own description may be another one.
 */
export function wordsKey(content: string): string {
  return hash53(plainText(content).trim());
}

/** 53 bits of two mixed 32-bit hashes: enough that nobody meets two lines of one key (the cyrb53 construction). */
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

/** What a text is counted as where speech is paid by the character. */
export function spokenCharacters(text: string): number {
  return text.length;
}
