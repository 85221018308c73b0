import { durationOf, type Sound } from '../sound.ts';
import type { SoundChapter } from './chapter.ts';
import type { MixClip } from './mixing.ts';
import { ReadTimeline } from './readTimeline.ts';

/** One part of a read for mixing. */
export interface MixPart {
  /** Null for a silent part, which takes `silentSeconds`. With 0 it is left out. */
  sound: Sound | null;
  silentSeconds: number;
  overlapSeconds: number;
  /** 1 leaves the level of the file unchanged. */
  gain: number;
  /** The scene it belongs to. Parts of one scene are adjacent. */
  chapter: string;
}

/** Fade time at both ends: uploaded files may begin or end abruptly. */
const edgeSeconds = 0.004;

/** Turns the parts of a read into clips, one by one, and collects their chapters. */
export class ReadMix {
  readonly #timeline = new ReadTimeline();
  readonly #chapters: { title: string; startSeconds: number }[] = [];

  async *clips(parts: AsyncIterable<MixPart> | Iterable<MixPart>): AsyncGenerator<MixClip> {
    for await (const { sound, silentSeconds, overlapSeconds, gain, chapter } of parts) {
      if (this.#chapters.at(-1)?.title !== chapter) {
        this.#chapters.push({ title: chapter, startSeconds: this.#timeline.nextSeconds });
      }
      const durationSeconds = sound ? durationOf(sound) : silentSeconds;
      if (durationSeconds === 0) continue;
      const startSeconds = this.#timeline.place({ durationSeconds, overlapSeconds });
      if (!sound) continue;
      const fades = { fadeInSeconds: edgeSeconds, fadeOutSeconds: edgeSeconds };
      yield { startSeconds, samples: sound.samples, gain, ...fades };
    }
  }

  /**
   * The chapters of the parts so far. Each ends where the next one begins; silent ones are left
   * out.
   */
  get chapters(): SoundChapter[] {
    const end = this.#timeline.endSeconds;
    return this.#chapters
      .map((chapter, index) => ({ ...chapter, endSeconds: this.#chapters[index + 1]?.startSeconds ?? end }))
      .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
  }
}
