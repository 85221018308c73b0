import { expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { fileSampleRate } from '../sound.ts';
import { encodeRead } from './encodeRead.ts';
import type { MixPart } from './readMix.ts';

function part(chapter: string, seconds: number, rest: Partial<MixPart> = {}): MixPart {
  const samples = Float32Array.from(
    { length: seconds * fileSampleRate },
    (_, index) => 0.3 * Math.sin(index / 20),
  );
  const sound = { samples, sampleRate: fileSampleRate };
  return { sound, silentSeconds: 0, overlapSeconds: 0, gain: 1, chapter, ...rest };
}

async function* each(parts: MixPart[]) {
  yield* parts;
}

test('encodes a read as an MP3 as long as its parts and pauses, with a chapter for each scene', async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: fileSampleRate, channels: 1, bitrate: 128 });
  let bytes = 0;
  const parts = [
    part('1', 1),
    part('1', 1, { overlapSeconds: 0.5 }),
    part('2', 1),
    part('2', 0, { sound: null }),
    part('3', 0, { sound: null }),
    part('4', 0, { sound: null, silentSeconds: 2 }),
    part('5', 1),
  ];
  const chapters = await encodeRead(each(parts), encoder, (piece) => {
    bytes += piece.length;
  });
  const times = chapters.map(({ title, startSeconds, endSeconds }) => [title, startSeconds, endSeconds]);
  expect(
    times.map(([title, ...at]) => [title, ...at.map((second) => Number(Number(second).toFixed(3)))]),
  ).toEqual([
    ['1', 0, 1.8],
    ['2', 1.8, 3.1],
    ['4', 3.1, 5.4],
    ['5', 5.4, 6.4],
  ]);
  // 128 kilobits per second; the encoder adds some frames.
  expect(Math.abs(bytes / 16_000 - 6.4)).toBeLessThan(0.15);
});
