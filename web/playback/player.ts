import { isOverlapping, nextStartSeconds, pauseSeconds } from '#screenplay/playback/timing.ts';
import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { PlaybackClock, PlayedSound } from './sound.ts';

/** What a player needs to know of one thing that is played. */
export interface PlayedLine {
  elementId: number;
  /** So long before its end the next one begins. */
  overlapSeconds: number;
}

/** What is heard now; of several that overlap, the one that began last. */
export interface PlayingLine<Line extends PlayedLine> {
  line: Line;
  /** Its place in the list, from 0. */
  index: number;
  lines: readonly Line[];
  /** Null while it is fetched or made. */
  sound: PlayedSound | null;
}

interface PlayerInput<Line extends PlayedLine> {
  clock: PlaybackClock;
  /** Finds what is heard of a line, or makes it; rejects where there is nothing, and the line is skipped. */
  open: (line: Line) => Promise<PlayedSound>;
  /** Of a line that is skipped; answers whether to go on. */
  onFailure: (error: unknown, line: Line) => boolean;
}

export interface PlayOptions {
  /** The place in the list to begin at. */
  from?: number;
  /** Begins anew at the end. */
  isLooped?: boolean;
}

export interface Player<Line extends PlayedLine> {
  /** Null: nothing is played. */
  now: ReadableStore<PlayingLine<Line> | null>;
  play: (lines: readonly Line[], options?: PlayOptions) => void;
  stop: () => void;
  setRate: (rate: number) => void;
}

/** So many lines are fetched or made ahead, so that one follows another without a gap. */
const preparedLines = 2;
/** A clock that rings a little early is not asked again for less. */
const shortestWaitMs = 4;

/** Plays lines one after another, by the rules of screenplay/playback/timing.ts; idle, playing, idle. */
export function createPlayer<Line extends PlayedLine>(input: PlayerInput<Line>): Player<Line> {
  const now = createStore<PlayingLine<Line> | null>(null);
  let run: Run<Line> | null = null;
  let rate = 1;
  const stop = () => {
    run?.stop();
    run = null;
    now.set(null);
  };
  return {
    now,
    stop,
    setRate(next) {
      rate = next;
      run?.setRate(next);
    },
    play(lines, { from = 0, isLooped = false } = {}) {
      stop();
      if (from >= lines.length) return;
      const isOver = claimPlayback(stop);
      const started = new Run({ ...input, lines, isLooped, rate, tell: now.set }, () => {
        isOver();
        if (run === started) stop();
      });
      run = started;
      started.begin(from);
    },
  };
}

interface RunInput<Line extends PlayedLine> extends PlayerInput<Line> {
  lines: readonly Line[];
  isLooped: boolean;
  rate: number;
  tell: (now: PlayingLine<Line>) => void;
}

/** One playing of a list, until it is over or stopped. */
class Run<Line extends PlayedLine> {
  readonly #input: RunInput<Line>;
  readonly #onOver: () => void;
  #rate: number;
  #isStopped = false;
  /** The last line has had its turn. */
  #isAtEnd = false;
  /** Whether anything was heard since the list began: nothing is not repeated for ever. */
  #wasHeard = false;
  readonly #sounds = new Set<PlayedSound>();
  readonly #prepared = new Map<number, Promise<PlayedSound>>();
  readonly #timers = new Set<() => void>();

  constructor(input: RunInput<Line>, onOver: () => void) {
    this.#input = input;
    this.#onOver = onOver;
    this.#rate = input.rate;
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const prevent of this.#timers) prevent();
    for (const sound of this.#sounds) sound.stop();
    for (const opened of this.#prepared.values())
      void opened.then(
        (sound) => sound.stop(),
        () => undefined, // it was never asked for
      );
    this.#onOver();
  }

  setRate(rate: number): void {
    this.#rate = rate;
    for (const sound of this.#sounds) sound.setRate(rate);
  }

  begin(index: number): void {
    const { lines, tell } = this.#input;
    const line = lines[index];
    if (!line) {
      this.#end();
      return;
    }
    tell({ line, index, lines, sound: null });
    const opened = this.#opened(index);
    this.#prepared.delete(index);
    for (let ahead = index + 1; ahead <= index + preparedLines; ahead++) {
      // Whoever comes to it hears of a failure.
      if (ahead < lines.length) void this.#opened(ahead).catch(() => undefined);
    }
    void this.#hear(line, index, opened);
  }

  #end(): void {
    const { isLooped } = this.#input;
    if (isLooped && this.#wasHeard) {
      this.#wasHeard = false;
      this.begin(0);
    } else {
      this.#isAtEnd = true;
      this.#settle();
    }
  }

  #opened(index: number): Promise<PlayedSound> {
    const known = this.#prepared.get(index);
    if (known) return known;
    const opened = this.#input.open(this.#input.lines[index] as Line);
    this.#prepared.set(index, opened);
    return opened;
  }

  async #hear(line: Line, index: number, opened: Promise<PlayedSound>): Promise<void> {
    let sound: PlayedSound | null = null;
    let isPassed = false;
    const pass = (pauseMs: number) => {
      if (isPassed || this.#isStopped) return;
      isPassed = true;
      const isLast = index + 1 === this.#input.lines.length && !this.#input.isLooped;
      if (pauseMs === 0 || isLast) this.begin(index + 1);
      else this.#after(pauseMs, () => this.begin(index + 1));
    };
    const end = () => {
      if (sound) this.#sounds.delete(sound);
      pass(isOverlapping(line.overlapSeconds) ? 0 : this.#pauseMs());
      this.#settle();
    };
    const fail = (error: unknown) => {
      if (this.#isStopped) return;
      if (sound) this.#sounds.delete(sound);
      sound?.stop();
      if (!this.#input.onFailure(error, line)) return this.stop();
      pass(this.#pauseMs());
      this.#settle();
    };
    try {
      sound = await opened;
      if (this.#isStopped) return sound.stop();
      this.#sounds.add(sound);
      sound.onEnd = end;
      sound.onFailure = fail;
      sound.setRate(this.#rate);
      this.#input.tell({ line, index, lines: this.#input.lines, sound });
      await sound.play();
    } catch (error) {
      return fail(error);
    }
    this.#wasHeard = true;
    if (isOverlapping(line.overlapSeconds)) this.#overlap(sound, line, () => pass(0));
  }

  /** Waits by the sound's own time: one that stalls, or is heard at another speed, has its successor in time. */
  #overlap(sound: PlayedSound, line: Line, next: () => void): void {
    if (this.#isStopped || !this.#sounds.has(sound)) return;
    const atSeconds = nextStartSeconds(sound.durationSeconds(), line.overlapSeconds);
    const leftMs = ((atSeconds - sound.positionSeconds()) / this.#rate) * 1000;
    // A thousandth of a millisecond is what adding up seconds costs.
    if (leftMs < 0.001) next();
    else this.#after(Math.max(leftMs, shortestWaitMs), () => this.#overlap(sound, line, next));
  }

  #pauseMs(): number {
    return (pauseSeconds * 1000) / this.#rate;
  }

  #after(ms: number, run: () => void): void {
    const prevent = this.#input.clock.after(ms, () => {
      this.#timers.delete(prevent);
      run();
    });
    this.#timers.add(prevent);
  }

  /** Over, once the last line had its turn and nothing sounds any more. */
  #settle(): void {
    if (this.#isAtEnd && this.#sounds.size === 0) this.stop();
  }
}
