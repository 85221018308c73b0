import type { Font } from 'harfbuzzjs';
import type { TrueTypeFont } from './trueType.ts';

/** A glyph in visual order from the left. Distances are in font units. */
export interface ShapedGlyph {
  glyph: number;
  /** The text it represents. "" if another glyph of the same cluster represents it. */
  text: string;
  advance: number;
  offsetX: number;
  offsetY: number;
}

/** Shape text of one font and direction, given in reading order. */
export type Shape = (font: TrueTypeFont, text: string, isRightToLeft: boolean) => ShapedGlyph[];

let loading: Promise<Shape> | undefined;

/** Load HarfBuzz (WebAssembly), once per thread and only for scripts that need it. */
export function loadShaper(): Promise<Shape> {
  loading ??= import('harfbuzzjs').then((harfbuzz) => {
    const fonts = new Map<TrueTypeFont, Font>();
    const fontOf = (font: TrueTypeFont): Font => {
      let cached = fonts.get(font);
      if (!cached) {
        cached = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(font.file)));
        fonts.set(font, cached);
      }
      return cached;
    };
    return (font, text, isRightToLeft) => {
      const buffer = new harfbuzz.Buffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
      buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
      harfbuzz.shape(fontOf(font), buffer);
      const glyphs = buffer.getGlyphInfosAndPositions();
      const texts = textsOf(
        glyphs.map(({ cluster }) => cluster),
        text,
        isRightToLeft,
      );
      return glyphs.map((glyph, index) => ({
        glyph: glyph.codepoint,
        text: texts[index] ?? '',
        advance: glyph.xAdvance ?? 0,
        offsetX: glyph.xOffset ?? 0,
        offsetY: glyph.yOffset ?? 0,
      }));
    };
  });
  return loading;
}

/**
 * Assign the text to glyphs, given the start of each glyph's cluster in the text. Glyphs of the
 * same cluster get one character each in reading order, and the last one the rest.
 */
function textsOf(clusters: number[], text: string, isRightToLeft: boolean): string[] {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  const glyphsAt = new Map<number, number[]>();
  clusters.forEach((start, index) => {
    const indexes = glyphsAt.get(start);
    if (indexes) indexes.push(index);
    else glyphsAt.set(start, [index]);
  });
  const texts: string[] = [];
  starts.forEach((start, order) => {
    const indexes = glyphsAt.get(start) ?? [];
    if (isRightToLeft) indexes.reverse();
    const chars = Array.from(text.slice(start, starts[order + 1]));
    indexes.forEach((index, place) => {
      texts[index] = place === indexes.length - 1 ? chars.slice(place).join('') : (chars[place] ?? '');
    });
  });
  return texts;
}
