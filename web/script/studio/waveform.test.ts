import { afterEach, expect, test, vi } from 'vitest';
import { clockText, playedPart, withMarker } from './clip.ts';
import { barCount, barsOf, decodedSound, drawWaveform, placeholderPeaks } from './waveform.ts';

afterEach(() => vi.unstubAllGlobals());

test('returns 200 bars, each the loudest sample of its part, relative to the loudest of all', () => {
  const samples = Float32Array.from({ length: 4000 }, (_, at) => (at === 30 ? -0.5 : at >= 2000 ? 0.25 : 0));
  const peaks = barsOf(samples);
  expect(peaks).toHaveLength(200);
  expect([peaks[0], peaks[1], peaks[2], peaks[150]]).toEqual([0, 1, 0, 0.5]);
  expect(barsOf(new Float32Array(10))).toEqual(Array(200).fill(0));
  expect(barsOf([])).toHaveLength(200);
});

test('returns 200 random bars for a sound that cannot be decoded', async () => {
  vi.stubGlobal('fetch', async () => new Response('no sound at all'));
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = () => Promise.reject(new Error('no sound'));
    },
  );
  const { peaks, seconds } = await decodedSound('/uploads/1.mp3', new AbortController().signal);
  expect(seconds).toBeNull();
  expect(peaks).toHaveLength(barCount);
  expect(peaks.every((peak) => peak >= 0.1 && peak <= 1)).toBe(true);
  expect(new Set(peaks).size).toBeGreaterThan(100);
  expect(placeholderPeaks(() => 0)).toEqual(Array(200).fill(0.1));
});

test('draws played bars, later bars and those outside of the markers in different colours', () => {
  const drawn: string[] = [];
  const context = {
    fillStyle: '',
    clearRect: () => {},
    fillRect: () => drawn.push(context.fillStyle),
  };
  const colors = { played: 'played', ahead: 'ahead', outside: 'outside', clip: 'clip', marker: 'marker' };
  const state = { position: 0.5, clip: [0.25, 0.75], markers: [0.25, 0.75] } as const;
  drawWaveform(context, Array(200).fill(1), state, colors);
  const count = (color: string) => drawn.filter((each) => each === color).length;
  // The play head has the colour of played bars, so there is one more.
  expect(['clip', 'outside', 'played', 'ahead', 'marker'].map(count)).toEqual([1, 100, 51, 50, 2]);
});

test('two markers are start and end in order of time; a third one starts over', () => {
  const one = withMarker([], 5);
  expect([one, withMarker(one, 2), withMarker(withMarker(one, 2), 3)]).toEqual([[5], [2, 5], [3]]);
  expect([playedPart([], 6), playedPart([2], 6), playedPart([2, 5], 6)]).toEqual([
    { from: 0, to: 6 },
    { from: 2, to: 6 },
    { from: 2, to: 5 },
  ]);
  expect([clockText(0), clockText(3.14), clockText(59.97), clockText(75)]).toEqual([
    '0:00.0',
    '0:03.1',
    '1:00.0',
    '1:15.0',
  ]);
});
