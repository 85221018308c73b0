import { decimal, type PdfWriter } from '../pdf/writer.ts';

/*
 * Converts pictures drawn by storyboard/ to PDF drawing commands, so that they stay vectors at any
 * size. Supports only the SVG that those pictures use and ignores the rest. Source: ISO 32000-1, 8
 * and 11; SVG 1.1.
 */

/** A picture as a form of the document. Its unit is that of the viewBox, with y downwards. */
export interface DrawnForm {
  id: number;
  width: number;
  height: number;
}

type Attributes = Readonly<Record<string, string>>;

interface Gradient {
  isRadial: boolean;
  /** x1 y1 x2 y2 relative to the box of the filled shape. */
  line: readonly number[];
  stops: { offset: number; colour: readonly number[]; opacity: number }[];
}

const tagPattern = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attributePattern = /([\w:-]+)="([^"]*)"/g;
const numberPattern = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;
/** Maximum number of tags. Our drawings have fewer. */
const maxTags = 50_000;

/** Write the picture as a form. Null: it has no size or too many tags. */
export function drawSvg(svg: string, pdf: PdfWriter): DrawnForm | null {
  const drawing = new SvgDrawing(pdf);
  let count = 0;
  for (const [, end = '', name = '', list = '', alone = ''] of svg.matchAll(tagPattern)) {
    if (++count > maxTags) return null;
    const attributes: Record<string, string> = {};
    for (const [, key = '', value = ''] of list.matchAll(attributePattern)) attributes[key] = value;
    if (end === '') drawing.open(name, attributes);
    if (end !== '' || alone !== '') drawing.close(name);
  }
  return drawing.finish();
}

class SvgDrawing {
  readonly #pdf: PdfWriter;
  readonly #commands: string[] = [];
  readonly #gradients = new Map<string, Gradient>();
  readonly #clips = new Map<string, Shape[]>();
  readonly #states = new Map<string, string>();
  readonly #shadings: string[] = [];
  #size: { width: number; height: number } | null = null;
  #gradient: Gradient | null = null;
  #clip: Shape[] | null = null;

