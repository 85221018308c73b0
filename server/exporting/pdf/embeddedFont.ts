import { createHash } from 'node:crypto';
import { subsetFont } from './subset.ts';
import type { TrueTypeFont } from './trueType.ts';
import { type PdfWriter, utf16Hex } from './writer.ts';

/**
 * One font of one document. Codes have two bytes and are the glyph numbers of the embedded subset.
 * A glyph drawn for several texts has several codes, so that the text can always be extracted.
 */
export class EmbeddedFont {
  readonly font: TrueTypeFont;
  /** Object number. The resource name in pages is F and this number. */
  readonly id: number;
  readonly #name: string;
  /** Width to declare for all glyphs in thousandths of an em. Null: declare each width. */
  readonly #fixedWidth: number | null;
  readonly #glyphs: number[] = [0];
  readonly #texts: string[] = [''];
  readonly #codes = new Map<string, string>();

  constructor(pdf: PdfWriter, name: string, font: TrueTypeFont, fixedWidth: number | null) {
    this.font = font;
    this.id = pdf.reserve();
    this.#name = name;
    this.#fixedWidth = fixedWidth;
  }

  /** Return the escaped code of a glyph that represents `text`, for a literal string. */
  codeOf(glyph: number, text: string): string {
    const key = `${glyph} ${text}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      // Glyphs beyond the two-byte limit are printed as the missing-glyph box.
      if (this.#glyphs.length > 0xffff) return '\0\0';
      const slot = this.#glyphs.push(glyph) - 1;
      this.#texts.push(text);
      code = escapedByte(slot >> 8) + escapedByte(slot & 0xff);
      this.#codes.set(key, code);
    }
    return code;
  }

  /** Return the declared advance width in thousandths of an em. */
  widthOf(glyph: number): number {
    return this.#fixedWidth ?? this.#thousandths(this.font.advanceOf(glyph));
  }

  /** Write the font with the glyphs that were used. */
  write(pdf: PdfWriter): void {
    const { font } = this;
    const subset = subsetFont(font, this.#glyphs);
    const name = `${subsetTag(subset)}+${this.#name}`;
    const file = pdf.putStream(subset, `/Length1 ${subset.length}`);
    const box = font.box.map((value) => this.#thousandths(value)).join(' ');
    // 4: glyphs beyond the standard Latin set, 1: fixed pitch, 64: italic.
    const flags = 4 + (font.isFixedPitch ? 1 : 0) + (font.italicAngle !== 0 ? 64 : 0);
    const descriptor = pdf.put(
      `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${box}]/ItalicAngle ${font.italicAngle}` +
        `/Ascent ${this.#thousandths(font.ascent)}/Descent ${this.#thousandths(font.descent)}` +
        `/CapHeight ${this.#thousandths(font.ascent)}/StemV 80/FontFile2 ${file} 0 R>>`,
    );
    const widths =
      this.#fixedWidth === null
        ? `/W[0[${this.#glyphs.map((glyph) => this.widthOf(glyph)).join(' ')}]]`
        : `/DW ${this.#fixedWidth}`;
    const descendant = pdf.put(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap/Identity${widths}` +
        `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R>>`,
    );
    const toUnicode = pdf.putStream(Buffer.from(this.#toUnicode(), 'latin1'));
    pdf.put(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
        `/DescendantFonts[${descendant} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
      this.id,
    );
  }

  #thousandths(units: number): number {
    return Math.round((units * 1000) / this.font.unitsPerEm);
  }

  #toUnicode(): string {
    const lines: string[] = [];
    for (let first = 1; first < this.#texts.length; first += 100) {
      const texts = this.#texts.slice(first, first + 100);
      lines.push(`${texts.length} beginbfchar`);
      texts.forEach((text, index) => {
        lines.push(`<${(first + index).toString(16).padStart(4, '0')}> <${utf16Hex(text)}>`);
      });
      lines.push('endbfchar');
    }
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <FFFF> endcodespacerange',
      ...lines,
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n');
  }
}

function escapedByte(byte: number): string {
  const char = String.fromCharCode(byte);
  if (char === '\r') return '\\r';
  return char === '(' || char === ')' || char === '\\' ? `\\${char}` : char;
}

/** Return six capitals derived from the subset, the same in every run. */
function subsetTag(subset: Buffer): string {
  const digest = createHash('sha256').update(subset).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('');
}
