import { describe, expect, test } from 'vitest';
import { importLimitBytes } from '#shared/contract/importing.ts';
import { zipOf } from '#test/zipFile.ts';
import { unpackScripts } from './unpackScripts.ts';

async function zipFile(texts: Record<string, string>, name = 'season.zip'): Promise<File> {
  return new File([new Uint8Array(await zipOf(texts))], name);
}

async function unpacked(...files: File[]) {
  return Promise.all(
    (await unpackScripts(files)).map(async (file) =>
      'reason' in file ? [file.name, file.reason] : [file.name, file.size],
    ),
  );
}

describe('unpackScripts', () => {
  test('returns each script of an archive, without folders and other files', async () => {
    const zip = await zipFile({
      'Season/one.fdx': '<FinalDraft/>',
      'Season/two.fountain': 'INT. DECK',
      'Season/notes.png': 'x',
      '__MACOSX/Season/._one.fdx': 'x',
    });
    expect(await unpacked(zip)).toEqual([
      ['one.fdx', 13],
      ['two.fountain', 9],
    ]);
  });

  test('rejects archives in archives, and scripts that become too large', async () => {
    const zip = await zipFile({
      'inner.zip': 'PK',
      'large.fdx': ' '.repeat(importLimitBytes + 1),
      'a.fdx': 'a',
    });
    expect(await unpacked(zip)).toEqual([
      ['inner.zip', 'This is an archive in an archive. Unpack it, and import the files in it.'],
      ['large.fdx', 'File is larger than 10 MB.'],
      ['a.fdx', 1],
    ]);
  });

  test('rejects more scripts than one archive may have', async () => {
    const names = Array.from({ length: 51 }, (_, index) => [`${index}.fdx`, 'x']);
    expect(await unpacked(await zipFile(Object.fromEntries(names)))).toEqual([
      ['season.zip', 'The archive has more than 50 scripts. Import it in parts.'],
    ]);
  });

  test('leaves the archive of a project and files that are no archive as they are', async () => {
    const archive = await zipFile({ 'manifest.json': '{}', 'a.fdx': 'x' });
    const damaged = new File(['no archive'], 'damaged.zip');
    const script = new File(['INT. DECK'], 'one.fountain');
    expect(await unpackScripts([archive, damaged, script])).toEqual([archive, damaged, script]);
  });

  test.for(['document.xml', 'word/document.xml', 'Ferry.textbundle/text.md', 'text.fountain'])(
    'drops a wrong ending of a script of another program, which has %s',
    async (part) => {
      const zip = await zipFile({ [part]: 'INT. DECK' }, 'Ferry.zip');
      expect((await unpacked(zip)).map(([name]) => name)).toEqual(['Ferry']);
    },
  );

  test('returns scripts with the names of such parts that are in folders', async () => {
    const zip = await zipFile({ 'drafts/text.fountain': 'INT. DECK', 'pilot.fdx': '<FinalDraft/>' });
    expect((await unpacked(zip)).map(([name]) => name)).toEqual(['text.fountain', 'pilot.fdx']);
  });

  test('rejects an entry that is cut off', async () => {
    const bytes = new Uint8Array(await zipOf({ 'a.fdx': 'INT. DECK - NIGHT '.repeat(50) }));
    // The first bytes of the compressed text.
    bytes.fill(255, 35, 45);
    expect(await unpacked(new File([bytes], 'season.zip'))).toEqual([
      ['a.fdx', 'The file is damaged in the archive.'],
    ]);
  });
});