  constructor(pdf: PdfWriter) {
    this.#pdf = pdf;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'svg': {
        const [, , width = 0, height = 0] = numbers(attributes.viewBox ?? '');
        if (width > 0 && height > 0) this.#size = { width, height };
        return;
      }
      case 'linearGradient':
      case 'radialGradient': {
        const at = (key: string, usual: number) => numbers(attributes[key] ?? '')[0] ?? usual;
        const line = [at('x1', 0), at('y1', 0), at('x2', 1), at('y2', 0)];
        this.#gradient = { isRadial: name === 'radialGradient', line, stops: [] };
        if (attributes.id) this.#gradients.set(attributes.id, this.#gradient);
        return;
      }
      case 'stop':
        this.#gradient?.stops.push({
          offset: Math.min(1, Math.max(0, Number(attributes.offset) || 0)),
          colour: colourOf(attributes['stop-color']) ?? [0, 0, 0],
          opacity: opacityOf(attributes['stop-opacity']),
        });
        return;
      case 'clipPath':
        this.#clip = [];
        if (attributes.id) this.#clips.set(attributes.id, this.#clip);
        return;
      case 'g':
        this.#commands.push('q');
        this.#enter(attributes);
        return;
      default: {
        const shape = shapeOf(name, attributes);
        if (shape && this.#clip) this.#clip.push(shape);
        else if (shape) this.#draw(shape, attributes);
      }
    }
  }

  close(name: string): void {
    if (name === 'g') this.#commands.push('Q');
    if (name === 'clipPath') this.#clip = null;
    if (name === 'linearGradient' || name === 'radialGradient') this.#gradient = null;
  }

  finish(): DrawnForm | null {
    if (!this.#size) return null;
    const { width, height } = this.#size;
    const states = [...this.#states].map(([state, name]) => `/${name}<<${state}>>`).join('');
    const resources = `<</ExtGState<<${states}>>/Shading<<${this.#shadings.join('')}>>>>`;
    const id = this.#pdf.putStream(
      Buffer.from(this.#commands.join('\n'), 'latin1'),
      `/Type/XObject/Subtype/Form/BBox[0 0 ${decimal(width)} ${decimal(height)}]/Resources${resources}` +
        '/Group<</S/Transparency/CS/DeviceRGB>>',
    );
    return { id, width, height };
  }

  #enter({ transform, 'clip-path': clip, opacity }: Attributes): void {
    if (transform) for (const matrix of matricesOf(transform)) this.#commands.push(`${list(matrix)} cm`);
    const shapes = this.#clips.get(/^url\(#(.+)\)$/.exec(clip ?? '')?.[1] ?? '');
    if (shapes) this.#commands.push(...shapes.map(({ path }) => path), 'W n');
    const share = opacityOf(opacity);
    if (share < 1) this.#commands.push(this.#state(`/ca ${decimal(share)}/CA ${decimal(share)}`));
  }

  #draw(shape: Shape, attributes: Attributes): void {
    const { fill = '#000000', stroke = 'none' } = attributes;
    this.#commands.push('q');
    this.#enter(attributes);
    const gradient = this.#gradients.get(/^url\(#(.+)\)$/.exec(fill)?.[1] ?? '');
    if (gradient) this.#fillBy(gradient, shape);
    const fillColour = gradient ? null : colourOf(fill);
    const strokeColour = colourOf(stroke);
    if (fillColour) this.#commands.push(`${list(fillColour)} rg`);
    if (strokeColour) {
      const width = numbers(attributes['stroke-width'] ?? '')[0] ?? 1;
      const cap = { round: 1, square: 2 }[attributes['stroke-linecap'] ?? ''] ?? 0;
      const join = { round: 1, bevel: 2 }[attributes['stroke-linejoin'] ?? ''] ?? 0;
      this.#commands.push(`${list(strokeColour)} RG ${decimal(width)} w ${cap} J ${join} j`);
    }
    const isEvenOdd = attributes['fill-rule'] === 'evenodd' ? '*' : '';
    if (fillColour && strokeColour) this.#commands.push(shape.path, `B${isEvenOdd}`);
    else if (fillColour) this.#commands.push(shape.path, `f${isEvenOdd}`);
    else if (strokeColour) this.#commands.push(shape.path, 'S');
    this.#commands.push('Q');
  }

  /**
   * Fill a shape with a gradient: clip to the shape and paint its box, with a soft mask if it is
   * partly transparent.
   */
  #fillBy(gradient: Gradient, { path, box }: Shape): void {
    const [left, top, right, bottom] = box;
    if (gradient.stops.length === 0 || !(right > left) || !(bottom > top)) return;
    const fit = `${list([right - left, 0, 0, bottom - top, left, top])} cm`;
    this.#commands.push('q', path, 'W n', fit);
    if (gradient.stops.some(({ opacity }) => opacity < 1)) {
      const shades = this.#pdf.put(shadingOf(gradient, 'DeviceGray', ({ opacity }) => [opacity]));
      const mask = this.#pdf.putStream(
        Buffer.from('/S sh', 'latin1'),
        `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</Shading<</S ${shades} 0 R>>>>` +
          '/Group<</S/Transparency/CS/DeviceGray>>',
      );
      this.#commands.push(this.#state(`/SMask<</S/Luminosity/G ${mask} 0 R>>`));
    }
    const id = this.#pdf.put(shadingOf(gradient, 'DeviceRGB', ({ colour }) => colour));
    this.#shadings.push(`/S${id} ${id} 0 R`);
    this.#commands.push(`/S${id} sh`, 'Q');
  }

  #state(entries: string): string {
    const name = this.#states.get(entries) ?? `G${this.#states.size}`;
    this.#states.set(entries, name);
    return `/${name} gs`;
  }
}

