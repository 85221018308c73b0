import fs from 'node:fs';
import path from 'node:path';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';

const corpusFile = path.join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files', 'jc-vikings.fdx');

/**
 * Return a Final Draft file of more than a hundred pages: a real one from the corpus, or else our
 * own scenes repeated.
 */
export function featureFile(): { name: string; fdx: Buffer } {
  if (fs.existsSync(corpusFile)) return { name: path.basename(corpusFile), fdx: fs.readFileSync(corpusFile) };
  console.warn(`No ${corpusFile}: using a script made from a fixture instead.`);
  const fixture = parseFountain(fs.readFileSync('screenplay/fixtures/night-ferry.fountain'));
  if (!fixture.ok) throw new Error(fixture.message);
  const elements = Array.from({ length: 45 }, () => fixture.screenplay.elements).flat();
  return { name: 'night-ferry.fdx', fdx: Buffer.from(writeFdx({ ...fixture.screenplay, elements })) };
}
