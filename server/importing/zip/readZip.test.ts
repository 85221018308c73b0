import { expect, test } from 'vitest';
import { zipOf } from '#test/zipFile.ts';
import { readZip } from './readZip.ts';

test('readZip reads the text of a Highland file', async () => {
  const zip = await zipOf({
    'Ferry.textbundle/info.json': '{}',
    'Ferry.textbundle/text.md': 'INT. DECK - NIGHT\n\nRain.\n',
  });
  expect(await readZip(zip)).toMatchObject({
    ok: true,
    screenplay: { elements: [{ content: 'INT. DECK - NIGHT' }, { content: 'Rain.' }] },
  });
});

test.each([
  [
    'a Pages document',
    { 'Index/Document.iwa': '' },
    /^This is a Pages document\. Export it in Pages as Word/,
  ],
  [
    'an OpenDocument file',
    { mimetype: '', 'content.xml': '' },
    /^This is an OpenDocument file\. Save it as a Word document/,
  ],
  [
    'an archive of several scripts',
    { 'a.fdx': '', 'b.fountain': '' },
    /2 scripts in it \(a\.fdx, b\.fountain\)\. Unpack it/,
  ],
  [
    'a zip file in a zip file',
    { 'inner.zip': 'PK' },
    /^This is an archive in an archive\. Unpack it, and import the files in it\.$/,
  ],
])('readZip rejects %s by name', async (_what, texts, text) => {
  const result = await readZip(await zipOf(texts as Record<string, string>));
  expect(result).toMatchObject({ ok: false, message: expect.stringMatching(text) });
});

test('readZip rejects a file that is encrypted with the way to import it', async () => {
  const zip = await zipOf({ 'word/document.xml': '<document/>' });
  // Set the flag of encryption in both headers of the entry.
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    const at = zip.indexOf(signature, 0, 'latin1') + flags;
    zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
  }
  expect(await readZip(zip)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^The file is protected by a password\./),
  });
});

test('readZip rejects an entry that becomes far larger than it is', async () => {
  const zip = await zipOf({ 'document.xml': ' '.repeat(20_000_000) });
  expect(zip.length).toBeLessThan(100_000);
  expect(await readZip(zip)).toMatchObject({
    ok: false,
    message: 'The file is a damaged archive. document.xml becomes too large when it is unpacked.',
  });
});

test('readZip rejects a file that is cut off', async () => {
  const zip = await zipOf({ 'document.xml': '<document/>' });
  expect(await readZip(zip.subarray(0, zip.length - 30))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^The file is a damaged archive\. /),
  });
});
