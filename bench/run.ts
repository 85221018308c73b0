import type { Row } from './measure.ts';
import { installPeers } from './peers.ts';

/*
 * `npm run bench`: every figure of docs and README in one run, ours beside others. Times depend on
 * the machine; only ratios of one run are meaningful. `npm run bench -- fdx pdf` runs only those
 * parts.
 */
const parts = [
  'fdx',
  'marks',
  'prints',
  'comparing',
  'fountain',
  'pagination',
  'pdf',
  'copies',
  'pdfImport',
  'mutants',
  'importWaits',
  'importHolds',
  'list',
  'heavy',
  'writing',
  'hour',
  'edits',
  'memory',
  'opening',
  'keystroke',
  'selecting',
  'desk',
  'assistant',
  'dashboard',
  'voices',
  'heard',
  'together',
] as const;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !parts.some((part) => part === name));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. Known: ${parts.join(', ')}.`);
  process.exit(1);
}
const hasPeers = installPeers();
for (const part of parts) {
  if (requested.length > 0 && !requested.includes(part)) continue;
  const { run }: { run: (options: { hasPeers: boolean }) => Promise<Row[]> } = await import(`./${part}.ts`);
  const rows = await run({ hasPeers });
  console.log(`\n── ${part} ${'─'.repeat(86 - part.length)}`);
  if (rows.length === 0) console.log('   nothing to measure: set CORPUS_DIR to the folder of test scripts');
  const first = rows[0]?.figure ?? Number.NaN;
  for (const { name, figure, of, unit } of rows) {
    const mark = of === 'ours' ? ' ' : of === 'peer' ? '·' : '_';
    const ratio = unit ? '' : `${(figure / first).toFixed(2).padStart(8)} x`;
    console.log(`${mark} ${name.padEnd(76)} ${format(figure)} ${(unit ?? 'ms').padEnd(5)} ${ratio}`);
  }
}
console.log('\n· another program   _ a floor   x: times the first row of its part');

// A browser or a database that is slow to close must not keep the figures' reader waiting.
process.exit(0);

function format(figure: number): string {
  return figure.toFixed(figure < 1 ? 3 : figure < 100 ? 2 : 0).padStart(9);
}
