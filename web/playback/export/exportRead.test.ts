import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MixPart } from '#engines/sound/mix/readMix.ts';
import type { ReadClip } from '#web/audio/readClip.ts';
import { ApiError } from '#web/lib/api.ts';
import { freshBrowser, logged } from '#web/lib/testing.ts';
import type { FromEncoder, ToEncoder } from './encoding.ts';
import { exportRead } from './exportRead.ts';

freshBrowser();

/**
 * Replaces the worker: accepts one part after another and writes a byte for each part with sound.
 */
class FakeEncoder extends EventTarget {
  static all: FakeEncoder[] = [];
  parts: MixPart[] = [];
  isTerminated = false;
  constructor() {
    super();
    FakeEncoder.all.push(this);
    queueMicrotask(() => this.#send({ type: 'next' }));
  }
  postMessage(message: ToEncoder) {
    if (message.type === 'part') {
      this.parts.push(message.part);
      if (message.part.sound) this.#send({ type: 'piece', piece: new Uint8Array([7]) });
      queueMicrotask(() => this.#send({ type: 'next' }));
    } else this.#send({ type: 'done', chapters: [{ title: '1 DECK', startSeconds: 0, endSeconds: 2 }] });
  }
  terminate() {
    this.isTerminated = true;
  }
  #send(data: FromEncoder) {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
const encoder = () => FakeEncoder.all.at(-1) as FakeEncoder;

beforeEach(() => {
  FakeEncoder.all.length = 0;
  vi.stubGlobal('Worker', FakeEncoder);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData(bytes: ArrayBuffer) {
        if (new TextDecoder().decode(bytes) !== 'sound') throw new DOMException('No', 'EncodingError');
        return { length: 3, numberOfChannels: 1, getChannelData: () => new Float32Array(3) };
      }
    },
  );
});

afterEach(() => void vi.unstubAllGlobals());

const clip = (load: ReadClip['load']): ReadClip => ({
  ...{ load, silentSeconds: 0, overlapSeconds: 0, volume: 0.5, chapter: '1 DECK' },
});
const sound = clip(async () => new Blob(['sound']));
const runExport = (clips: ReadClip[], signal = new AbortController().signal) =>
  exportRead({ title: 'Night Ferry', fileName: 'Night Ferry', clips }, { signal, onProgress: () => {} });

test('leaves out clips that do not load or decode, counts them and logs them', async () => {
  const missing = clip(() => Promise.reject(new Error('The file answers 404')));
  const { skipped, mp3 } = await runExport([sound, clip(async () => new Blob(['<html>'])), missing, sound]);
  expect(skipped).toBe(2);
  expect(encoder().parts.map((part) => part.sound !== null)).toEqual([true, false, false, true]);
  expect([...new Uint8Array(await mp3.arrayBuffer())].slice(-2)).toEqual([7, 7]);
  expect(logged()).toEqual(['A clip was left out', 'A clip was left out']);
  expect(encoder().isTerminated).toBe(true);
});

test('returns no file, loads no further clip and ends its worker when it is cancelled', async () => {
  const cancelling = new AbortController();
  const after = vi.fn(async () => new Blob(['sound']));
  const cancelled = clip(async (signal) => {
    cancelling.abort(new Error('Cancelled'));
    signal.throwIfAborted();
    return null;
  });
  await expect(runExport([sound, cancelled, clip(after)], cancelling.signal)).rejects.toThrow('Cancelled');
  expect([after.mock.calls.length, encoder().isTerminated]).toEqual([0, true]);
  await expect(runExport([sound], cancelling.signal)).rejects.toThrow('Cancelled');
});

test("stops with the server's error when the credits run out, and loads nothing more", async () => {
  const after = vi.fn(async () => new Blob(['sound']));
  const rejected = new ApiError(402, 'Payment Required', '{"code":"out_of_credits"}');
  const run = runExport([sound, clip(() => Promise.reject(rejected)), clip(after)]);
  await expect(run).rejects.toBe(rejected);
  expect([after.mock.calls.length, encoder().isTerminated]).toEqual([0, true]);
});
