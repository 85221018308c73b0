import { describe, expect, test } from 'vitest';
import { parseFdx } from './parse.ts';
import { FdxReader } from './reader.ts';

function file(content: string, rest = '', version = '5'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script" Version="${version}"><Content>${content}</Content>${rest}</FinalDraft>`;
}

function paragraph(type: string, text: string, attributes = ''): string {
  return `<Paragraph Type="${type}"${attributes}><Text>${text}</Text></Paragraph>`;
}

describe('FdxReader', () => {
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><FinalDraft><Content>${paragraph('Action', 'Café')}</Content></FinalDraft>`;
  const content = (bytes: Uint8Array) => {
    const result = parseFdx(bytes);
    return result.ok ? result.screenplay.elements[0]?.content : result.kind;
  };
  const utf16 = (text: string, bigEndian: boolean) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !bigEndian);
    return bytes;
  };

  test('decodes UTF-16 with and without byte order mark, and declared single-byte encodings', () => {
    expect(content(utf16(`\ufeff${xml('UTF-16')}`, false))).toBe('Café');
    expect(content(utf16(`\ufeff${xml('UTF-16')}`, true))).toBe('Café');
    expect(content(utf16(xml('UTF-16'), false))).toBe('Café');
    expect(content(Uint8Array.from(xml('windows-1252'), (letter) => letter.charCodeAt(0)))).toBe('Café');
  });

  test('rejects bytes that do not match the declared encoding', () => {
    expect(content(Uint8Array.from(xml('UTF-8'), (letter) => letter.charCodeAt(0)))).toBe('encoding');
    expect(content(new TextEncoder().encode(xml('x-unheard-of')))).toBe('encoding');
  });

  test('gives the same result for any piece size', () => {
    const part = `<Images><Image Id="1" Junk="a > b">${'x'.repeat(50)}</Image></Images>`;
    const bytes = new TextEncoder().encode(
      file(
        `${paragraph('Action', 'Café &amp; “bar”')}<Paragraph Type="Action"><Alts Current="0"/><Text>😀</Text></Paragraph>`,
        part,
      ),
    );
    const whole = parseFdx(bytes);
    for (const size of [1, 2, 3, 7, 64]) {
      const reader = new FdxReader();
      for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
      expect(reader.end()).toEqual(whole);
    }
  });

  test('reports an XML error with line and column', () => {
    const damaged = `${file('').replace('</Content>', '\n<Paragraph><Text>Salt & pepper</Text></Paragraph></Content>')}`;
    expect(parseFdx(new TextEncoder().encode(damaged))).toMatchObject({
      kind: 'malformed-xml',
      line: 3,
      column: 22,
    });
    const crossed = file('<Paragraph>\n</Text>');
    expect(parseFdx(new TextEncoder().encode(crossed))).toMatchObject({ kind: 'malformed-xml', line: 3 });
  });

  test('rejects a file with too many notes', () => {
    const notes = '<ScriptNote><Paragraph><Text>?</Text></Paragraph></ScriptNote>'.repeat(20_001);
    const noted = file(paragraph('Action', 'Rain.'), `<ScriptNotes>${notes}</ScriptNotes>`);
    expect(parseFdx(new TextEncoder().encode(noted))).toMatchObject({
      kind: 'too-large',
      message: 'The file has more than 20,000 notes.',
    });
  });

  test('returns false from every write after a failure', () => {
    const reader = new FdxReader();
    expect(reader.write(new TextEncoder().encode('PK zip'))).toBe(false);
    expect(reader.write(new TextEncoder().encode('more'))).toBe(false);
    expect(reader.end()).toMatchObject({ ok: false, kind: 'not-xml' });
  });
});
