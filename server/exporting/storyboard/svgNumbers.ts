const numberPattern = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;

/** Return all numbers in an SVG attribute. */
export function parseSvgNumbers(text: string): number[] {
  return (text.match(numberPattern) ?? []).map(Number);
}

/** Write numbers as operands of a PDF command, with four decimals. */
export function pdfNumbers(values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ');
}
