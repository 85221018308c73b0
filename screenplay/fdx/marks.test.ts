import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkOneWordChanges, checkRandomEdits, type ReportCheck } from '#test/fdxPreservation.ts';
import { seeded } from '#test/random.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const hasCorpus = existsSync(folder);
if (!hasCorpus)
  console.warn(`No files in ${folder}: marks of production files are not tested. Set CORPUS_DIR.`);

const files = hasCorpus ? readdirSync(folder).filter((name) => name.endsWith('.fdx')) : [];
const edits = 1000;

describe.skipIf(!hasCorpus)('editing files of other programs', () => {
  const wrongOf = (work: (bytes: Uint8Array, judge: ReportCheck, seed: number) => void) =>
    files.flatMap((file, index) => {
      const wrong: string[] = [];
      const judge: ReportCheck = (isRight, what) => {
        if (!isRight) wrong.push(`${file}: ${what}`);
      };
      work(readFileSync(join(folder, file)), judge, index + 1);
      return wrong;
    });

  test('changes one word in every tenth paragraph, and nothing else', () => {
    expect(files).not.toEqual([]);
    expect(wrongOf(checkOneWordChanges)).toEqual([]);
  });

  test('keeps every run, paragraph and part that a thousand random edits do not touch', () => {
    const perFile = Math.ceil(edits / files.length);
    const wrong = wrongOf((bytes, judge, seed) => checkRandomEdits(bytes, seeded(seed), perFile, judge));
    expect(wrong).toEqual([]);
  }, 120_000);
});
