import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { aiDisclosures, aiRequests, aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { copyPreparedData } from '#test/preparedData.ts';
import { releaseStale } from './requests.ts';

const kills = 3;

test(`AI calls leave a correct ledger and no reservation after ${kills} kills of the process`, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-calls-'));
  try {
    await copyPreparedData(folder);
    for (let round = 0; round < kills; round += 1) {
      const answered = await callUntil(folder, 3 + round * 9);
      const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
      // The ledger is consistent before any repair, and running calls still have their reservation.
      expect(await errorsInBooks(db)).toEqual([]);
      const running = await db.select().from(aiRequests).where(eq(aiRequests.state, 'running'));
      expect(running.length).toBeGreaterThan(0);
      expect(running.every(({ reserved }) => reserved > 0)).toBe(true);

      expect(await releaseStale(db, 'all')).toBe(running.length);

      expect(await errorsInBooks(db)).toEqual([]);
      expect(await db.select().from(users).where(sql`${users.reservedCredits} > 0`)).toEqual([]);
      const requests = await db.select().from(aiRequests);
      const logs = await db.select().from(aiUsageLogs);
      expect(logs).toHaveLength(requests.length);
      expect(await db.$count(aiDisclosures)).toBe(requests.length);
      const charges = await db.select().from(creditTransactions).where(eq(creditTransactions.type, 'usage'));
      expect(charges).toHaveLength(logs.filter(({ success }) => success).length);
      expect(charges.length).toBeGreaterThanOrEqual(answered);
      await close();
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}, 240_000);

/**
 * Start a process that makes calls, and kill it after `enough` answers. Return the number of
 * answers received.
 */
async function callUntil(folder: string, enough: number): Promise<number> {
  const child = spawn(process.execPath, ['test/caller.ts', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'exit');
  let answered = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('answered')) answered += 1;
    if (answered === enough) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`the caller ended by itself: ${errors}`);
  return answered;
}
