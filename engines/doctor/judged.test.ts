import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { factsOfProject } from '#screenplay/facts/project.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { examine } from './examine.ts';

/*
 * Findings that were reviewed one by one, with the verdict (docs/decisions/0046). In a corpus file,
 * the element gives the position, counted from 1. For other scripts only the line was kept, so it
 * cannot be looked up again.
 */
interface Judged {
  half: string;
  script: string;
  element: string;
  rule: string;
  verdict: string;
}

const rows: Judged[] = fs
  .readFileSync(path.join(import.meta.dirname, 'judged.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [half = '', script = '', element = '', rule = '', words = '', verdict = ''] = row.split('\t');
    expect(words.length).toBeLessThanOrEqual(60);
    return { half, script, element, rule, verdict };
  });
const keyOf = ({ script, element, rule }: Judged) => `${script} ${element} ${rule}`;
const isWrong = ({ verdict }: Judged) => verdict === 'wrong';

const corpus = path.join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
const scripts = [...new Set(rows.filter(({ element }) => element !== '-').map(({ script }) => script))];
const availableScripts = scripts.filter((name) => fs.existsSync(path.join(corpus, name)));
if (availableScripts.length < scripts.length)
  console.warn(
    `SKIPPED: scripts are missing in ${corpus}; set CORPUS_DIR to compare with the reviewed findings.`,
  );

function foundIn(name: string): string[] {
  const bytes = fs.readFileSync(path.join(corpus, name));
  const result = name.endsWith('.fdx') ? parseFdx(bytes) : parseFountain(bytes.toString('utf8'));
  if (!result.ok) throw new Error(result.message);
  const elements = result.screenplay.elements.map((element, at) => ({ ...element, id: at + 1 }));
  return examine(factsOfProject({ elements })).map(
    ({ elementId, ruleId }) => `${name} ${elementId} ${ruleId}`,
  );
}

describe('reviewed findings', () => {
  test('have the recorded totals, including those wrong at first on unseen scripts', () => {
    const unseen = rows.filter(({ half, verdict }) => half === 'unseen' && verdict !== 'unclear');
    expect([rows.length, unseen.length, unseen.filter(isWrong).length]).toEqual([569, 183, 10]);
    // Reviewed after the errors of the first review were fixed.
    const later = unseen.filter(({ element }) => element === '-');
    expect([later.length, later.filter(isWrong).length]).toEqual([108, 3]);
  });

  test('are wrong in at most 3 of 100 for 300 and more findings on new scripts', () => {
    const fresh = rows.filter(({ half, verdict }) => half === 'fresh' && verdict !== 'unclear');
    const wrong = fresh.filter(isWrong);
    expect([fresh.length, wrong.length]).toEqual([316, 8]);
    expect(wrong.length / fresh.length).toBeLessThanOrEqual(0.03);
    // Long blocks are counted, not understood, and hardly ever wrong. So also report the others
    // alone.
    const understood = fresh.filter(({ rule }) => rule !== 'long-action');
    expect([understood.length, understood.filter(isWrong).length]).toEqual([197, 7]);
  });

  test.skipIf(availableScripts.length < scripts.length)(
    'are wrong in at most 3 of 100 that still occur, with few unreviewed ones',
    () => {
      const judged = new Map(rows.map((row) => [keyOf(row), row]));
      const found = availableScripts.flatMap(foundIn);
      const known = found.flatMap((key) => judged.get(key) ?? []);
      expect(known.length).toBeGreaterThan(80);
      expect(known.filter(isWrong).length / known.length).toBeLessThanOrEqual(0.03);
      expect(found.length - known.length).toBeLessThanOrEqual(10);
    },
  );
});
