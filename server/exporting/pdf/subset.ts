import type { TrueTypeFont } from './trueType.ts';

/**
 * Create a font file with only these glyphs: `glyphs[n]` becomes glyph n. The first must be 0, the
 * missing-glyph box. Components of composite glyphs are appended. Hints are dropped: they are half
 * of the bytes and not needed here. Why HarfBuzz does not do this: docs/decisions/0068.
 */
export function subsetFont(font: TrueTypeFont, glyphs: readonly number[]): Buffer {
  const slots = [...glyphs];
  const slotOf = new Map<number, number>();
  slots.forEach((glyph, slot) => {
    if (!slotOf.has(glyph)) slotOf.set(glyph, slot);
  });
  const outlines: Buffer[] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    const outline = Buffer.from(font.outlineOf(slots[slot] as number));
    outlines.push(
      withoutHints(outline, (part) => {
        const existingSlot = slotOf.get(part);
        if (existingSlot !== undefined) return existingSlot;
        slotOf.set(part, slots.length);
        return slots.push(part) - 1;
      }),
    );
  }
  const locations = Buffer.alloc(4 * (slots.length + 1));
  const metrics = Buffer.alloc(4 * slots.length);
  let end = 0;
  slots.forEach((glyph, slot) => {
    end += outlines[slot]?.length ?? 0;
    locations.writeUInt32BE(end, 4 * (slot + 1));
    metrics.writeUInt16BE(font.advanceOf(glyph), 4 * slot);
    metrics.writeInt16BE(font.leftBearingOf(glyph), 4 * slot + 2);
  });
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(slots.length, 34);
  const maxp = Buffer.from(font.table('maxp'));
  maxp.writeUInt16BE(slots.length, 4);
  // Storage, functions, instructions and stack of the hints.
  if (maxp.length >= 28) maxp.fill(0, 16, 28);
  return assemble([
    ['glyf', Buffer.concat(outlines)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', metrics],
    ['loca', locations],
    ['maxp', maxp],
  ]);
}

const partFlags = { wordArguments: 1, scale: 8, more: 0x20, twoScales: 0x40, matrix: 0x80, hints: 0x100 };

/**
 * Remove the instructions of an outline, renumber its components and pad it to four bytes. Changes
 * `outline`.
 */
function withoutHints(outline: Buffer, renumber: (glyph: number) => number): Buffer {
  if (outline.length === 0) return outline;
  const contours = outline.readInt16BE(0);
  if (contours >= 0) {
    const at = 10 + 2 * contours;
    const hints = outline.readUInt16BE(at);
    outline.writeUInt16BE(0, at);
    return padded([outline.subarray(0, at + 2), outline.subarray(at + 2 + hints)]);
  }
  let at = 10;
  for (let flags: number = partFlags.more; flags & partFlags.more; ) {
    flags = outline.readUInt16BE(at);
    outline.writeUInt16BE(flags & ~partFlags.hints, at);
    outline.writeUInt16BE(renumber(outline.readUInt16BE(at + 2)), at + 2);
    at += flags & partFlags.wordArguments ? 8 : 6;
    if (flags & partFlags.scale) at += 2;
    else if (flags & partFlags.twoScales) at += 4;
    else if (flags & partFlags.matrix) at += 8;
  }
  return padded([outline.subarray(0, at)]);
}

function padded(parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat(parts, (length + 3) & ~3);
}

/** Build a font file from tables in the order of their names. */
function assemble(parts: [string, Buffer][]): Buffer {
  const power = 2 ** Math.floor(Math.log2(parts.length));
  const directory = Buffer.alloc(12 + 16 * parts.length);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(parts.length, 4);
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (parts.length - power), 10);
  let offset = directory.length;
  const bodies = parts.map(([tag, table], index) => {
    const at = 12 + 16 * index;
    const body = padded([table]);
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksum(body), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    offset += body.length;
    return body;
  });
  const file = Buffer.concat([directory, ...bodies]);
  const headAt = file.readUInt32BE(12 + 16 * parts.findIndex(([tag]) => tag === 'head') + 8);
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headAt + 8);
  return file;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
