import { describe, expect, test } from 'vitest';
import { zipOf } from '#test/zipFile.ts';
import { readAccountArchive } from './readAccountArchive.ts';

const account = { format: 'cold-open-account', version: 1, email: 'olive@example.com' };

async function archiveOf(texts: Record<string, string>): Promise<Blob> {
  return new Blob([new Uint8Array(await zipOf({ 'account.json': JSON.stringify(account), ...texts }))]);
}

const read = async (texts: Record<string, string>) => readAccountArchive(await archiveOf(texts));

describe('readAccountArchive', () => {
  test('reads a download that was unpacked and packed again into a folder', async () => {
    const texts = {
      'Data/account.json': JSON.stringify(account),
      'Data/projects/7_Night_Ferry_archive.zip': 'x',
    };
    const { email, projects } = await readAccountArchive(new Blob([new Uint8Array(await zipOf(texts))]));
    expect([email, projects.map(({ name }) => name)]).toEqual(['olive@example.com', ['Night Ferry']]);
  });

  test('reads words of the user only, and leaves out those that are none', async () => {
    const rows = [
      { projectId: null, word: 'Skerry' },
      { projectId: 7, word: 'brrr' },
      { projectId: null, word: 'two words' },
      { projectId: null, word: 5 },
    ];
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    expect((await read({ 'dictionary_words.jsonl': lines })).words).toEqual(['Skerry']);
  });

  test('regards invalid settings as missing', async () => {
    const invalid = { ...account, firstName: 7, lastName: 'x', elementKeys: 'none', profileImageUrl: {} };
    const archive = await read({
      'account.json': JSON.stringify(invalid),
      'spending_limits.jsonl': '{"credits":-1}\n',
    });
    expect(archive).toMatchObject({ names: null, photo: null, preferences: null, monthlyLimit: null });
  });

  test.for([
    ['another program’s file', { 'account.json': '{"email":7}' }, 'no download of an account of Cold Open'],
    ['a newer version', { 'account.json': JSON.stringify({ ...account, version: 2 }) }, 'a newer version'],
    ['text that is no JSON', { 'account.json': '{' }, 'The file is damaged'],
    ['rows that are no JSON', { 'dictionary_words.jsonl': '{"word":' }, 'The file is damaged'],
    [
      'a text that becomes too large',
      { 'dictionary_words.jsonl': ' '.repeat(17 << 20) },
      'The file is damaged',
    ],
  ] as const)('rejects %s', async ([, texts, reason]) => {
    await expect(read(texts)).rejects.toThrow(reason);
  });

  test('rejects the archive of a project, half a file, and a file that is no zip file', async () => {
    const ofProject = new Blob([new Uint8Array(await zipOf({ 'manifest.json': '{}' }))]);
    await expect(readAccountArchive(ofProject)).rejects.toThrow('is imported with New Project');
    const whole = await archiveOf({ 'projects/7_Night_Ferry_archive.zip': 'x'.repeat(500) });
    const half = whole.slice(0, whole.size / 2);
    await expect(readAccountArchive(half)).rejects.toThrow('could not be read as a zip file');
    await expect(readAccountArchive(new Blob(['INT. DECK']))).rejects.toThrow(
      'could not be read as a zip file',
    );
  });
});
