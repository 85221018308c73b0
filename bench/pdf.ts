import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '#server/exporting/pdf/makePdf.ts';
import { type ExportOrder, scriptWriter } from '#server/exporting/writing.ts';
import { readPdf } from '#server/importing/pdf/readPdf.ts';
import { corpusPath, corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { compare, type Row } from './measure.ts';
import { afterwritingPdf } from './peers.ts';

/**
 * Measure a feature as PDF: in the server's warm thread, and as a whole process beside another
 * program's.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  if (!hasCorpus) return [];
  const writer = scriptWriter();
  const { elements, ...script } = corpusScreenplay(feature.fdx);
  const order: ExportOrder = {
    format: 'pdf',
    title: 'Feature',
    elements: [JSON.stringify(elements)],
    script,
    notes: [],
    language: null,
    modifiedAt: new Date(0),
  };
  const rows = await compare(
    [{ name: 'in the server', work: () => writer.run('olive', 0, (send) => send(order)) }],
    { rounds: 20, warmUps: 8 },
  );
  await writer.close();
  return [...rows, ...(await reading()), ...(await processes(hasPeers))];
}

/** Read the PDF of a feature, beside writing it in the same thread. */
async function reading(): Promise<Row[]> {
  const script = { ...corpusScreenplay(feature.fdx), title: 'Feature' };
  const pdf = await makePdf(script);
  const [written, read] = await compare(
    [
      { name: 'a feature of 113 pages, written', work: () => makePdf(script) },
      { name: 'the same, read', work: () => readPdf(pdf) },
    ],
    { rounds: 5, warmUps: 3 },
  );
  if (!written || !read) return [];
  const ratio = read.figure / written.figure;
  return [written, read, { name: 'the same, read ÷ written', figure: ratio, unit: '×', of: 'ours' }];
}

/** File to file, everything included: start of the process, reading, breaking, drawing, writing. */
async function processes(hasPeers: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cold-open-bench-'));
  const program = join(import.meta.dirname, 'pdfFile.ts');
  const ours = {
    name: 'process from Fountain file to PDF file',
    work: () =>
      execFileSync(process.execPath, [program, corpusPath(feature.fountain), join(folder, 'ours.pdf')]),
  };
  const peer = {
    name: 'process from Fountain file to PDF file: afterwriting',
    of: 'peer' as const,
    work: () => afterwritingPdf(corpusPath(feature.fountain), join(folder, 'peer.pdf')),
  };
  try {
    return await compare(hasPeers ? [ours, peer] : [ours], { rounds: 5, warmUps: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
