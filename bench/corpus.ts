import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');

export const hasCorpus = existsSync(folder);

/** A feature of about 115 pages, as Final Draft and as Fountain. */
export const feature = { fdx: 'jc-vikings.fdx', fountain: 'jc-vikings.fountain' };

export function corpusPath(name: string): string {
  return join(folder, name);
}

export function corpusBytes(name: string): Buffer {
  return readFileSync(corpusPath(name));
}

export function corpusScreenplay(name: string): Screenplay {
  const result = parseFdx(corpusBytes(name));
  if (!result.ok) throw new Error(`${name}: ${result.message}`);
  return result.screenplay;
}
