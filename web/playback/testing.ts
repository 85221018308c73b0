import type { PlaybackClock, PlayedSound } from './sound.ts';

/**
 * A clock that a test advances. Sounds and pauses last exactly as long as specified, to the
 * millisecond.
 */
export class FakeClock implements PlaybackClock {
  nowMs = 0;
  #waiting: { atMs: number; run: () => void }[] = [];

  after = (ms: number, run: () => void): (() => void) => {
    const entry = { atMs: this.nowMs + ms, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== entry);
    };
  };

  /** Advance the clock to a time and run all timers that are due. */
  async to(seconds: number): Promise<void> {
    const endMs = seconds * 1000;
    for (;;) {
      await flushPromises();
      const [due] = this.#waiting.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs);
      if (!due) break;
      this.#waiting = this.#waiting.filter((each) => each !== due);
      this.nowMs = due.atMs;
      due.run();
    }
    this.nowMs = endMs;
    await flushPromises();
  }
}

/** Wait for everything that follows from settled promises. */
async function flushPromises(): Promise<void> {
  for (let left = 20; left > 0; left--) await Promise.resolve();
}

/** A sound of a known length on that clock. */
export class FakeSound implements PlayedSound {
  readonly name: string;
  startedMs: number | null = null;
  stoppedMs: number | null = null;
  onEnd: (() => void) | null = null;
  onFailure: ((error: unknown) => void) | null = null;
  readonly #clock: FakeClock;
  readonly #seconds: number;
  readonly #reportedSeconds: number;
  #rate = 1;
  #cancel: (() => void) | null = null;

  /** `reportedSeconds`: the duration that the sound reports. */
  constructor(clock: FakeClock, name: string, seconds: number, reportedSeconds = seconds) {
    this.name = name;
    this.#clock = clock;
    this.#seconds = seconds;
    this.#reportedSeconds = reportedSeconds;
  }

  async play(): Promise<void> {
    this.startedMs = this.#clock.nowMs;
    this.#cancel = this.#clock.after((this.#seconds / this.#rate) * 1000, () => this.#finish());
  }

  stop(): void {
    this.#cancel?.();
    if (this.startedMs !== null) this.stoppedMs ??= this.#clock.nowMs;
  }

  durationSeconds = (): number => this.#reportedSeconds;

  positionSeconds = (): number => {
    if (this.startedMs === null) return 0;
    return (((this.stoppedMs ?? this.#clock.nowMs) - this.startedMs) / 1000) * this.#rate;
  };

  setRate(rate: number): void {
    this.#rate = rate;
  }

  #finish(): void {
    this.stoppedMs = this.#clock.nowMs;
    this.onEnd?.();
  }
}
