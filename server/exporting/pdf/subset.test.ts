import { expect, test } from 'vitest';
import { courier, openFont } from './catalogue.ts';
import { subsetFont } from './subset.ts';

const font = openFont(courier.files[0] as string);
const glyphsOf = (text: string) => [0, ...Array.from(text, (char) => font.glyphOf(char.codePointAt(0) ?? 0))];

/** Read the directory of a font file. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = 12 + 16 * i;
      const offset = file.readUInt32BE(at + 8);
      return [
        file.toString('latin1', at, at + 4),
        file.subarray(offset, offset + file.readUInt32BE(at + 12)),
      ];
    }),
  );
}

test('subsetFont contains the requested glyphs in order and is small', () => {
  const subset = subsetFont(font, glyphsOf('FERRY'));
  const tables = tablesOf(subset);
  expect([...tables.keys()]).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
  expect(tables.get('maxp')?.readUInt16BE(4)).toBe(6);
  expect(subset.length).toBeLessThan(4000);
  const widths = Array.from({ length: 6 }, (_, slot) => tables.get('hmtx')?.readUInt16BE(4 * slot));
  expect(widths).toEqual(glyphsOf('FERRY').map((glyph) => font.advanceOf(glyph)));
});

test('subsetFont stores a repeated glyph twice with the same outline', () => {
  const tables = tablesOf(subsetFont(font, glyphsOf('RR')));
  const place = (slot: number) => tables.get('loca')?.readUInt32BE(4 * slot) ?? 0;
  const shape = (slot: number) => tables.get('glyf')?.subarray(place(slot), place(slot + 1));
  expect(shape(1)?.length).toBeGreaterThan(20);
  expect(shape(1)?.equals(shape(2) ?? Buffer.alloc(0))).toBe(true);
});

test('subsetFont adds the components of a composite glyph and renumbers the references', () => {
  const [, composed = 0] = glyphsOf('é');
  expect(font.outlineOf(composed).readInt16BE(0)).toBeLessThan(0);
  const tables = tablesOf(subsetFont(font, [0, composed]));
  const count = tables.get('maxp')?.readUInt16BE(4) ?? 0;
  expect(count).toBeGreaterThan(2);
  const from = tables.get('loca')?.readUInt32BE(4) ?? 0;
  const firstPart = tables.get('glyf')?.readUInt16BE(from + 12);
  expect(firstPart).toBeGreaterThan(1);
  expect(firstPart).toBeLessThan(count);
});

test('subsetFont writes the checksum of the whole file', () => {
  const subset = subsetFont(font, glyphsOf('NIGHT FERRY é'));
  let sum = 0;
  for (let at = 0; at < subset.length; at += 4) sum = (sum + subset.readUInt32BE(at)) >>> 0;
  expect(sum).toBe(0xb1b0afba);
});
