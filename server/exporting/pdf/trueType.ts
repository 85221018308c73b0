import { inflateSync } from 'node:zlib';

/**
 * A TrueType font file (.ttf, or .woff around one), as far as drawing and subsetting need it.
 * Widths and heights are in font units. Source: the OpenType specification, WOFF 1.0.
 */
export class TrueTypeFont {
  /** The whole file. A .woff cannot be passed to the shaper. */
  readonly file: Buffer;
  readonly glyphCount: number;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** Left, bottom, right and top of the box around all glyphs. */
  readonly box: readonly [number, number, number, number];
  readonly italicAngle: number;
  readonly isFixedPitch: boolean;
  readonly #tables: Map<string, () => Buffer>;
  readonly #glyphs: Buffer;
  readonly #locations: Buffer;
  readonly #hasLongLocations: boolean;
  readonly #metrics: Buffer;
  readonly #metricCount: number;
  /** Glyphs by code point: the first plane as an array, the others as a map. */
  readonly #firstPlane = new Uint16Array(0x10000);
  readonly #otherPlanes = new Map<number, number>();

  constructor(file: Buffer) {
    this.file = file;
    this.#tables = file.toString('latin1', 0, 4) === 'wOFF' ? woffTables(file) : tables(file);
    const head = this.table('head');
    const hhea = this.table('hhea');
    const post = this.table('post');
    this.glyphCount = this.table('maxp').readUInt16BE(4);
    this.unitsPerEm = head.readUInt16BE(18);
    this.box = [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)];
    this.#hasLongLocations = head.readInt16BE(50) === 1;
    this.ascent = hhea.readInt16BE(4);
    this.descent = hhea.readInt16BE(6);
    this.#metricCount = hhea.readUInt16BE(34);
    this.italicAngle = post.readInt32BE(4) / 65536;
    this.isFixedPitch = post.readUInt32BE(12) !== 0;
    this.#glyphs = this.table('glyf');
    this.#locations = this.table('loca');
    this.#metrics = this.table('hmtx');
    this.#readCharacters(this.table('cmap'));
  }

  table(tag: string): Buffer {
    const read = this.#tables.get(tag);
    if (!read) throw new Error(`The font has no ${tag} table`);
    return read();
  }

  /** Return the glyph number of a character. 0: the font has none. */
  glyphOf(codePoint: number): number {
    return this.#firstPlane[codePoint] ?? this.#otherPlanes.get(codePoint) ?? 0;
  }

  advanceOf(glyph: number): number {
    return this.#metrics.readUInt16BE(4 * Math.min(glyph, this.#metricCount - 1));
  }

  leftBearingOf(glyph: number): number {
    const isPaired = glyph < this.#metricCount;
    return this.#metrics.readInt16BE(
      isPaired ? 4 * glyph + 2 : 4 * this.#metricCount + 2 * (glyph - this.#metricCount),
    );
  }

  /** Return the glyph's outline in the glyf table. Empty: a blank. */
  outlineOf(glyph: number): Buffer {
    return this.#glyphs.subarray(this.#location(glyph), this.#location(glyph + 1));
  }

  #location(glyph: number): number {
    return this.#hasLongLocations
      ? this.#locations.readUInt32BE(4 * glyph)
      : 2 * this.#locations.readUInt16BE(2 * glyph);
  }

  #readCharacters(cmap: Buffer): void {
    const offsets = new Map<number, number>();
    for (let at = 4, left = cmap.readUInt16BE(2); left > 0; left--, at += 8) {
      const platform = cmap.readUInt16BE(at);
      const offset = cmap.readUInt32BE(at + 4);
      if (platform === 0 || platform === 3) offsets.set(cmap.readUInt16BE(offset), offset);
    }
    const segments = offsets.get(4);
    const groups = offsets.get(12);
    if (segments !== undefined) this.#readSegments(cmap.subarray(segments));
    if (groups !== undefined) this.#readGroups(cmap.subarray(groups));
  }

  /** Read format 4: first plane, in segments. */
  #readSegments(table: Buffer): void {
    const size = table.readUInt16BE(6);
    for (let at = 0; at < size; at += 2) {
      const last = table.readUInt16BE(14 + at);
      const first = table.readUInt16BE(16 + size + at);
      const delta = table.readUInt16BE(16 + 2 * size + at);
      const rangeAt = 16 + 3 * size + at;
      const range = table.readUInt16BE(rangeAt);
      for (let code = first; code <= last && code < 0xffff; code++) {
        const glyph = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - first));
        if (glyph !== 0) this.#firstPlane[code] = (glyph + delta) & 0xffff;
      }
    }
  }

  /** Read format 12: all planes, in groups. */
  #readGroups(table: Buffer): void {
    for (let at = 16, left = table.readUInt32BE(12); left > 0; left--, at += 12) {
      const first = table.readUInt32BE(at);
      const last = table.readUInt32BE(at + 4);
      const glyph = table.readUInt32BE(at + 8);
      for (let code = first; code <= last; code++) {
        if (code < 0x10000) this.#firstPlane[code] = glyph + code - first;
        else this.#otherPlanes.set(code, glyph + code - first);
      }
    }
  }
}

function tables(file: Buffer): Map<string, () => Buffer> {
  const tableMap = new Map<string, () => Buffer>();
  for (let at = 12, left = file.readUInt16BE(4); left > 0; left--, at += 16) {
    const offset = file.readUInt32BE(at + 8);
    const bytes = file.subarray(offset, offset + file.readUInt32BE(at + 12));
    tableMap.set(file.toString('latin1', at, at + 4), () => bytes);
  }
  return tableMap;
}

function woffTables(file: Buffer): Map<string, () => Buffer> {
  const tableMap = new Map<string, () => Buffer>();
  for (let at = 44, left = file.readUInt16BE(12); left > 0; left--, at += 20) {
    const offset = file.readUInt32BE(at + 4);
    const stored = file.subarray(offset, offset + file.readUInt32BE(at + 8));
    const isPacked = stored.length < file.readUInt32BE(at + 12);
    tableMap.set(file.toString('latin1', at, at + 4), () => (isPacked ? inflateSync(stored) : stored));
  }
  return tableMap;
}
