import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { newParser } from '#screenplay/fdx/xml.ts';

/** One measured figure: the median of its rounds. */
export interface Row {
  name: string;
  ms: number;
}

const files = ['jc-vikings.fdx', 'rearview-fadein-scrambled.fdx'];
const rounds = 40;

/** Reading and writing FDX, beside a bare read of the same bytes by the XML parser underneath. */
export function run(): Row[] {
  const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'files');
  if (!existsSync(folder)) {
    console.warn(`FDX: no scripts in ${folder}; set CORPUS_DIR.`);
    return [];
  }
  return files.flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    const result = parseFdx(bytes);
    if (!result.ok) throw new Error(`${file}: ${result.message}`);
    const tasks: [string, () => void][] = [
      ['bare saxes read', () => bareRead(bytes)],
      ['parseFdx', () => void parseFdx(bytes)],
      ['writeFdx', () => void writeFdx(result.screenplay)],
    ];
    return medians(tasks).map(({ name, ms }) => ({ name: `${file}: ${name}`, ms }));
  });
}

function bareRead(bytes: Uint8Array): void {
  newParser()
    .write(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    .close();
}

/** The tasks take turns, so that other work on the machine meets all of them alike. */
function medians(tasks: [string, () => void][]): Row[] {
  const times = tasks.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, task]] of tasks.entries()) {
      const start = performance.now();
      task();
      times[index]?.push(performance.now() - start);
    }
  }
  return tasks.map(([name], index) => {
    const sorted = (times[index] ?? []).sort((a, b) => a - b);
    return { name, ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
  });
}

if (process.argv[1] === import.meta.filename) {
  let bare = Number.NaN;
  for (const { name, ms } of run()) {
    if (name.endsWith('bare saxes read')) bare = ms;
    console.log(`${name.padEnd(50)} ${ms.toFixed(2).padStart(8)} ms  ${(ms / bare).toFixed(2)} x bare read`);
  }
}
