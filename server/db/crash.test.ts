import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { copyPreparedData } from '#test/preparedData.ts';
import type { Findings } from '#test/writer.ts';

const kills = 3;

test(`no acknowledged write is lost when the process is killed ${kills} times while it writes`, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-crash-'));
  try {
    await copyPreparedData(path.join(folder, 'data'));
    let found = await writeUntil(folder, 8);
    for (let round = 1; round < kills; round += 1) {
      // From the start to well into the writing, so that transactions are interrupted in their
      // middle too.
      found = await writeUntil(folder, 1 + ((round * 7) % 23));
      expectWhole(found);
    }
    const acknowledgedBefore = found.acknowledged;
    found = await writeUntil(folder, 1);
    expectWhole(found);
    expect(found.acknowledged).toBeGreaterThan(acknowledgedBefore);
    expect(found.acknowledged).toBeGreaterThan(kills);
    expect(found.heapCount).toBeGreaterThan(0);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}, 240_000);

function expectWhole(found: Findings) {
  expect(found.lost).toEqual([]);
  expect(found.ledgerSum).toBe(found.balance);
  expect(found.ledgerSum).toBeGreaterThanOrEqual(found.acknowledged);
  expect(found.tornScenes).toBe(0);
  expect(found.indexCount).toBe(found.heapCount);
}

/**
 * Start a writer and kill it after this many acknowledged transactions. Return the writer's
 * findings at its start.
 */
async function writeUntil(folder: string, acknowledgements: number): Promise<Findings> {
  const args = ['test/writer.ts', path.join(folder, 'data'), path.join(folder, 'acknowledged')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'exit');
  let found: Findings | undefined;
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (found === undefined) found = JSON.parse(line) as Findings;
    else acknowledged += 1;
    if (acknowledged === acknowledgements) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  if (found === undefined || signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${errors}`);
  return found;
}
