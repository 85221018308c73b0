import type { SoundChapter } from '#engines/sound/mix/chapter.ts';
import type { MixPart } from '#engines/sound/mix/readMix.ts';

/**
 * Messages between the page and its worker while a read is encoded. The worker asks for each part.
 */
export type ToEncoder = { type: 'part'; part: MixPart } | { type: 'end' };

export type FromEncoder =
  | { type: 'next' }
  | { type: 'piece'; piece: Uint8Array<ArrayBuffer> }
  | { type: 'done'; chapters: SoundChapter[] }
  | { type: 'failed'; reason: string };
