import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseFdx } from './parse.ts';

interface Outcome {
  expect: 'import' | 'error';
  elements?: number;
  kind?: string;
  must?: string;
  mustNot?: string;
}

interface HostileFile extends Outcome {
  file: string;
  why: string;
  also?: Outcome;
}

const generator = resolve(process.env.CORPUS_DIR ?? '../shared/corpus', 'make-hostile.mjs');
const hasCorpus = existsSync(generator);
if (!hasCorpus) console.warn(`No ${generator}: the hostile files are not tested. Set CORPUS_DIR.`);

const folder = mkdtempSync(join(tmpdir(), 'hostile-fdx-'));
if (hasCorpus) execFileSync(process.execPath, [generator, folder]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows: HostileFile[] = hasCorpus ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) : [];
// Rows about file names are skipped: the server checks those.
const files = rows.filter(({ kind }) => kind !== 'extension');

describe.runIf(hasCorpus)('parseFdx of hostile files', () => {
  test.each(files.map((row) => [`${row.file}: ${row.why}`, row] as const))('handles %s', (_, row) => {
    const result = parseFdx(readFileSync(join(folder, row.file)));
    const text = result.ok
      ? result.screenplay.elements
          .map(({ content }) => content)
          .join('\n')
          .toUpperCase()
      : '';
    const got = result.ok
      ? { expect: 'import', elements: result.screenplay.elements.length }
      : { expect: 'error', kind: result.kind };
    const allowed = [row, ...(row.also ? [row.also] : [])].map((outcome) =>
      outcome.expect === 'import'
        ? { expect: 'import', elements: outcome.elements }
        : { expect: 'error', kind: outcome.kind },
    );
    expect(allowed).toContainEqual(got);
    if (result.ok && row.must) expect(text).toContain(row.must.toUpperCase());
    if (row.mustNot) expect(text).not.toContain(row.mustNot.toUpperCase());
    if (!result.ok && result.kind === 'malformed-xml') expect(result.line).toBeGreaterThan(0);
  });
});
