import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import { maxContentLength } from '#screenplay/limits.ts';
import type { UserRow } from '#server/auth/accounts.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { leafParagraphs } from '#test/fdx.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';

interface Outcome {
  expect: 'import' | 'error';
  elements?: number;
  kind?: string;
  must?: string;
  mustNot?: string;
}

interface HostileFile extends Outcome {
  file: string;
  bytes: number;
  why: string;
  /** Just as good. */
  also?: Outcome;
}

const generator = path.resolve(process.env.CORPUS_DIR ?? '../shared/corpus', 'make-hostile.mjs');
const hasCorpus = fs.existsSync(generator);
if (!hasCorpus) console.warn(`No ${generator}: the hostile files are not uploaded. Set CORPUS_DIR.`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-upload-'));
if (hasCorpus) execFileSync(process.execPath, [generator, folder]);
const files: HostileFile[] = hasCorpus
  ? JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8'))
  : [];
/** Files that are read as what they are, whatever their name is (docs/decisions/0084). */
const elementsByFile: Record<string, number> = {
  '06-wrong-root.fdx': 1,
  '07-wrong-root-osf.fdx': 1,
  '51-wrong-extension.txt': 4,
};
let writer: UserRow;
let browser: Caller;
// Somebody new for each file: one person may export sixty times a minute.

test.beforeEach(async ({ server }) => {
  writer = await aUser(server.db);
  browser = server.as(writer);
  await browser.get('/api/projects');
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Requests that are made while a file is being imported. */
const maxMeanwhile = 5;

/** Uploads a file, and asks for the project list a few times until that is done. */
async function uploadAndMeanwhile(name: string) {
  let isDone = false;
  const importing = browser
    .inject(uploadRequest(name, fs.readFileSync(path.join(folder, name))))
    .finally(() => {
      isDone = true;
    });
  let answeredMeanwhile = 0;
  while (!isDone && answeredMeanwhile < maxMeanwhile) {
    const { statusCode } = await browser.get('/api/projects');
    expect(statusCode).toBe(200);
    if (!isDone) answeredMeanwhile++;
    await setImmediate(); // as the sockets of a real server would
  }
  return { answer: await importing, answeredMeanwhile };
}

describe.runIf(hasCorpus)('hostile uploads', () => {
  test.for(files.map((row) => [`${row.file}: ${row.why}`, row] as const))(
    '%s',
    { timeout: 120_000 },
    async ([_, row], { server }) => {
      const { answer, answeredMeanwhile } = await uploadAndMeanwhile(row.file);
      const isImported = answer.statusCode === 201;
      const elements = elementsByFile[row.file];
      const expected = elements === undefined ? row : { ...row, expect: 'import' as const, elements };
      const outcome = [expected, row.also].find((each) => each?.expect === (isImported ? 'import' : 'error'));
      expect(outcome, `answered ${answer.statusCode} ${answer.body.slice(0, 300)}`).toBeDefined();
      if (isImported) await expectImported(answer.json(), outcome ?? expected, row.bytes);
      else await expectRejected(server, answer.statusCode, answer.json(), outcome ?? row);
      await server.db.delete(projects).where(eq(projects.userId, writer.id));
      if (row.bytes > 2_000_000 && isImported) expect(answeredMeanwhile).toBeGreaterThan(0);
    },
  );
});

async function expectImported(body: Imported, outcome: Outcome, bytes: number) {
  const { id } = body.project;
  // A paragraph above the element limit becomes several elements, and is one paragraph again in the
  // file.
  const isWhole = !body.receipt.shortened.some((line) => line.includes('paragraph was longer'));
  if (isWhole) expect(body.counts.elements).toBe(outcome.elements);
  const exported = (await browser.get(`/api/projects/${id}/export/fdx`)).payload;
  expect(leafParagraphs(exported).filter(({ text }) => text.trim() !== '')).toHaveLength(
    outcome.elements ?? -1,
  );
  if (bytes > 2_000_000) return;
  const script = (await browser.get(`/api/projects/${id}/script-elements`)).json() as { content: string }[];
  expect(script).toHaveLength(body.counts.elements);
  expect(Math.max(...script.map(({ content }) => content.length))).toBeLessThanOrEqual(maxContentLength);
  const text = script
    .map(({ content }) => content)
    .join('\n')
    .toUpperCase();
  if (outcome.must) expect(text).toContain(outcome.must.toUpperCase());
  if (outcome.mustNot) expect(text).not.toContain(outcome.mustNot.toUpperCase());
  for (const format of ['pdf', 'fdx', 'fountain']) {
    const file = await browser.get(`/api/projects/${id}/export/${format}`);
    expect([format, file.statusCode]).toEqual([format, 200]);
  }
}

interface Imported {
  project: { id: number };
  counts: { elements: number };
  receipt: { shortened: string[] };
}

async function expectRejected(
  server: TestApp,
  status: number,
  body: { message: string; error: string },
  { kind }: Outcome,
) {
  const unreadable = 'The file could not be read as a Final Draft script. ';
  const texts: Record<string, string> = {
    extension: 'Please select an FDX file.',
    'too-large': 'File is larger than 10 MB.',
  };
  expect(status).toBe(kind === 'too-large' ? 413 : 400);
  expect(body.error).toBe(body.message);
  const text = texts[kind ?? ''];
  if (text) expect(body.message).toBe(text);
  else {
    expect(body.message.startsWith(unreadable)).toBe(true);
    expect(body.message.length).toBeGreaterThan(unreadable.length + 10);
    expect(body.message).not.toMatch(/\bat .*\.ts|node_modules|\/[a-z]+\//);
  }
  if (kind === 'malformed-xml') expect(body.message).toMatch(/line \d+, column \d+/);
  expect(await server.db.select().from(projects).where(eq(projects.userId, writer.id))).toEqual([]);
}
