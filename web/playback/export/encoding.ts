import type { SoundChapter } from '#engines/sound/mix/chapter.ts';
import type { MixPart } from '#engines/sound/mix/readMix.ts';

/** What the page and its worker say to each other while a read is encoded: the worker asks for each part. */
export type ToEncoder = { type: 'part'; part: MixPart } | { type: 'end' };

export type FromEncoder =
  | { type: 'next' }
  | { type: 'piece'; piece: Uint8Array<ArrayBuffer> }
  | { type: 'done'; chapters: SoundChapter[] }
  | { type: 'failed'; reason: string };
