import { expect, it } from 'vitest';
import { joinSounds, sine } from '#engines/sound/testing.ts';
import { mp3Facts } from '#test/mp3.ts';
import { encodeMp3, mp3Seconds } from './encodeMp3.ts';

it('encodeMp3 writes one channel of 44,100 samples at 128 kbit/s with the length of its sounds', async () => {
  const file = await encodeMp3([sine(440, 0.5, 1.5, 22_050), sine(220, 0.5, 1)]);
  const facts = mp3Facts(file);
  expect(facts).toMatchObject({ channels: 1, sampleRate: 44_100, kilobitsPerSecond: 128 });
  expect(facts.seconds).toBeGreaterThan(2.5);
  expect(facts.seconds).toBeLessThan(2.6);
  expect(mp3Seconds(file)).toBeCloseTo(facts.seconds, 2);
});

it('encodeMp3 output depends neither on earlier files nor on how the samples are split', async () => {
  const tone = sine(440, 0.5, 2.2);
  const [first] = await Promise.all([encodeMp3([tone]), encodeMp3([sine(900, 0.9, 1)])]);
  const halves = [0, 1].map((half) => ({
    ...tone,
    samples: tone.samples.subarray(half * 40_000, half ? undefined : 40_000),
  }));
  expect(await encodeMp3(halves)).toEqual(first);
  expect(mp3Facts(await encodeMp3([joinSounds(sine(1, 0, 0))])).seconds).toBeLessThan(0.1);
});
