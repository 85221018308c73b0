import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { Animatic, AnimaticLine } from './animatic.ts';

/** Sounds are asked for so long before they are heard. */
const aheadSeconds = 4;

/** The part of an audio element that is needed. */
export type LineAudio = Pick<HTMLAudioElement, 'play' | 'pause' | 'currentTime' | 'volume'>;

interface PlayerTools {
  now: () => number;
  audioFor: (address: string) => LineAudio;
}

const ofBrowser: PlayerTools = {
  now: () => performance.now(),
  audioFor: (address) => {
    const audio = new Audio(hrefOf(address));
    audio.preload = 'auto';
    return audio;
  },
};

/** Playback of an animatic with its sounds. `tick` is called for every rendered frame. */
export class AnimaticPlayer {
  readonly #animatic: Animatic;
  readonly #tools: PlayerTools;
  readonly #isPlaying = createStore(false);
  readonly #audios = new Map<AnimaticLine, { audio: LineAudio; isStarted: boolean }>();
  #second = 0;
  /** When `#second` was true. */
  #since = 0;

  constructor(animatic: Animatic, tools: PlayerTools = ofBrowser) {
    this.#animatic = animatic;
    this.#tools = tools;
  }

  get isPlaying(): ReadableStore<boolean> {
    return this.#isPlaying;
  }

  get second(): number {
    if (!this.#isPlaying.get()) return this.#second;
    return Math.min(this.#animatic.seconds, this.#second + (this.#tools.now() - this.#since) / 1000);
  }

  /** From the start again at the end. */
  play(): void {
    if (this.#second >= this.#animatic.seconds) this.#second = 0;
    this.#since = this.#tools.now();
    this.#isPlaying.set(true);
    this.tick();
  }

  pause(): void {
    this.#second = this.second;
    this.#isPlaying.set(false);
    this.#silence();
  }

  seek(second: number): void {
    this.#second = Math.min(this.#animatic.seconds, Math.max(0, second));
    this.#since = this.#tools.now();
    this.#silence();
    if (this.#isPlaying.get()) this.tick();
  }

  tick(): void {
    if (!this.#isPlaying.get()) return;
    const { second } = this;
    if (second >= this.#animatic.seconds) {
      this.pause();
      return;
    }
    for (const line of this.#animatic.lines) {
      if (line.soundUrl === null || line.startSeconds > second + aheadSeconds || line.endSeconds <= second)
        continue;
      this.#hear(line, line.soundUrl, second);
    }
    for (const [line, { audio }] of this.#audios) {
      if (line.endSeconds > second) continue;
      audio.pause();
      this.#audios.delete(line);
    }
  }

  #hear(line: AnimaticLine, address: string, second: number): void {
    let sounding = this.#audios.get(line);
    if (!sounding) {
      sounding = { audio: this.#tools.audioFor(address), isStarted: false };
      sounding.audio.volume = line.volume;
      this.#audios.set(line, sounding);
    }
    if (sounding.isStarted || line.startSeconds > second) return;
    sounding.isStarted = true;
    const late = second - line.startSeconds;
    if (late > 0.1) sounding.audio.currentTime = late;
    sounding.audio.play().catch((error: unknown) => {
      // A pause that comes before the sound does.
      if (this.#audios.get(line) === sounding) logFailure('A sound of the animatic was left out', error);
    });
  }

  #silence(): void {
    const audios = [...this.#audios.values()];
    this.#audios.clear();
    for (const { audio } of audios) audio.pause();
  }
}
