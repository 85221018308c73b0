/** Minimum contrast of text. Source: WCAG 2.2, 1.4.3. */
export const minContrast = 4.5;

type Rgb = [red: number, green: number, blue: number];

/**
 * Return a colour as it can be read on a ground: towards black or white until the contrast is
 * sufficient. Both are #rrggbb.
 */
export function readableColor(color: string, ground: string): string {
  const [from, on] = [rgbOf(color), rgbOf(ground)];
  const target = luminanceOf(on) > 0.18 ? 0 : 255;
  for (let step = 0; step <= 20; step++) {
    const mixed = from.map((value) => Math.round(value + ((target - value) * step) / 20)) as Rgb;
    if (contrastOf(mixed, on) >= minContrast) return hexOf(mixed);
  }
  return hexOf([target, target, target]);
}

/** Return the contrast ratio of two colours. */
export function colorContrast(a: string, b: string): number {
  return contrastOf(rgbOf(a), rgbOf(b));
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [one, other] = [luminanceOf(a), luminanceOf(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = /^#[\da-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