interface Shape {
  /** Commands that construct the path. */
  path: string;
  /** Left, top, right and bottom of the filled area. */
  box: readonly [number, number, number, number];
}

function shapeOf(name: string, attributes: Attributes): Shape | null {
  const at = (key: string) => numbers(attributes[key] ?? '')[0] ?? 0;
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

  finish(): Shape | null {
    if (this.#parts.length === 0) return null;
    return { path: this.#parts.join(' '), box: [this.#left, this.#top, this.#right, this.#bottom] };
  }

  rect(x: number, y: number, width: number, height: number, r: number): void {
    if (r <= 0) {
      this.#reach(x, y);
      this.#reach(x + width, y + height);
      this.#parts.push(`${list([x, y, width, height])} re`);
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
      const values = numbers(rest);
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
    this.#parts.push(`${list([x, y])} m`);
    this.#at(x, y);
  }

  #line(x: number, y: number): void {
    this.#parts.push(`${list([x, y])} l`);
    this.#at(x, y);
  }

  #curve(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#parts.push(`${list([ax, ay, bx, by, x, y])} c`);
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

type Stop = Gradient['stops'][number];

function shadingOf(
  { isRadial, line, stops }: Gradient,
  space: 'DeviceRGB' | 'DeviceGray',
  componentsOf: (stop: Stop) => readonly number[],
): string {
  // Add a stop at 0 and 1 unless there is one, because bounds must increase.
  const ends = [...stops];
  if ((stops[0]?.offset ?? 0) > 0 || stops.length === 1) ends.unshift({ ...(stops[0] as Stop), offset: 0 });
  if ((stops.at(-1)?.offset ?? 1) < 1) ends.push({ ...(stops.at(-1) as Stop), offset: 1 });
  const steps = ends.slice(1).map((to, index) => [ends[index] as Stop, to] as const);
  const parts = steps.map(
    ([from, to]) =>
      `<</FunctionType 2/Domain[0 1]/N 1/C0[${list(componentsOf(from))}]/C1[${list(componentsOf(to))}]>>`,
  );
  const bounds = ends.slice(1, -1).map(({ offset }) => offset);
  const encode = steps.map(() => '0 1').join(' ');
  const shape = isRadial ? '/ShadingType 3/Coords[.5 .5 0 .5 .5 .5]' : `/ShadingType 2/Coords[${list(line)}]`;
  return (
    `<<${shape}/ColorSpace/${space}/Extend[true true]/Function<</FunctionType 3/Domain[0 1]` +
    `/Functions[${parts.join('')}]/Bounds[${list(bounds)}]/Encode[${encode}]>>>>`
  );
}

function colourOf(text: string | undefined): number[] | null {
  const [, long, brief] = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(text ?? '') ?? [];
  const hex = long ?? brief?.replace(/./g, '$&$&');
  if (!hex) return null;
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function opacityOf(text: string | undefined): number {
  const value = text === undefined ? 1 : Number(text);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
}

function matricesOf(transform: string): number[][] {
  return [...transform.matchAll(/([a-zA-Z]+)\(([^)]*)\)/g)].flatMap(([, name, rest = '']) => {
    const [a = 0, b, c = 0, ...more] = numbers(rest);
    if (name === 'translate') return [[1, 0, 0, 1, a, b ?? 0]];
    if (name === 'scale') return [[a, 0, 0, b ?? a, 0, 0]];
    if (name === 'matrix') return [[a, b ?? 0, c, more[0] ?? 1, more[1] ?? 0, more[2] ?? 0]];
    if (name !== 'rotate') return [];
    const angle = (a * Math.PI) / 180;
    const [cos, sin, x, y] = [Math.cos(angle), Math.sin(angle), b ?? 0, c];
    return [[cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]];
  });
}

function numbers(text: string): number[] {
  return (text.match(numberPattern) ?? []).map(Number);
}

function list(values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ');
}
