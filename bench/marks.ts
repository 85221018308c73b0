import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkOneWordChanges, checkRandomEdits, type ReportCheck } from '#test/fdxPreservation.ts';
import { seeded } from '#test/random.ts';
import { corpusBytes, corpusPath, hasCorpus } from './corpus.ts';
import type { Row } from './measure.ts';

const edits = 1000;

/**
 * Measure how edits preserve foreign content of files: the share of untouched runs, marks and parts
 * that are exported byte for byte. Every share has to be 100 %; differences are printed.
 */
export async function run(): Promise<Row[]> {
  if (!hasCorpus) return [];
  const files = readdirSync(dirname(corpusPath('x'))).filter((name) => name.endsWith('.fdx'));
  const words = new Share();
  for (const file of files) checkOneWordChanges(corpusBytes(file), words.of(file));
  const random = new Share();
  const perFile = Math.ceil(edits / files.length);
  for (const [seed, file] of files.entries())
    checkRandomEdits(corpusBytes(file), seeded(seed + 1), perFile, random.of(file));
  return [
    {
      name: `${files.length} files, one word in every tenth paragraph: lines that are as they should be`,
      ...words.figure(),
    },
    {
      name: `${perFile * files.length} random edits, each undone or not: runs, paragraphs and parts that were not touched`,
      ...random.figure(),
    },
  ];
}

class Share {
  #wanted = 0;
  #found = 0;

  of(file: string): ReportCheck {
    return (isRight, what) => {
      this.#wanted++;
      if (isRight) this.#found++;
      else console.error(`  ${file}: ${what}`);
    };
  }

  figure() {
    return { figure: (100 * this.#found) / this.#wanted, unit: '%' as const, of: 'ours' as const };
  }
}
