import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anEmptyPostgres } from '#test/db.ts';
import { killRounds } from '#test/kills.ts';

/** Ten in a run: as many on each database. */
const rounds = 5;

test(`no acknowledged change is lost when the server is killed ${rounds} times while four users write`, async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-kills-'));
  const url = process.env.TEST_DATABASE_URL;
  const postgres = url ? await anEmptyPostgres(url) : null;
  try {
    const found = await killRounds({ dataDir, databaseUrl: postgres?.url ?? null, rounds, seed: 1 });
    expect(found.lost).toEqual([]);
    expect(found.rounds).toBe(rounds);
    expect(found.minInARound).toBeGreaterThanOrEqual(20);
  } finally {
    await postgres?.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}, 240_000);
