import { expect, test } from 'vitest';
import { wrapOrdinary } from './wrap.ts';
import { wrapByCells } from './wrapByCells.ts';

/**
 * A text that counts how many characters are read. It implements as much of a string as wrapping
 * uses.
 */
class CountedText {
  readonly text: string;
  reads = 0;

  constructor(text: string) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  charCodeAt(at: number): number {
    this.reads++;
    return this.text.charCodeAt(at);
  }

  codePointAt(at: number): number | undefined {
    this.reads++;
    return this.text.codePointAt(at);
  }

  /** Wrapping searches a slice for a line feed only. */
  slice(from: number, to: number): string {
    const slice = this.text.slice(from, to);
    this.reads += slice.includes('\n') ? slice.indexOf('\n') : slice.length;
    return slice;
  }

  indexOf(search: string, from: number): number {
    const found = this.text.indexOf(search, from);
    this.reads += (found < 0 ? this.text.length : found) - from;
    return found;
  }
}

const size = 120_000;
const of = (part: string) => part.repeat(Math.ceil(size / part.length));
const shapes = {
  'signs that no line may begin with': of('。'),
  'signs of two cells': of('雨'),
  'one word': of('x'),
  words: of('rain on the roof '),
  'short lines': of('rain\n'),
  'one line feed at the end': `${of('rain ')}\nx`,
  'spaces between two words': `x${of(' ')}x`,
  'words far apart': of(`x${' '.repeat(99)}`),
  hyphens: of('-'),
  'marks above one letter': `Z${of('\u0351')}`,
  'words of composed letters': of('e\u0301e\u0301 '),
};

const capacities = { capacity: 60, firstCapacity: 61 };
/** Lines that are read to break one page. */
const ahead = 110;
const pageLines = 54;

/** Wrap a text as pagination does: once as a whole, then again from the top of each page. */
function countReads(
  text: string,
  wrap: (text: string, from: number, max: number, bounds: number[]) => number,
) {
  const counted = new CountedText(text);
  const source = counted as unknown as string;
  const all: number[] = [];
  const lines = wrap(source, 0, Number.POSITIVE_INFINITY, all);
  for (let line = 0; line < lines; line += pageLines) wrap(source, all[2 * line] ?? 0, ahead, []);
  return counted.reads;
}

test.each(Object.entries(shapes))(
  'reads each character a few times when breaking %s into pages',
  (_, text) => {
    // Once for the whole text and twice for the pages, each time with a few reads.
    const max = 20 * text.length;
    expect(countReads(text, (it, from, max, to) => wrapByCells(it, from, capacities, max, to))).toBeLessThan(
      max,
    );
    expect(
      countReads(text, (it, from, max, to) => wrapOrdinary(it, from, capacities, max, to, true)),
    ).toBeLessThan(max);
  },
);
