import { setTimeout as pause } from 'node:timers/promises';

/** Where each writes: lines of their own, one after the other, by their ids or places in the script. */
export type OwnLines = readonly (readonly number[])[];

/** Somebody at a keyboard. */
export interface Typist {
  /** One letter more at the end of the line; resolves when it is on its way. */
  type(line: number, text: string): unknown;
  /** The line is left. */
  leave(line: number, text: string): unknown;
}

const keysPerSecond = 5;
const firstLetters = 'TNBRS';
/** What follows the first letter, which is another one each time: a text that stays is not stored again. */
const letters = 'he rain has stopped and nobody noticed.';

/** When each letter was typed, by line and length of the line, and how long it took to the memories of others. */
export class Keys {
  readonly #typedAt = new Map<number, number[]>();
  /** The same by length without spaces. */
  readonly #inkedAt = new Map<number, number[]>();
  #times: number[] = [];
  /** Letters that were typed so far. */
  count = 0;

  typed(line: number, text: string): void {
    this.count++;
    note(this.#typedAt, line, text.length);
    if (!text.endsWith(' ')) note(this.#inkedAt, line, text.replaceAll(' ', '').length);
  }

  /** Somebody else has the line as it is with so many letters. */
  seen(line: number, length: number): void {
    const typedAt = this.#typedAt.get(line)?.[length];
    if (typedAt !== undefined) this.#times.push(performance.now() - typedAt);
  }

  /** When the line last came to so many letters without spaces, on the clock of all programs of the machine. */
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
 * All type at once, five keys a second each, until it is over: a line from its start, then the next of theirs, and in the end
 * the first again.
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
        // The first is of another length for each, so that not all leave their lines at the same moment.
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
