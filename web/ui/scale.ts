/**
 * The marks of an axis that begins at 0: steps of 1, 2 or 5 times a power of ten, about `count` of them, the last one not
 * below `max`. `least` is the smallest step that makes sense, 1 for what is counted.
 */
export function ticksUpTo(
  max: number,
  { count = 4, least = 0 }: { count?: number; least?: number } = {},
): number[] {
  if (!(max > 0)) return [0, least || 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  const steps = Math.ceil(max / step - 1e-9);
  // Products of binary fractions end in …0001.
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
