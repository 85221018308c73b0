import { readScriptFile } from '#server/importing/readScript.ts';
import { hostileFiles, importedFiles, mutantOf, mutationDice, unreadableFiles } from '#test/importedFiles.ts';
import type { Row } from './measure.ts';

/** Damaged files of each format. ONLY=name selects formats. */
const mutants = Number(process.env.MUTANTS ?? 10_000);
const hostileBytes = 2_500_000;
/** Maximum time of the processor to read or reject a file, and one of `hostileBytes`. */
const maxMs = 2000;
const maxHostileMs = 10_000;

/**
 * Read damaged and hostile files of each format, and return the slowest of each. Throws for a file
 * that is neither read nor rejected, or takes too long.
 */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, make] of [...importedFiles, ...unreadableFiles]) {
    if (!name.includes(process.env.ONLY ?? '')) continue;
    const bytes = await make();
    const roll = mutationDice(29);
    let slowest = 0;
    for (let count = 0; count < mutants; count++)
      slowest = Math.max(slowest, await timeOf(`mutant ${count} of ${name}`, mutantOf(bytes, roll)));
    rows.push({ name: `slowest of ${mutants} damaged files: ${name}`, figure: slowest, of: 'ours' });
  }
  for (const [name, make] of hostileFiles(hostileBytes)) {
    if (!name.includes(process.env.ONLY ?? '')) continue;
    const figure = await timeOf(name, await make(), maxHostileMs);
    rows.push({ name: `${hostileBytes / 1e6} MB, ${name}`, figure, of: 'ours' });
  }
  return rows;
}

async function timeOf(name: string, bytes: Uint8Array, longest = maxMs): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await readScriptFile('script', [bytes]);
  } catch (error) {
    throw new Error(`${name} threw`, { cause: error });
  }
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000;
  if (ms > longest) throw new Error(`${name} took ${Math.round(ms)} ms`);
  return ms;
}
