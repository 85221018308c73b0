import type { PlaybackClock, PlayedSound } from './sound.ts';

/** A clock that goes when it is told to: sounds and pauses are as long as they say, to the millisecond. */
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

  /** Lets the time pass up to then, with everything that falls due meanwhile. */
  async to(seconds: number): Promise<void> {
    const endMs = seconds * 1000;
    for (;;) {
      await settled();
      const [due] = this.#waiting.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs);
      if (!due) break;
      this.#waiting = this.#waiting.filter((each) => each !== due);
      this.nowMs = due.atMs;
      due.run();
    }
    this.nowMs = endMs;
    await settled();
  }
}

/** Whatever follows from promises that are settled. */
async function settled(): Promise<void> {
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
  readonly #told: number;
  #rate = 1;
  #prevent: (() => void) | null = null;

  /** `told`: the length that it says it has. */
  constructor(clock: FakeClock, name: string, seconds: number, told = seconds) {
    this.name = name;
    this.#clock = clock;
    this.#seconds = seconds;
    this.#told = told;
  }

  async play(): Promise<void> {
    this.startedMs = this.#clock.nowMs;
    this.#prevent = this.#clock.after((this.#seconds / this.#rate) * 1000, () => this.#finish());
  }

  stop(): void {
    this.#prevent?.();
    if (this.startedMs !== null) this.stoppedMs ??= this.#clock.nowMs;
  }

  durationSeconds = (): number => this.#told;

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
