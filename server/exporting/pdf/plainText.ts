import { cellsOfCodePoint } from '#screenplay/layout/cells.ts';
import { hasRightToLeft } from './bidi.ts';
import type { Face } from './documentFonts.ts';

// From Latin to arrows: nearly all text.
const tableSize = 0x2200;
const placedOrSteering = /[\p{M}\p{C}]/u;

/**
 * Fast path for text: characters of one Courier face, one cell each, without any interaction.
 * Nearly every line is drawn this way.
 */
export class PlainText {
  readonly #face: () => Face;
  readonly #codes: (string | null | undefined)[] = new Array(tableSize).fill(undefined);

  /** The face is requested on first use, so that unused fonts are not embedded. */
  constructor(face: () => Face) {
    this.#face = face;
  }

  /** Return the codes for a literal string. Null: a character needs composition. */
  encode(text: string): string | null {
    let codes = '';
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= tableSize) return null;
      let code = this.#codes[unit];
      if (code === undefined) {
        code = this.#codeOf(unit);
        this.#codes[unit] = code;
      }
      if (code === null) return null;
      codes += code;
    }
    return codes;
  }

  #codeOf(unit: number): string | null {
    const { font, embedded } = this.#face();
    const char = String.fromCharCode(unit);
    if (cellsOfCodePoint(unit, 0) !== 1 || placedOrSteering.test(char) || hasRightToLeft(char)) return null;
    const glyph = font.glyphOf(unit);
    return glyph === 0 ? null : embedded.codeOf(glyph, char);
  }
}
