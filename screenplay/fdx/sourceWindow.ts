/**
 * The stretch of the source that is being read, from which parts are cut out as they stand. Positions count the
 * characters given so far. Memory: one piece, or the part being kept where that is longer.
 */
export class SourceWindow {
  #text = '';
  /** Position of the first character held. */
  #base = 0;
  /** Position of the part being kept; -1 while there is none. */
  #from = -1;

  /** The next piece, just before it is read. */
  add(piece: string): void {
    // A tag that is not yet closed may be the beginning of a part to keep.
    const start = this.#from >= 0 ? this.#from - this.#base : openTagAt(this.#text);
    this.#text = this.#text.slice(start) + piece;
    this.#base += start;
  }

  /** The part begins with the tag that ends just before this position. */
  begin(position: number): void {
    this.#from = this.#base + this.#text.lastIndexOf('<', position - this.#base - 1);
  }

  /** The part ends just before this position. */
  end(position: number): string {
    const xml = this.#text.slice(this.#from - this.#base, position - this.#base);
    this.#from = -1;
    return xml;
  }
}

/** Where the tag begins that the text breaks off in, or the end of the text. */
function openTagAt(text: string): number {
  const start = text.lastIndexOf('<');
  if (start < 0) return text.length;
  // Past the attribute values, which may hold a ">".
  const stop = /["'>]/g;
  stop.lastIndex = start;
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    if (found[0] === '>') return text.length;
    const end = text.indexOf(found[0], stop.lastIndex);
    if (end < 0) return start;
    stop.lastIndex = end + 1;
  }
  return start;
}
