import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { anEmptyPostgres } from '#test/db.ts';

export interface RunningServer {
  url: string;
  /** The one-time link that a first start prints. */
  signInLink: string;
  stop(): Promise<void>;
}

/** The real server as its own process, on an empty database; listens on this machine alone. */
export async function startServer(
  kind: 'embedded' | 'postgres',
  variables: Record<string, string> = {},
): Promise<RunningServer> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cold-open-e2e-'));
  const postgres = kind === 'postgres' ? await anEmptyPostgres(process.env.TEST_DATABASE_URL ?? '') : null;
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...variables,
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const signInLink = await printedLink(child);
  return {
    url: new URL(signInLink).origin,
    signInLink,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await postgres?.drop();
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

function printedLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const link = printed.match(/^http\S+token=\S+$/m);
      if (link) resolve(link[0]);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}:\n${printed}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
