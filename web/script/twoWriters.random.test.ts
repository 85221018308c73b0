import { afterEach, beforeEach, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { simulateBrowsers } from './testing/twoWriters/browsers.ts';
import { TwoWriters } from './testing/twoWriters/world.ts';

/*
 * Two writers in one script, one of them on a bad network, compared with plain lines of numbered
 * words. For long runs, TWO_WRITERS_SEEDS lists the seeds and TWO_WRITERS_STEPS sets the number of
 * steps, such as TWO_WRITERS_SEEDS=3,4,5 TWO_WRITERS_STEPS=2000.
 */

const seeds = (process.env.TWO_WRITERS_SEEDS ?? '1').split(',').map(Number);
const steps = Number(process.env.TWO_WRITERS_STEPS ?? 200);
const stepsPerCheck = 25;
const maxShownSteps = 40;

let restore = () => {};
beforeEach(() => {
  restore = simulateBrowsers();
});
afterEach(() => restore());

test.each(seeds)(
  'keeps every word of two writers once, whatever the network loses (seed %i)',
  { timeout: 120_000 + steps * 1000 },
  async (seed) => {
    const world = await TwoWriters.open(seeded(seed));
    try {
      for (let step = 1; step <= steps; step++) {
        await world.step();
        if (step % stepsPerCheck === 0 || step === steps) await world.checkQuiet();
      }
    } catch (error) {
      const log = world.log.slice(-maxShownSteps).join('\n');
      throw new Error(`Seed ${seed} (${world.keys}), after ${world.log.length} steps:\n${log}`, {
        cause: error,
      });
    } finally {
      world.close();
    }
    expect(world.log).toHaveLength(steps);
    if (steps > 200) console.log(`Seed ${seed} (${world.keys}): ${JSON.stringify(world.counts)}`);
  },
);
