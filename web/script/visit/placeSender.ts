import type { StorablePlace } from './currentPlace.ts';

/** Time without a movement after which the caret rests. */
const restMs = 2000;
/** Minimum time between two calls. */
const everyMs = 10_000;

interface PlaceSenderInput {
  current: () => StorablePlace | null;
  send: (place: StorablePlace, isLast: boolean) => void;
}

/** Sends the place when the caret rests, at most once in 10 s, and once more at the end. */
export class PlaceSender {
  readonly #input: PlaceSenderInput;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isEnded = false;
  #last: StorablePlace | null = null;

  constructor(input: PlaceSenderInput) {
    this.#input = input;
  }

  /** The caret or the viewport moved. */
  readonly note = (): void => {
    this.#isEnded = false;
    clearTimeout(this.#timer);
    const waitMs = Math.max(restMs, this.#sentAt + everyMs - Date.now());
    this.#timer = setTimeout(() => this.#send(false), waitMs);
  };

  /** The page is closed, or the screen is left: send the last position at once. */
  readonly leave = (): void => {
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#send(true);
    this.#isEnded = true;
  };

  #send(isLast: boolean): void {
    const place = this.#input.current();
    const last = this.#last;
    const isSame = place?.elementId === last?.elementId && place?.offset === last?.offset;
    // The last call also stores the time when the visit ended.
    const isRecent = Date.now() - this.#sentAt < everyMs;
    if (!place || (isSame && (isRecent || !isLast))) return;
    this.#last = place;
    this.#sentAt = Date.now();
    this.#input.send(place, isLast);
  }
}
