import { type Look, plain } from '#screenplay/styled.ts';
import type { LiveText, TextRange } from './liveText.ts';

/** Style of the text typed next: a chosen one, or that of the text around. */
export class TypedStyle {
  /** Style that was chosen at a caret. Moving the caret clears it. */
  #chosen: { at: number; style: Look } | null = null;

  choose(at: number, style: Look): void {
    this.#chosen = { at, style };
  }

  isChosenAt(at: number): boolean {
    return this.#chosen?.at === at;
  }

  clear(): void {
    this.#chosen = null;
  }

  /** Return the style of text typed in a range or at a caret. */
  in(live: LiveText, range: TextRange): Look {
    return this.#chosen?.at === range.start ? this.#chosen.style : styleAround(live, range);
  }
}

/** Return the style of the first replaced character, or of the one before the caret. */
export function styleAround({ spans }: LiveText, { start, end }: TextRange): Look {
  const at = start < end ? start : start - 1;
  const found: Look = spans.find(({ from, to }) => from <= at && at < to) ?? plain;
  const { isBold, isItalic, isUnderlined, isStruck } = found;
  return { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) };
}
