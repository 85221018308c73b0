/**
 * Return the ticks of an axis that starts at 0: steps of 1, 2 or 5 times a power of ten, about
 * `count` of them, the last one at or above `max`. `min` is the smallest sensible step, 1 for
 * counts.
 */
export function ticksUpTo(
  max: number,
  { count = 4, min = 0 }: { count?: number; min?: number } = {},
): number[] {
  if (!(max > 0)) return [0, min || 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(min, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = Math.ceil(max / step - 1e-9);
  // Products of binary fractions end in …0001.
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
