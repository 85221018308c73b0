import { isOverlapping, nextStartSeconds, pauseSeconds } from '#screenplay/playback/timing.ts';
import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { createStore, type ReadableStore } from '#web/lib/store.ts';
import type { PlaybackClock, PlayedSound } from './sound.ts';

/** The properties of a line that a player needs. */
export interface PlayedLine {
  elementId: number;
  /** The next line starts this long before the end of this one. */
  overlapSeconds: number;
}

/** The playing line. If several overlap, the one that started last. */
export interface PlayingLine<Line extends PlayedLine> {
  line: Line;
  /** Its index in the list. */
  index: number;
  lines: readonly Line[];
  /** Null while the sound is loaded or made. */
  sound: PlayedSound | null;
}

interface PlayerInput<Line extends PlayedLine> {
  clock: PlaybackClock;
  /** Loads or makes the sound of a line. Rejects if there is none; the line is then skipped. */
  open: (line: Line) => Promise<PlayedSound>;
  /** Called for a line that is skipped. Returns whether to continue. */
  onFailure: (error: unknown, line: Line) => boolean;
  /** Called at the end of a list of which every line was skipped. */
  onNothingPlayed: () => void;
}

export interface PlayOptions {
  /** Index of the first line to play. */
  from?: number;
  /** Repeats the list at its end. */
  isLooped?: boolean;
}

export interface Player<Line extends PlayedLine> {
  /** Null: nothing is playing. */
  now: ReadableStore<PlayingLine<Line> | null>;
  play: (lines: readonly Line[], options?: PlayOptions) => void;
  stop: () => void;
  setRate: (rate: number) => void;
}

/** Number of lines that are loaded or made ahead, so that there are no gaps. */
const preparedLineCount = 2;
/** A timer may fire a little early. Do not set another one for less than this. */
const minWaitMs = 4;

/**
 * Create a player that plays lines one after another, by the rules of
 * screenplay/playback/timing.ts.
 */
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
      const started = new Run({ ...input, lines, isLooped, rate, notify: now.set }, () => {
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
  notify: (now: PlayingLine<Line>) => void;
}

/** One playback of a list, until its end or until it is stopped. */
class Run<Line extends PlayedLine> {
  readonly #input: RunInput<Line>;
  readonly #onOver: () => void;
  #rate: number;
  #isStopped = false;
  /** The last line has been started or skipped. */
  #isAtEnd = false;
  /** Whether any sound played since the list began. A list without sound is not repeated. */
  #hasPlayed = false;
  #hasEverPlayed = false;
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
    for (const cancel of this.#timers) cancel();
    for (const sound of this.#sounds) sound.stop();
    for (const opened of this.#prepared.values())
      void opened.then(
        (sound) => sound.stop(),
        () => undefined, // the sound was never opened
      );
    this.#onOver();
  }

  setRate(rate: number): void {
    this.#rate = rate;
    for (const sound of this.#sounds) sound.setRate(rate);
  }

  begin(index: number): void {
    const { lines, notify } = this.#input;
    const line = lines[index];
    if (!line) {
      this.#end();
      return;
    }
    notify({ line, index, lines, sound: null });
    const opened = this.#openSound(index);
    this.#prepared.delete(index);
    for (let ahead = index + 1; ahead <= index + preparedLineCount; ahead++) {
      // A failure is handled when the line is played.
      if (ahead < lines.length) void this.#openSound(ahead).catch(() => undefined);
    }
    void this.#play(line, index, opened);
  }

  #end(): void {
    const { isLooped } = this.#input;
    if (isLooped && this.#hasPlayed) {
      this.#hasPlayed = false;
      this.begin(0);
    } else {
      this.#isAtEnd = true;
      if (!this.#hasEverPlayed) this.#input.onNothingPlayed();
      this.#stopIfOver();
    }
  }

  #openSound(index: number): Promise<PlayedSound> {
    const known = this.#prepared.get(index);
    if (known) return known;
    const opened = this.#input.open(this.#input.lines[index] as Line);
    this.#prepared.set(index, opened);
    return opened;
  }

  async #play(line: Line, index: number, opened: Promise<PlayedSound>): Promise<void> {
    let sound: PlayedSound | null = null;
    let hasStartedNext = false;
    const startNext = (pauseMs: number) => {
      if (hasStartedNext || this.#isStopped) return;
      hasStartedNext = true;
      const isLast = index + 1 === this.#input.lines.length && !this.#input.isLooped;
      if (pauseMs === 0 || isLast) this.begin(index + 1);
      else this.#after(pauseMs, () => this.begin(index + 1));
    };
    const end = () => {
      if (sound) this.#sounds.delete(sound);
      startNext(isOverlapping(line.overlapSeconds) ? 0 : this.#pauseMs());
      this.#stopIfOver();
    };
    const fail = (error: unknown) => {
      if (this.#isStopped) return;
      if (sound) this.#sounds.delete(sound);
      sound?.stop();
      if (!this.#input.onFailure(error, line)) return this.stop();
      startNext(this.#pauseMs());
      this.#stopIfOver();
    };
    try {
      sound = await opened;
      if (this.#isStopped) return sound.stop();
      this.#sounds.add(sound);
      sound.onEnd = end;
      sound.onFailure = fail;
      sound.setRate(this.#rate);
      this.#input.notify({ line, index, lines: this.#input.lines, sound });
      await sound.play();
    } catch (error) {
      return fail(error);
    }
    this.#hasPlayed = true;
    this.#hasEverPlayed = true;
    if (isOverlapping(line.overlapSeconds)) this.#overlap(sound, line, () => startNext(0));
  }

  /**
   * Wait by the sound's own position, so that a sound that stalls or changes its speed is followed
   * in time.
   */
  #overlap(sound: PlayedSound, line: Line, next: () => void): void {
    if (this.#isStopped || !this.#sounds.has(sound)) return;
    const atSeconds = nextStartSeconds(sound.durationSeconds(), line.overlapSeconds);
    const leftMs = ((atSeconds - sound.positionSeconds()) / this.#rate) * 1000;
    // Adding up seconds has rounding errors of about a thousandth of a millisecond.
    if (leftMs < 0.001) next();
    else this.#after(Math.max(leftMs, minWaitMs), () => this.#overlap(sound, line, next));
  }

  #pauseMs(): number {
    return (pauseSeconds * 1000) / this.#rate;
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.#input.clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  /** Stop once the last line has been started or skipped and no sound plays. */
  #stopIfOver(): void {
    if (this.#isAtEnd && this.#sounds.size === 0) this.stop();
  }
}
