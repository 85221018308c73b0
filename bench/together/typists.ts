import { setTimeout as pause } from 'node:timers/promises';

/** Each typist's lines, as ids or indexes. */
export type OwnLines = readonly (readonly number[])[];

/** Somebody at a keyboard. */
export interface Typist {
  /** Append a letter to the line; resolves when it is sent. */
  type(line: number, text: string): unknown;
  /** The line is left. */
  leave(line: number, text: string): unknown;
}

const keysPerSecond = 5;
const firstLetters = 'TNBRS';
/** Text after the first letter, which differs each time: an unchanged text is not stored again. */
const letters = 'he rain has stopped and nobody noticed.';

/** Times of each letter, by line and length of the line, and delays until it reached others. */
export class Keys {
  readonly #typedAt = new Map<number, number[]>();
  /** Times by length without spaces. */
  readonly #inkedAt = new Map<number, number[]>();
  #times: number[] = [];
  /** Letters that were typed so far. */
  count = 0;

  typed(line: number, text: string): void {
    this.count++;
    note(this.#typedAt, line, text.length);
    if (!text.endsWith(' ')) note(this.#inkedAt, line, text.replaceAll(' ', '').length);
  }

  /** Record that another user's line has this length. */
  seen(line: number, length: number): void {
    const typedAt = this.#typedAt.get(line)?.[length];
    if (typedAt !== undefined) this.#times.push(performance.now() - typedAt);
  }

  /** Return when the line last reached this length without spaces, on the machine's clock. */
  inked(line: number, length: number): number | undefined {
    const inkedAt = this.#inkedAt.get(line)?.[length];
    return inkedAt === undefined ? undefined : performance.timeOrigin + inkedAt;
  }

  /** Milliseconds of all that were seen since this was last asked. */
  take(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }
}

function note(moments: Map<number, number[]>, line: number, length: number): void {
  const times = moments.get(line) ?? [];
  times[length] = performance.now();
  moments.set(line, times);
}

/**
 * Let all type at once, five keys per second each, until the end: each line from its start, then
 * the next, and finally the first again.
 */
export async function typeAll(
  typists: readonly Typist[],
  lines: OwnLines,
  keys: Keys,
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    typists.map(async (typist, index) => {
      const own = lines[index] ?? [];
      await pause((index / typists.length) * (1000 / keysPerSecond));
      for (let round = 0; !isOver(); round++) {
        const place = own[round % own.length] ?? 0;
        let text = '';
        let next = performance.now();
        const line = `${firstLetters[round % firstLetters.length]}${letters}`;
        // Each begins at another length, so that they do not all leave their lines at the same
        // moment.
        for (const letter of round > 0 ? line : line.slice((index / typists.length) * line.length)) {
          if (isOver()) break;
          text += letter;
          keys.typed(place, text);
          typist.type(place, text);
          next += 1000 / keysPerSecond;
          await pause(Math.max(0, next - performance.now()));
        }
        typist.leave(place, text);
        // Enter is a key, too.
        await pause(1000 / keysPerSecond);
      }
    }),
  );
}
