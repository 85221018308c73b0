import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { guarded } from '../../../scripts/guarded.ts';

/** A program with a separate home folder. Both end with the tests. */
export interface TestProgram {
  /** Call `connect` until it does not reject, while the program runs. */
  whenReady<T>(connect: (errorOutput: string) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function startProgram(
  commandOf: (folder: string) => readonly string[],
  variables: Record<string, string> = {},
): Promise<TestProgram> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-browser-'));
  const command = commandOf(folder);
  const env = { HOME: folder, XDG_RUNTIME_DIR: folder, GSETTINGS_BACKEND: 'memory', ...variables };
  const program = await guarded(command, folder, { cwd: folder, env, stopSignal: 'TERM' });
  return {
    whenReady: async (connect) => {
      const connected: Awaited<ReturnType<typeof connect>>[] = [];
      await expect(async () => {
        if (program.hasEnded()) throw new Error(`${command[0]} ended: ${program.words()}`);
        connected.push(await connect(program.words()));
      }).toPass({ intervals: [50], timeout: 30_000 });
      return connected[0] as (typeof connected)[number];
    },
    stop: program.stop,
  };
}
