import { describe, expect, it } from 'vitest';
import { type MixClip, mixBlocks } from './mixing.ts';
import { ReadTimeline, startsOf } from './readTimeline.ts';

const sampleRate = 1000;

function clip(startSeconds: number, seconds: number, level: number, rest: Partial<MixClip> = {}): MixClip {
  return { startSeconds, samples: new Float32Array(seconds * sampleRate).fill(level), gain: 1, ...rest };
}

async function mixOf(clips: MixClip[], blockLength = 64): Promise<number[]> {
  const samples: number[] = [];
  for await (const block of mixBlocks(clips, { sampleRate, blockLength })) samples.push(...block);
  return samples;
}

const near = (values: readonly (number | undefined)[]) =>
  values.map((value) => Math.round((value ?? Number.NaN) * 100) / 100);

describe('mixBlocks', () => {
  it('puts each clip at its start and adds overlapping ones', async () => {
    const mix = await mixOf([clip(0, 0.5, 0.2), clip(0.4, 0.3, 0.3, { gain: 0.5 }), clip(1, 0.1, 0.1)]);
    expect(mix).toHaveLength(1100);
    expect(
      near([
        mix[0],
        mix[399],
        mix[400],
        mix[499],
        mix[500],
        mix[699],
        mix[700],
        mix[999],
        mix[1000],
        mix[1099],
      ]),
    ).toEqual([0.2, 0.2, 0.35, 0.35, 0.15, 0.15, 0, 0, 0.1, 0.1]);
  });

  it('fades in and out', async () => {
    const mix = await mixOf([clip(0, 0.1, 0.5, { fadeInSeconds: 0.05, fadeOutSeconds: 0.02 })]);
    expect(near([mix[0], mix[25], mix[60], mix[89], mix[99]])).toEqual([0, 0.25, 0.5, 0.25, 0]);
  });

  it('limits to the ceiling without jumps in gain', async () => {
    const mix = await mixOf([clip(0, 2, 0.5), clip(0.5, 1, 0.5), clip(0.9, 0.2, 0.8)]);
    expect(Math.max(...mix)).toBeLessThanOrEqual(0.891);
    const alone = mix.slice(0, 380);
    expect(near([Math.min(...alone)])).toEqual([0.5]);
    const steps = mix.slice(1).map((sample, index) => Math.abs(sample - (mix[index] ?? 0)));
    // Except where a clip begins or ends, which fades are for.
    expect(steps.filter((step) => step > 0.02).length).toBeLessThanOrEqual(4);
  });

  it('requests a clip when its time has come, and keeps only playing clips in memory', async () => {
    let requested = 0;
    function* clips() {
      for (let index = 0; index < 50; index++) {
        requested++;
        yield clip(index, 0.9, 0.1);
      }
    }
    const blocks = mixBlocks(clips(), { sampleRate, blockLength: 100 });
    for (let block = 0; block < 25; block++) await blocks.next();
    expect(requested).toBeLessThanOrEqual(4);
    await blocks.return(undefined);
  });

  it('returns nothing for no clips', async () => {
    expect(await mixOf([])).toEqual([]);
  });
});

describe('ReadTimeline', () => {
  it('adds a pause after each sound, and an earlier start for an overlap', () => {
    const sounds = [
      { durationSeconds: 2, overlapSeconds: 0 },
      { durationSeconds: 2, overlapSeconds: 0.5 },
      { durationSeconds: 1, overlapSeconds: 0.05 },
      { durationSeconds: 1, overlapSeconds: 5 },
      { durationSeconds: 3, overlapSeconds: 0 },
    ];
    expect(near(startsOf(sounds))).toEqual([0, 2.3, 3.8, 5.1, 5.2]);
  });

  it('ends when the longest sound does', () => {
    const timeline = new ReadTimeline();
    timeline.place({ durationSeconds: 10, overlapSeconds: 9 });
    timeline.place({ durationSeconds: 1, overlapSeconds: 0 });
    expect([timeline.endSeconds, timeline.nextSeconds]).toEqual([10, 2.3]);
  });
});
