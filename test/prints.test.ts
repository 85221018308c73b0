import { expect, test } from 'vitest';
import { hasCorpus } from '../bench/corpus.ts';
import { run } from '../bench/prints.ts';

if (!hasCorpus) console.warn('No test scripts: our pages are not laid on known prints. Set CORPUS_DIR.');

test.skipIf(!hasCorpus)('matches our pages to every known print', async () => {
  const rows = await run();
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ figure }) => figure !== 100)).toEqual([]);
});
