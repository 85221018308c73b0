interface Dot {
  x: number;
  y: number;
}

/**
 * Return a smooth path through the dots, left to right, without overshoot, which would show a
 * tension that no beat has. Monotone cubic (Fritsch and Carlson, 1980).
 */
export function curveThrough(dots: readonly Dot[]): string {
  const [first] = dots;
  if (!first) return '';
  const slopes = slopesOf(dots);
  const steps = dots.slice(1).map((to, index) => {
    const from = dots[index] ?? first;
    const third = (to.x - from.x) / 3;
    const leaving = from.y + (slopes[index] ?? 0) * third;
    const arriving = to.y - (slopes[index + 1] ?? 0) * third;
    return `C${[from.x + third, leaving, to.x - third, arriving, to.x, to.y].map(short).join(' ')}`;
  });
  return `M${short(first.x)} ${short(first.y)}${steps.join('')}`;
}

/** Return the slope at each dot; 0 at peaks and valleys. */
function slopesOf(dots: readonly Dot[]): number[] {
  const rises = dots.slice(1).map((to, index) => {
    const from = dots[index] ?? to;
    return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x);
  });
  return dots.map((_, index) => {
    const before = rises[index - 1] ?? rises[index] ?? 0;
    const after = rises[index] ?? before;
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
