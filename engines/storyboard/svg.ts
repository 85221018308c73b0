/** A point of a drawing, in units of its viewBox. */
export type Point = readonly [x: number, y: number];
export type Attributes = Record<string, string | number | undefined>;

/** Escape a text for XML: well formed, no control characters, at most `longest` characters. */
export function escapeXml(text: string, maxLength = 200): string {
  // Cut first: the text may be of any length.
  const plain = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim();
  const letters = [...plain];
  const kept = letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : plain;
  return kept
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Round to a tenth of a unit, which is finer than a screen shows and keeps files small. */
export function formatCoordinate(value: number): number {
  const rounded = Math.round(value * 10) / 10;
  return Object.is(rounded, -0) ? 0 : rounded;
}

/** Return one element. Attribute values must be safe: numbers, colours, paths, names. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? formatCoordinate(value) : value}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

/** Return a group named after what it shows; "" if it has no content. */
export function part(name: string, content: string, more: Attributes = {}): string {
  return content === '' ? '' : tag('g', { 'data-part': name, ...more }, content);
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more?: Attributes) {
  return tag('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), fill, ...more });
}

export function circle(cx: number, cy: number, r: number, fill: string, more?: Attributes): string {
  return tag('circle', { cx, cy, r, fill, ...more });
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more?: Attributes) {
  return tag('ellipse', { cx, cy, rx, ry, fill, ...more });
}

export function polygon(points: readonly Point[], fill: string, more?: Attributes): string {
  return tag('path', { d: `${lines(points)}Z`, fill, ...more });
}

/** Draw a line through points. */
export function stroke(points: readonly Point[], colour: string, width: number, more?: Attributes): string {
  return tag('path', { d: lines(points), fill: 'none', stroke: colour, 'stroke-width': width, ...more });
}

export function shape(d: string, fill: string, more?: Attributes): string {
  return tag('path', { d, fill, ...more });
}

/** Draw many lines of one style as one path. */
export function strokes(
  all: readonly (readonly Point[])[],
  colour: string,
  width: number,
  more?: Attributes,
) {
  if (all.length === 0) return '';
  const d = all.map(lines).join('');
  return tag('path', { d, fill: 'none', stroke: colour, 'stroke-width': width, ...more });
}

/** Draw many rectangles of one colour as one path. */
export function rects(
  all: readonly (readonly [number, number, number, number])[],
  fill: string,
  more?: Attributes,
) {
  if (all.length === 0) return '';
  const d = all
    .map(
      ([x, y, width, height]) =>
        `M${formatCoordinate(x)} ${formatCoordinate(y)}h${formatCoordinate(width)}v${formatCoordinate(height)}h${formatCoordinate(-width)}Z`,
    )
    .join('');
  return tag('path', { d, fill, ...more });
}

function lines(points: readonly Point[]): string {
  return points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${formatCoordinate(x)} ${formatCoordinate(y)}`)
    .join('');
}

/** Draw a smooth line through points, closed along the bottom at `floor`. */
export function hill(points: readonly Point[], floor: number, fill: string, more?: Attributes): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  let d = `M${formatCoordinate(first[0])} ${formatCoordinate(floor)}L${formatCoordinate(first[0])} ${formatCoordinate(first[1])}`;
  for (const [index, [x, y]] of points.entries()) {
    const next = points[index + 1];
    if (!next) break;
    const middle = (x + next[0]) / 2;
    d += `C${formatCoordinate(middle)} ${formatCoordinate(y)} ${formatCoordinate(middle)} ${formatCoordinate(next[1])} ${formatCoordinate(next[0])} ${formatCoordinate(next[1])}`;
  }
  return tag('path', { d: `${d}L${formatCoordinate(last[0])} ${formatCoordinate(floor)}Z`, fill, ...more });
}
