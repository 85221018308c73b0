import { durationOf, type Sound } from '../sound.ts';
import type { SoundChapter } from './chapter.ts';
import type { MixClip } from './mixing.ts';
import { ReadTimeline } from './readTimeline.ts';

/** One thing of a read that is mixed. */
export interface MixPart {
  /** Null: nothing is heard; a reader would take `silentSeconds`, or it is left out if that is 0. */
  sound: Sound | null;
  silentSeconds: number;
  overlapSeconds: number;
  /** 1 is as loud as the file. */
  gain: number;
  /** The scene that it belongs to; parts of one scene follow each other. */
  chapter: string;
}

/** No file begins or ends with a step, but files that people bring may. */
const edgeSeconds = 0.004;

/** The clips of a read, one by one as its parts come, and the chapters that they make. */
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

  /** Of the parts so far; each ends where the next one begins, and one in which nothing is heard is none. */
  get chapters(): SoundChapter[] {
    const end = this.#timeline.endSeconds;
    return this.#chapters
      .map((chapter, index) => ({ ...chapter, endSeconds: this.#chapters[index + 1]?.startSeconds ?? end }))
      .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
  }
}
