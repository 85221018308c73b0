import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';

/** One measured figure: the median of its rounds. */
export interface Row {
  name: string;
  ms: number;
}

const corpusFile = 'jc-vikings.fountain';
const rounds = 100;
const warmUpRounds = 20;

/** Reading a feature-length Fountain file from its bytes, and writing it again. */
export function run(): Row[] {
  const path = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files', corpusFile);
  if (!existsSync(path)) {
    console.warn(`Fountain: no script at ${path}; set CORPUS_DIR.`);
    return [];
  }
  const bytes = readFileSync(path);
  const result = parseFountain(bytes);
  if (!result.ok) throw new Error(`${corpusFile}: ${result.message}`);
  return [
    { name: `${corpusFile}: parseFountain`, ms: median(() => void parseFountain(bytes)) },
    {
      name: `${corpusFile}: writeFountain`,
      ms: median(() => void writeFountain(result.screenplay, result.notes)),
    },
  ];
}

function median(task: () => void): number {
  for (let round = 0; round < warmUpRounds; round++) task();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    task();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, ms } of run()) console.log(`${name.padEnd(50)} ${ms.toFixed(2).padStart(8)} ms`);
}
