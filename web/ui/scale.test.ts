import { expect, test } from 'vitest';
import { ticksUpTo } from './scale.ts';

test.each([
  [3907, {}, [0, 1000, 2000, 3000, 4000]],
  [4000, {}, [0, 1000, 2000, 3000, 4000]],
  [61.84, {}, [0, 20, 40, 60, 80]],
  [0.0007, {}, [0, 0.0002, 0.0004, 0.0006, 0.0008]],
  [0.3, {}, [0, 0.1, 0.2, 0.3]],
  [3, { min: 1 }, [0, 1, 2, 3]],
  [1, { min: 1 }, [0, 1]],
  [0, { min: 1 }, [0, 1]],
  [0, {}, [0, 1]],
  [1_234_567_890, {}, [0, 500_000_000, 1_000_000_000, 1_500_000_000]],
])('an axis up to %s %j has the marks %j', (max, options, ticks) => {
  expect(ticksUpTo(max, options)).toEqual(ticks);
});
