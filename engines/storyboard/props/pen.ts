import { darker, lighter } from '../colour.ts';
import type { ColourPalette } from '../palette.ts';
import { circle, ellipse, type Point, polygon, stroke } from '../svg.ts';

/** Draws one prop in metres: x to the right of its position, y up from the ground. */
export interface PropPen {
  /** Pixels per metre. */
  metre: number;
  colours: ColourPalette;
  isDark: boolean;
  /** Return a colour in the light of the scene. */
  tone(colour: string): string;
  box(left: number, low: number, right: number, high: number, colour: string): string;
  poly(points: readonly Point[], colour: string): string;
  disc(x: number, y: number, radius: number, colour: string): string;
  oval(x: number, y: number, rx: number, ry: number, colour: string): string;
  /** Draw a line of this width in metres, with round ends. */
  line(points: readonly Point[], colour: string, width: number): string;
  /** Return a darker (`shade`) or lighter (`light`) version of a colour. */
  shade(colour: string): string;
  light(colour: string): string;
}

export interface PenPlace {
  x: number;
  y: number;
  metre: number;
  /** -1 mirrors the drawing. */
  facing?: 1 | -1;
}

export function penAt(
  { x, y, metre, facing = 1 }: PenPlace,
  colours: ColourPalette,
  isDark: boolean,
  tone: (colour: string) => string,
): PropPen {
  const at = ([px, py]: Point): Point => [x + px * metre * facing, y - py * metre];
  const edge = {
    stroke: tone(colours.ink),
    'stroke-width': Math.max(0.6, Math.min(1.6, metre * 0.008)),
    'stroke-linejoin': 'round',
  };
  const poly = (points: readonly Point[], colour: string) => polygon(points.map(at), tone(colour), edge);
  return {
    metre,
    colours,
    isDark,
    tone,
    poly,
    box: (left, low, right, high, colour) =>
      poly(
        [
          [left, low],
          [left, high],
          [right, high],
          [right, low],
        ],
        colour,
      ),
    disc: (px, py, radius, colour) => circle(...at([px, py]), radius * metre, tone(colour), edge),
    oval: (px, py, rx, ry, colour) => ellipse(...at([px, py]), rx * metre, ry * metre, tone(colour), edge),
    line: (points, colour, width) =>
      stroke(points.map(at), tone(colour), Math.max(0.8, width * metre), {
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      }),
    shade: (colour) => darker(colour, 0.25),
    light: (colour) => lighter(colour, 0.3),
  };
}

/** A drawable prop. */
export interface Prop {
  name: string;
  /** Words for it in scripts. */
  words: RegExp;
  /** Width in metres. */
  width: number;
  /** Height in metres. */
  height: number;
  /** Default position: in a hand, on a table, on the ground, or on the wall. */
  where: 'hand' | 'table' | 'floor' | 'wall';
  draw(pen: PropPen): string;
}

const wordsOf = (words: string) =>
  new RegExp(`(?<![\\p{L}-])(?:${words.split(', ').join('|')})(?:e?s)?(?![\\p{L}-])`, 'iu');

export function defineProp(
  name: string,
  words: string,
  where: Prop['where'],
  width: number,
  height: number,
  draw: (pen: PropPen) => string,
): Prop {
  return { name, words: wordsOf(words), where, width, height, draw };
}

/** Colours of materials. */
export const materialColours = {
  wood: '#8A6542',
  darkWood: '#5A4030',
  steel: '#8C9499',
  darkSteel: '#4B5257',
  white: '#EDE8DC',
  paper: '#F1EAD6',
  black: '#2A2B30',
  red: '#A83A2B',
  green: '#4F7A54',
  leaf: '#5C7A4C',
  blue: '#47709A',
  yellow: '#D2A63C',
  brass: '#B8923E',
  stone: '#A39E92',
  brick: '#9A5A44',
  skin: '#E5B48E',
  glass: '#BCD2D6',
  water: '#6E97A3',
  glow: '#F6CC7E',
  sand: '#CDB58E',
} as const;
