import { mix } from './colour.ts';

/** Colour grade of the whole picture, from the template or the wish. */
export type Grade = 'plain' | 'monochrome' | 'sepia' | 'warm' | 'cold' | 'faded' | 'vivid' | 'dark';

const words: readonly (readonly [Exclude<Grade, 'plain'>, RegExp])[] = [
  [
    'monochrome',
    /\b(?:black[- ]and[- ]white|b&w|b\/w|monochrome|noir|greyscale|grayscale|charcoal|pencil|ink wash)\b/i,
  ],
  ['sepia', /\b(?:sepia|vintage|old photograph|daguerreotype|antique)\b/i],
  ['faded', /\b(?:desaturated|washed[- ]out|faded|muted|bleached|bleak)\b/i],
  ['vivid', /\b(?:vivid|saturated|colou?rful|technicolor|neon|pop[- ]art|bright colou?rs)\b/i],
  ['cold', /\b(?:cold|cool|blue(?:ish)? (?:light|tones?|tint|grade)|steel blue|icy)\b/i],
  ['warm', /\b(?:warm|golden|amber|orange (?:light|tones?|tint)|sun-?bleached)\b/i],
  ['dark', /\b(?:low[- ]key|underlit|gloomy|murky|dark,)\b/i],
];

/** Return the grade that a text asks for, else "plain". */
export function gradeOf(text: string): Grade {
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'plain';
}

/** Apply a grade to all colours of a drawing. */
export function applyGrade(svg: string, grade: Grade): string {
  if (grade === 'plain') return svg;
  return svg.replace(/"#([0-9A-Fa-f]{6})"/g, (_, hex: string) => `"${inGrade(`#${hex}`, grade)}"`);
}

function inGrade(colour: string, grade: Exclude<Grade, 'plain'>): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const grey = hexOf([0, 0, 0].map(() => red * 0.3 + green * 0.59 + blue * 0.11));
  switch (grade) {
    case 'monochrome':
      return grey;
    case 'sepia':
      return mix(grey, '#A8763E', 0.36);
    case 'warm':
      return mix(colour, '#E0913C', 0.2);
    case 'cold':
      return mix(mix(colour, grey, 0.35), '#3F6E9C', 0.24);
    case 'faded':
      return mix(mix(colour, grey, 0.6), '#D9D4C6', 0.14);
    case 'dark':
      return mix(colour, '#0B0D12', 0.36);
    default:
      return hexOf(
        [red, green, blue].map((value) => value + (value - (red * 0.3 + green * 0.59 + blue * 0.11)) * 0.7),
      );
  }
}

function hexOf(values: readonly number[]): string {
  const part = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${values.map(part).join('')}`.toUpperCase();
}
