import { decimal, type PdfWriter } from '../pdf/writer.ts';
import { parseSvgNumbers, pdfNumbers } from './svgNumbers.ts';
import { type SvgAttributes, type SvgShape, svgShape } from './svgShape.ts';

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

interface Gradient {
  isRadial: boolean;
  /** x1 y1 x2 y2 relative to the box of the filled shape. */
  line: readonly number[];
  stops: { offset: number; colour: readonly number[]; opacity: number }[];
}

const tagPattern = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attributePattern = /([\w:-]+)="([^"]*)"/g;
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
  readonly #clips = new Map<string, SvgShape[]>();
  readonly #states = new Map<string, string>();
  readonly #shadings: string[] = [];
  #size: { width: number; height: number } | null = null;
  #gradient: Gradient | null = null;
  #clip: SvgShape[] | null = null;

  constructor(pdf: PdfWriter) {
    this.#pdf = pdf;
  }

  open(name: string, attributes: SvgAttributes): void {
    switch (name) {
      case 'svg': {
        const [, , width = 0, height = 0] = parseSvgNumbers(attributes.viewBox ?? '');
        if (width > 0 && height > 0) this.#size = { width, height };
        return;
      }
      case 'linearGradient':
      case 'radialGradient': {
        const at = (key: string, defaultValue: number) =>
          parseSvgNumbers(attributes[key] ?? '')[0] ?? defaultValue;
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
        const shape = svgShape(name, attributes);
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

  #enter({ transform, 'clip-path': clip, opacity }: SvgAttributes): void {
    if (transform)
      for (const matrix of matricesOf(transform)) this.#commands.push(`${pdfNumbers(matrix)} cm`);
    const shapes = this.#clips.get(/^url\(#(.+)\)$/.exec(clip ?? '')?.[1] ?? '');
    if (shapes) this.#commands.push(...shapes.map(({ path }) => path), 'W n');
    const share = opacityOf(opacity);
    if (share < 1) this.#commands.push(this.#state(`/ca ${decimal(share)}/CA ${decimal(share)}`));
  }

  #draw(shape: SvgShape, attributes: SvgAttributes): void {
    const { fill = '#000000', stroke = 'none' } = attributes;
    this.#commands.push('q');
    this.#enter(attributes);
    const gradient = this.#gradients.get(/^url\(#(.+)\)$/.exec(fill)?.[1] ?? '');
    if (gradient) this.#fillBy(gradient, shape);
    const fillColour = gradient ? null : colourOf(fill);
    const strokeColour = colourOf(stroke);
    if (fillColour) this.#commands.push(`${pdfNumbers(fillColour)} rg`);
    if (strokeColour) {
      const width = parseSvgNumbers(attributes['stroke-width'] ?? '')[0] ?? 1;
      const cap = { round: 1, square: 2 }[attributes['stroke-linecap'] ?? ''] ?? 0;
      const join = { round: 1, bevel: 2 }[attributes['stroke-linejoin'] ?? ''] ?? 0;
      this.#commands.push(`${pdfNumbers(strokeColour)} RG ${decimal(width)} w ${cap} J ${join} j`);
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
  #fillBy(gradient: Gradient, { path, box }: SvgShape): void {
    const [left, top, right, bottom] = box;
    if (gradient.stops.length === 0 || !(right > left) || !(bottom > top)) return;
    const fit = `${pdfNumbers([right - left, 0, 0, bottom - top, left, top])} cm`;
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
      `<</FunctionType 2/Domain[0 1]/N 1/C0[${pdfNumbers(componentsOf(from))}]/C1[${pdfNumbers(componentsOf(to))}]>>`,
  );
  const bounds = ends.slice(1, -1).map(({ offset }) => offset);
  const encode = steps.map(() => '0 1').join(' ');
  const shape = isRadial
    ? '/ShadingType 3/Coords[.5 .5 0 .5 .5 .5]'
    : `/ShadingType 2/Coords[${pdfNumbers(line)}]`;
  return (
    `<<${shape}/ColorSpace/${space}/Extend[true true]/Function<</FunctionType 3/Domain[0 1]` +
    `/Functions[${parts.join('')}]/Bounds[${pdfNumbers(bounds)}]/Encode[${encode}]>>>>`
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
    const [a = 0, b, c = 0, ...more] = parseSvgNumbers(rest);
    if (name === 'translate') return [[1, 0, 0, 1, a, b ?? 0]];
    if (name === 'scale') return [[a, 0, 0, b ?? a, 0, 0]];
    if (name === 'matrix') return [[a, b ?? 0, c, more[0] ?? 1, more[1] ?? 0, more[2] ?? 0]];
    if (name !== 'rotate') return [];
    const angle = (a * Math.PI) / 180;
    const [cos, sin, x, y] = [Math.cos(angle), Math.sin(angle), b ?? 0, c];
    return [[cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]];
  });
}
