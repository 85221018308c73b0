const degrees = 10;

/**
 * Return the transform that slants a line of text with its baseline at `y`. An italic face would be
 * one more font on every page with a poster.
 */
export function slantAt(y: number): string {
  const shift = y * Math.tan((degrees * Math.PI) / 180);
  return `translate(${shift.toFixed(1)} 0) skewX(-${degrees})`;
}
