import { afterEach, expect, test } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { largeScript } from '#server/lib/heavyWork.ts';
import { WorkerThread } from '#server/lib/thread.ts';
import { action, heading } from '#test/script.ts';
import { SharedFileCache } from './sharedFiles.ts';
import type { WrittenFile } from './writeScriptFile.ts';
import { type ExportOrder, type ScriptWriter, scriptWriter } from './writing.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

function aThread(): WorkerThread<ExportOrder, WrittenFile> {
  const thread = new WorkerThread<ExportOrder, WrittenFile>(new URL('./write.worker.ts', import.meta.url));
  open.push(thread);
  return thread;
}

const order = (title: string, ...texts: unknown[]): ExportOrder => ({
  format: 'pdf',
  title,
  elements: [
    JSON.stringify([heading('INT. CAR DECK - NIGHT')]),
    JSON.stringify(texts.map((text) => action(text as string))),
  ],
  script: { titlePage: emptyTitlePage, format: defaultFormat, source: null },
  notes: [],
  language: null,
  modifiedAt: new Date(0),
});
const nightFerry = order('Night Ferry', 'Engines.');
/** An order that cannot be printed, despite its format. */
const unprintable = order('Night Ferry', 7);
const head = ({ bytes }: WrittenFile) => Buffer.from(bytes.subarray(0, 8)).toString('latin1');

test('WorkerThread returns each of several concurrent orders its own file', async () => {
  const thread = aThread();
  const titles = ['one', 'two', 'three', 'four', 'five'];
  const files = await Promise.all(titles.map((title) => thread.send({ ...nightFerry, title })));
  for (const [i, file] of files.entries()) {
    expect(head(file)).toBe('%PDF-1.7');
    expect(Buffer.from(file.bytes).toString('latin1')).toContain(`>${titles[i]}<`);
  }
});

test('WorkerThread returns a file with its own buffer', async () => {
  const { bytes: pdf } = await aThread().send(nightFerry);
  expect(pdf.byteLength).toBe(pdf.buffer.byteLength);
});

test('WorkerThread rejects only the script that cannot be printed', async () => {
  const thread = aThread();
  const orders = [thread.send(nightFerry), thread.send(unprintable), thread.send(nightFerry)];
  const [first, second, third] = await Promise.allSettled(orders);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  expect(third?.status).toBe('fulfilled');
});

test('WorkerThread rejects waiting orders when it is closed and restarts for the next order', async () => {
  const thread = aThread();
  const waiting = thread.send(nightFerry);
  const rejection = expect(waiting).rejects.toThrow('The thread ended');
  await thread.close();
  await rejection;
  expect(head(await thread.send(nightFerry))).toBe('%PDF-1.7');
});

test('scriptWriter does not delay a short script by a long one of another user', async () => {
  const writer: ScriptWriter = scriptWriter();
  open.push(writer);
  const done: string[] = [];
  const long = order('Long', ...Array.from({ length: 75 }, () => 'Rain on the roof. '.repeat(1000)));
  const print = async (personId: string, size: number, each: ExportOrder) => {
    await writer.run(personId, size, (send) => send(each));
    done.push(each.title);
  };
  const both = [print('mara', largeScript + 1, long), print('mara', largeScript + 1, long)];
  await print('tobias', 1000, nightFerry);
  expect(done).toEqual(['Night Ferry']);
  await Promise.all(both);
});

test('SharedFileCache makes a file once and keeps it until the last reader releases it', async () => {
  const shared = new SharedFileCache();
  let made = 0;
  const make = async () => new Uint8Array([++made]);
  const readers = await Promise.all(Array.from({ length: 60 }, () => shared.take('7 12', make)));
  expect(new Set(readers.map(({ file }) => file)).size).toBe(1);
  for (const { release } of readers) {
    expect(shared.size).toBe(1);
    release();
    // `release` may be called more than once.
    release();
  }
  expect([made, shared.size]).toEqual([1, 0]);
  const failing = shared.take('7 13', () => Promise.reject(new Error('unprintable')));
  await expect(failing).rejects.toThrow('unprintable');
  expect(shared.size).toBe(0);
});
