import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { screenplayOf } from '#server/script/screenplay.service.ts';
import { textHash } from '#test/fdx.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { importFile } from './importing.service.ts';
import { scriptReader } from './reading.ts';

const corpus = process.env.CORPUS_DIR ?? '../shared/corpus';
const files = fs.existsSync(corpus) ? fs.readdirSync(path.join(corpus, 'files')) : [];
if (files.length === 0) console.warn(`No corpus at ${corpus}: its scripts are not imported by this test.`);
const reader = scriptReader();
let userId = '';

test.beforeAll(async ({ db }) => {
  const [user] = await db.insert(users).values({ email: 'olive@example.com' }).returning();
  userId = user?.id ?? '';
});
afterAll(async () => {
  await reader.close();
});

function importCorpus(db: Db, name: string) {
  return importFile({ db, reader }, userId, name, [fs.readFileSync(path.join(corpus, 'files', name))]);
}

describe.runIf(files.length > 0)('import of every corpus file is lossless', () => {
  const expected = JSON.parse(fs.readFileSync(path.join(corpus, 'expected.json'), 'utf8')) as Record<
    string,
    { textSha256?: string; scenes: number; nonEmpty?: number }
  >;

  test.for(files.filter((name) => name.endsWith('.fdx')))('%s', async (name, { db }) => {
    const { projectId, counts, receipt } = await importCorpus(db, name);
    const { screenplay } = await screenplayOf(db, projectId);
    const exported = writeFdx(screenplay);
    expect(textHash(exported)).toBe(expected[name]?.textSha256);
    expect(screenplay.elements).toHaveLength(counts.elements);
    expect(Object.values(receipt.countsByType).reduce((sum, count) => sum + count, 0)).toBe(counts.elements);
    const again = parseFdx(Buffer.from(exported));
    if (!again.ok) throw new Error(again.message);
    expect(again.screenplay.titlePage).toEqual(screenplay.titlePage);
    expect(again.screenplay.format).toEqual(screenplay.format);
  });

  test.for(files.filter((name) => name.endsWith('.fountain')))('%s', async (name, { db }) => {
    const { projectId } = await importCorpus(db, name);
    const { screenplay } = await screenplayOf(db, projectId);
    const read = parseFountain(fs.readFileSync(path.join(corpus, 'files', name)));
    if (!read.ok) throw new Error(read.message);
    // Headings and cues are stored in capitals; the file has its letters.
    expect(writeFountain(screenplay)).toBe(writeFountain(read.screenplay));
  });
});

test('import removes emphasis marks from the project name', async ({ db }) => {
  const file = Buffer.from('Title:\n    _**NIGHT FERRY**_\n\nINT. DECK - NIGHT\n\nRain.\n');
  const { projectId } = await importFile({ db, reader }, userId, 'ferry.fountain', [file]);
  expect((await screenplayOf(db, projectId)).name).toBe('NIGHT FERRY');
});
