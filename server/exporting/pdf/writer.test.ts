import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decimal, PdfWriter, textString, utf16Hex } from './writer.ts';

describe('textString and utf16Hex', () => {
  test.each([
    ['Night Ferry', '(Night Ferry)'],
    ['', '()'],
    ['a (b) \\ c', '(a \\(b\\) \\\\ c)'],
    ['Café', '<FEFF00430061006600E9>'],
    ['🚢', '<FEFFD83DDEA2>'],
    [
      'two\nlines',
      `<FEFF${'two\nlines'
        .split('')
        .map((c) => c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase())
        .join('')}>`,
    ],
  ])('textString of %j returns %s', (text, written) => {
    expect(textString(text)).toBe(written);
  });

  test('utf16Hex replaces half a surrogate pair', () => {
    expect(utf16Hex('\ud83d')).toBe('FFFD');
  });
});

test.each([
  [1, '1'],
  [0.1 + 0.2, '0.3'],
  [12.345, '12.35'],
  [-0.001, '0'],
  [1e-9, '0'],
])('decimal of %d returns %s', (value, written) => {
  expect(decimal(value)).toBe(written);
});

describe('PdfWriter', () => {
  const aFile = (text = 'BT ET') => {
    const pdf = new PdfWriter();
    const contents = pdf.putStream(Buffer.from(text));
    const page = pdf.put(`<</Type/Page/Contents ${contents} 0 R>>`);
    const root = pdf.put(`<</Type/Catalog/Pages ${page} 0 R>>`);
    return pdf.finish(root, pdf.put('<</Title(Night Ferry)>>')).toString('latin1');
  };

  test('writes header, trailer and start of the table as required', () => {
    const file = aFile();
    expect(file.startsWith('%PDF-1.7\n%')).toBe(true);
    const start = Number(file.match(/startxref\n(\d+)\n%%EOF\n$/)?.[1]);
    expect(file.slice(start)).toMatch(/^\d+ 0 obj\n<<\/Type\/XRef/);
  });

  test('writes a table that locates every object', () => {
    const file = aFile();
    const start = Number(file.match(/startxref\n(\d+)/)?.[1]);
    const data = file.slice(file.indexOf('stream\n', start) + 7, file.indexOf('\nendstream', start));
    const rows = inflateSync(Buffer.from(data, 'latin1'));
    const above = Buffer.alloc(7);
    const size = Number(file.slice(start).match(/\/Size (\d+)/)?.[1]);
    expect(rows.length).toBe(8 * size);
    for (let id = 0; id < size; id++) {
      for (let byte = 0; byte < 7; byte++)
        above[byte] = ((above[byte] ?? 0) + (rows[8 * id + 1 + byte] ?? 0)) & 0xff;
      if (above[0] === 1) expect(file.slice(above.readUInt32BE(1))).toMatch(new RegExp(`^${id} 0 obj\n`));
      else if (id > 0) expect(above[0]).toBe(2);
    }
  });

  test('writes the same file for the same content and another id for other content', () => {
    const idOf = (file: string) => file.match(/\/ID\[<([0-9a-f]{32})>/)?.[1];
    expect(aFile()).toBe(aFile());
    expect(idOf(aFile('BT T* ET'))).not.toBe(idOf(aFile()));
  });
});
