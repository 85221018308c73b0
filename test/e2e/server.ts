import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { type APIRequestContext, expect } from '@playwright/test';
import { anEmptyPostgres } from '#test/db.ts';
import { type LoginMail, loginMails } from '#test/outbox.ts';
import { freePort } from '#test/ports.ts';
import { aDataDir, anEmptyDataDir } from './dataDir.ts';

export interface RunningServer {
  url: string;
  /** Process id of the server. */
  pid: number;
  /** Returns the one-time link that only a first start prints. */
  signInLink(): Promise<string>;
  /**
   * Runs `ask`, which causes a sign-in mail to that address, and reads the mail in the outbox
   * folder.
   */
  loginMail(email: string, ask: () => Promise<unknown>): Promise<LoginMail>;
  stop(): Promise<void>;
}

/**
 * Press the button of a sign-in link's page by its call, without a page. The user has answered the
 * question of the first start.
 */
export async function followLink(request: APIRequestContext, link: string): Promise<void> {
  const token = new URL(link).searchParams.get('token') ?? '';
  const answer = await request.post(new URL('/api/login/link', link).href, { data: { token } });
  expect(answer.status()).toBe(200);
  await answerKeyQuestion(request, link);
}

/** Answer the question of the first start, which keys a writer knows, with the default. */
export async function answerKeyQuestion(request: APIRequestContext, base: string): Promise<void> {
  const address = new URL('/api/auth/user/preferences', base).href;
  const answer = await request.patch(address, { data: { elementKeys: 'cycle' } });
  expect(answer.status()).toBe(200);
}

/**
 * Start the real server as a separate process that listens on this machine only. Its database has
 * no users. With `isNew` it does not exist yet. The server is that of the checkout in `folder`.
 */
export async function startServer(
  kind: 'embedded' | 'postgres',
  variables: Record<string, string> = {},
  { isNew = false, folder = '.' } = {},
): Promise<RunningServer> {
  const dataDir =
    variables.DATA_DIR ?? (await (isNew || kind === 'postgres' ? anEmptyDataDir() : aDataDir()));
  const postgres = kind === 'postgres' ? await anEmptyPostgres(process.env.TEST_DATABASE_URL ?? '') : null;
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...variables,
      DATA_DIR: dataDir,
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = linesOf(child);
  return {
    url: await printed(/^Cold Open is ready at (\S+)$/m),
    pid: child.pid ?? 0,
    loginMail: async (email, ask) => {
      const before = loginMails(dataDir, email).length;
      await ask();
      await expect.poll(() => loginMails(dataDir, email).length).toBeGreaterThan(before);
      return loginMails(dataDir, email).at(-1) as LoginMail;
    },
    signInLink: () => printed(/^(http\S+token=\S+)$/m),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await postgres?.drop();
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Wait for a line that a server prints or has printed. Return its first group. */
function linesOf(child: ChildProcess): (line: RegExp) => Promise<string> {
  let text = '';
  const waiting = new Set<() => void>();
  const check = () => {
    for (const again of waiting) again();
  };
  child.stdout?.on('data', (piece) => {
    text += piece;
    check();
  });
  child.once('exit', check);
  return (line) =>
    new Promise((resolve, reject) => {
      const again = () => {
        const found = text.match(line)?.[1];
        if (found === undefined && child.exitCode === null) return;
        waiting.delete(again);
        if (found === undefined) reject(new Error(`The server ended with code ${child.exitCode}:\n${text}`));
        else resolve(found);
      };
      waiting.add(again);
      again();
    });
}
