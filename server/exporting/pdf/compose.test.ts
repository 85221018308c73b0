import { expect, test } from 'vitest';
import { cellsOf } from '#screenplay/layout/cells.ts';
import { cellPoints } from '#screenplay/layout/metrics.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { composeLine } from './compose.ts';
import { DocumentFonts } from './documentFonts.ts';
import { loadShaper } from './shaper.ts';
import { PdfWriter } from './writer.ts';

const shape = await loadShaper();

function composed(text: string) {
  const run: TextRun = {
    text,
    xPoints: 108,
    yPoints: 81,
    isBold: false,
    isItalic: false,
    isUnderlined: false,
    role: 'text',
    elementIndex: 0,
  };
  return composeLine([run], text, new DocumentFonts(new PdfWriter()), shape);
}

test.each([
  ['Tamil', 'தமிழ் மொழி'],
  ['Kannada', 'ಕನ್ನಡ ಭಾಷೆ'],
  ['Gujarati', 'ગુજરાતી ભાષા'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਭਾਸ਼ਾ'],
  ['Sinhala', 'සිංහල භාෂාව'],
  ['Khmer', 'ភាសាខ្មែរ ភ្លៀង'],
  ['Myanmar', 'မြန်မာ ဘာသာ'],
  ['Thai', 'ภาษาไทย ฝนตก'],
])('composeLine shapes %s with its own font, as whole words within the width of the line', (script, text) => {
  const rows = composed(text);
  expect(rows.filter(({ face }) => face.family.names[0] === `NotoSans${script}`)).toHaveLength(2);
  expect(rows.at(-1)?.xPoints).toBeLessThan(108 + cellsOf(text) * cellPoints);
});

test('composeLine leaves no gaps between words that are narrower than their cells', () => {
  const text = 'ภาษาไทยเป็นภาษาที่สวยงาม ฝนตก';
  const [word, space, next] = composed(text);
  expect([word?.widthScale, next?.widthScale]).toEqual([1, 1]);
  expect((next?.xPoints ?? 0) - (space?.xPoints ?? 0)).toBeCloseTo(cellPoints);
  expect(space?.xPoints).toBeLessThan(108 + cellsOf('ภาษาไทยเป็นภาษาที่สวยงาม') * cellPoints);
});
