import { parseSvgNumbers, pdfNumbers } from './svgNumbers.ts';

export type SvgAttributes = Readonly<Record<string, string>>;

export interface SvgShape {
  /** Commands that construct the path. */
  path: string;
  /** Left, top, right and bottom of the filled area. */
  box: readonly [number, number, number, number];
}

/** Return the path of an SVG element. Null: it draws nothing, or is of an unsupported type. */
export function svgShape(name: string, attributes: SvgAttributes): SvgShape | null {
  const at = (key: string) => parseSvgNumbers(attributes[key] ?? '')[0] ?? 0;
  const path = new Path();
  switch (name) {
    case 'rect': {
      const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')];
      const radius = Math.min(attributes.rx ? at('rx') : at('ry'), width / 2, height / 2);
      path.rect(x, y, width, height, radius);
      break;
    }
    case 'circle':
      path.ellipse(at('cx'), at('cy'), at('r'), at('r'));
      break;
    case 'ellipse':
      path.ellipse(at('cx'), at('cy'), at('rx'), at('ry'));
      break;
    case 'path':
      path.read(attributes.d ?? '');
      break;
    default:
      return null;
  }
  return path.finish();
}

/** Length of the Bézier handles for a quarter circle. */
const roundness = 0.5523;

/** Builds a path and tracks its bounding box. */
class Path {
  readonly #parts: string[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  finish(): SvgShape | null {
    if (this.#parts.length === 0) return null;
    return { path: this.#parts.join(' '), box: [this.#left, this.#top, this.#right, this.#bottom] };
  }

  rect(x: number, y: number, width: number, height: number, r: number): void {
    if (r <= 0) {
      this.#reach(x, y);
      this.#reach(x + width, y + height);
      this.#parts.push(`${pdfNumbers([x, y, width, height])} re`);
      return;
    }
    const k = r * (1 - roundness);
    const [right, bottom] = [x + width, y + height];
    this.#move(x + r, y);
    this.#line(right - r, y);
    this.#curve(right - k, y, right, y + k, right, y + r);
    this.#line(right, bottom - r);
    this.#curve(right, bottom - k, right - k, bottom, right - r, bottom);
    this.#line(x + r, bottom);
    this.#curve(x + k, bottom, x, bottom - k, x, bottom - r);
    this.#line(x, y + r);
    this.#curve(x, y + k, x + k, y, x + r, y);
    this.#close();
  }

  ellipse(cx: number, cy: number, rx: number, ry: number): void {
    const [kx, ky] = [rx * roundness, ry * roundness];
    this.#move(cx + rx, cy);
    this.#curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry);
    this.#curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy);
    this.#curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry);
    this.#curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy);
    this.#close();
  }

  read(d: string): void {
    for (const [, command = '', rest = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
      const kind = command.toUpperCase();
      const isRelative = command !== kind;
      const values = parseSvgNumbers(rest);
      if (kind === 'Z') this.#close();
      const step = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7 }[kind];
      if (step === undefined) continue;
      for (let from = 0; from + step <= values.length; from += step) {
        // After the first pair of a move, further pairs are lines.
        const command = kind === 'M' && from > 0 ? 'L' : kind;
        this.#step(command, values.slice(from, from + step), isRelative);
      }
    }
  }

  #step(command: string, given: readonly number[], isRelative: boolean): void {
    const [fromX, fromY] = isRelative ? [this.#x, this.#y] : [0, 0];
    const v = (at: number) => given[at] ?? 0;
    const x = (at: number) => v(at) + fromX;
    const y = (at: number) => v(at) + fromY;
    switch (command) {
      case 'M':
        this.#move(x(0), y(1));
        break;
      case 'L':
        this.#line(x(0), y(1));
        break;
      case 'H':
        this.#line(x(0), this.#y);
        break;
      case 'V':
        this.#line(this.#x, y(0));
        break;
      case 'C':
        this.#curve(x(0), y(1), x(2), y(3), x(4), y(5));
        break;
      case 'Q': {
        const [cx, cy, toX, toY] = [x(0), y(1), x(2), y(3)];
        const third = (end: number, handle: number) => end + (2 / 3) * (handle - end);
        this.#curve(third(this.#x, cx), third(this.#y, cy), third(toX, cx), third(toY, cy), toX, toY);
        break;
      }
      case 'A':
        this.#arc(v(0), v(1), v(2), v(3) !== 0, v(4) !== 0, x(5), y(6));
        break;
    }
  }

  /** Add an elliptical arc as curves. Source: SVG 1.1, appendix F.6. */
  #arc(
    rx0: number,
    ry0: number,
    degrees: number,
    isLarge: boolean,
    isSweeping: boolean,
    toX: number,
    toY: number,
  ): void {
    let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)];
    if (rx === 0 || ry === 0) {
      this.#line(toX, toY);
      return;
    }
    const turn = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [halfX, halfY] = [(this.#x - toX) / 2, (this.#y - toY) / 2];
    const [px, py] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
    const grown = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
    [rx, ry] = [rx * grown, ry * grown];
    const below = (rx * py) ** 2 + (ry * px) ** 2;
    if (below === 0) return;
    const root = Math.sqrt(Math.max(0, (rx * ry) ** 2 / below - 1)) * (isLarge === isSweeping ? -1 : 1);
    const [mx, my] = [(root * rx * py) / ry, (-root * ry * px) / rx];
    const [cx, cy] = [cos * mx - sin * my + (this.#x + toX) / 2, sin * mx + cos * my + (this.#y + toY) / 2];
    const start = Math.atan2((py - my) / ry, (px - mx) / rx);
    let sweep = Math.atan2((-py - my) / ry, (-px - mx) / rx) - start;
    if (isSweeping && sweep < 0) sweep += 2 * Math.PI;
    if (!isSweeping && sweep > 0) sweep -= 2 * Math.PI;
    const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2)));
    const handle = (4 / 3) * Math.tan(sweep / count / 4);
    const point = (angle: number, along: number): [number, number] => {
      const ex = rx * (Math.cos(angle) - along * Math.sin(angle));
      const ey = ry * (Math.sin(angle) + along * Math.cos(angle));
      return [cx + cos * ex - sin * ey, cy + sin * ex + cos * ey];
    };
    for (let index = 0; index < count; index++) {
      const [a, b] = [start + (sweep * index) / count, start + (sweep * (index + 1)) / count];
      const end: [number, number] = index === count - 1 ? [toX, toY] : point(b, 0);
      this.#curve(...point(a, handle), ...point(b, -handle), ...end);
    }
  }

  #move(x: number, y: number): void {
    [this.#startX, this.#startY] = [x, y];
    this.#parts.push(`${pdfNumbers([x, y])} m`);
    this.#at(x, y);
  }

  #line(x: number, y: number): void {
    this.#parts.push(`${pdfNumbers([x, y])} l`);
    this.#at(x, y);
  }

  #curve(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#parts.push(`${pdfNumbers([ax, ay, bx, by, x, y])} c`);
    // Sampled points are accurate enough for a bounding box.
    for (let at = 1; at < 12; at++) {
      const t = at / 12;
      const on = (from: number, one: number, other: number, to: number) =>
        (1 - t) ** 3 * from + 3 * t * (1 - t) ** 2 * one + 3 * t * t * (1 - t) * other + t ** 3 * to;
      this.#reach(on(this.#x, ax, bx, x), on(this.#y, ay, by, y));
    }
    this.#at(x, y);
  }

  #close(): void {
    this.#parts.push('h');
    [this.#x, this.#y] = [this.#startX, this.#startY];
  }

  #at(x: number, y: number): void {
    [this.#x, this.#y] = [x, y];
    this.#reach(x, y);
  }

  #reach(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.max(this.#bottom, y);
  }
}
