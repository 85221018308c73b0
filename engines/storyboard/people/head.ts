import { darker } from '../colour.ts';
import { circle, ellipse, formatCoordinate, type Point, polygon, shape, stroke } from '../svg.ts';
import type { LightingEffect } from './lit.ts';
import type { Headgear, PersonLook } from './look.ts';

/**
 * Draw a head in three-quarter view: skin, hair and headgear. Facial features depend on its size.
 */
export function headOf(
  look: PersonLook,
  [x, y]: Point,
  radius: number,
  facing: 1 | -1,
  lit: LightingEffect,
): string {
  const at = (px: number, py: number): Point => [x + px * radius * facing, y - py * radius];
  const d = (text: string) =>
    text.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, px: string, py: string) =>
      at(Number(px), Number(py)).map(formatCoordinate).join(' '),
    );
  const edge = {
    stroke: lit.ink,
    'stroke-width': Math.min(2.4, Math.max(0.8, radius * 0.08)),
    'stroke-linejoin': 'round',
  };
  const hair = lit.tone(look.hairColour);
  const isCovered = look.headgear === 'hood' || look.headgear === 'helmet' || look.headgear === 'scarf';
  const behind = isCovered ? '' : hairBehind(look, d, hair, edge);
  const skull = shape(
    d(
      'M-0.82,0.1C-0.86,0.8 -0.4,1.06 0.06,1.06C0.66,1.06 0.92,0.66 0.86,0.16L1.02,-0.16L0.84,-0.26C0.86,-0.76 0.56,-1.08 0.16,-1.08C-0.4,-1.08 -0.8,-0.5 -0.82,0.1Z',
    ),
    lit.tone(look.skin),
    edge,
  );
  const ear = ellipse(...at(-0.28, -0.08), radius * 0.15, radius * 0.22, lit.tone(darker(look.skin, 0.12)));
  return (
    behind +
    skull +
    ear +
    (isCovered ? '' : hairOn(look, d, at, radius, hair, edge)) +
    featuresOf(look, at, d, radius, lit) +
    wornOn(look, d, at, radius, lit, edge)
  );
}

type Path = (text: string) => string;
type Edge = Record<string, string | number>;

function hairBehind(look: PersonLook, d: Path, hair: string, edge: Edge): string {
  switch (look.hair) {
    case 'long':
      return shape(
        d(
          'M0.1,1.16C-0.7,1.2 -1.1,0.6 -1.1,-0.2C-1.12,-1 -1.16,-1.6 -1.2,-2.1L-0.1,-2.1C0,-1.2 0.1,-0.4 0.3,0Z',
        ),
        hair,
        edge,
      );
    case 'bob':
      return shape(
        d('M0.1,1.16C-0.7,1.2 -1.08,0.7 -1.08,0C-1.08,-0.6 -1.06,-0.9 -0.96,-1.06L-0.1,-1.06L0.2,0Z'),
        hair,
        edge,
      );
    case 'ponytail':
      return shape(
        d('M-0.6,0.5C-1.3,0.6 -1.7,0 -1.5,-0.9C-1.45,-1.3 -1.3,-1.4 -1.16,-1.5C-1.3,-0.8 -1.2,-0.2 -0.7,0Z'),
        hair,
        edge,
      );
    default:
      return '';
  }
}

function hairOn(
  look: PersonLook,
  d: Path,
  at: (px: number, py: number) => Point,
  radius: number,
  hair: string,
  edge: Edge,
): string {
  const cap = shape(
    d(
      'M0.82,0.52C0.5,0.62 0.2,0.66 -0.1,0.5C-0.2,0.2 -0.3,0.1 -0.42,-0.1C-0.5,-0.36 -0.56,-0.5 -0.72,-0.56C-1,-0.1 -1.06,0.5 -0.7,0.9C-0.3,1.3 0.5,1.26 0.8,0.86Z',
    ),
    hair,
    edge,
  );
  switch (look.hair) {
    case 'bald':
      return shape(
        d(
          'M-0.34,-0.1C-0.46,-0.36 -0.56,-0.5 -0.7,-0.54C-0.9,-0.2 -0.9,0.16 -0.78,0.36C-0.6,0.3 -0.4,0.1 -0.34,-0.1Z',
        ),
        hair,
      );
    case 'parted':
      return cap + shape(d('M0.86,0.46C0.9,0.9 0.5,1.2 0.1,1.1C0.5,0.9 0.6,0.7 0.86,0.46Z'), hair, edge);
    case 'curly':
      return (
        cap +
        [
          [-0.8, 0.5],
          [-0.5, 0.95],
          [0, 1.12],
          [0.5, 0.98],
          [0.78, 0.62],
          [-0.92, 0.05],
        ]
          .map(([px = 0, py = 0]) => circle(...at(px, py), radius * 0.36, hair))
          .join('')
      );
    case 'bun':
      return circle(...at(-0.78, 0.92), radius * 0.42, hair, edge) + cap;
    default:
      return cap;
  }
}

function featuresOf(
  look: PersonLook,
  at: (px: number, py: number) => Point,
  d: Path,
  radius: number,
  lit: LightingEffect,
): string {
  if (radius < 5) return look.beard ? shape(beardPath(d), lit.tone(look.hairColour)) : '';
  const ink = lit.ink;
  const eyes = [0.3, 0.74].map((px) => ellipse(...at(px, 0.08), radius * 0.075, radius * 0.11, ink)).join('');
  const isNear = radius > 14;
  const brows = isNear
    ? [0.16, 0.62]
        .map((px) =>
          stroke([at(px, 0.3), at(px + 0.26, 0.34)], lit.tone(look.hairColour), radius * 0.08, {
            'stroke-linecap': 'round',
          }),
        )
        .join('')
    : '';
  const mouth = stroke(
    [at(0.42, -0.58), at(0.74, -0.54)],
    look.woman ? lit.tone('#9A4A44') : ink,
    radius * (isNear ? 0.09 : 0.11),
    { 'stroke-linecap': 'round' },
  );
  const nose = isNear
    ? stroke([at(0.62, 0), at(0.8, -0.24), at(0.6, -0.28)], darker(lit.tone(look.skin), 0.3), radius * 0.05)
    : '';
  const lines =
    isNear && look.years === 'old'
      ? stroke([at(0.28, -0.3), at(0.26, -0.56)], darker(lit.tone(look.skin), 0.25), radius * 0.04) +
        stroke([at(0.2, 0.5), at(0.7, 0.52)], darker(lit.tone(look.skin), 0.25), radius * 0.04)
      : '';
  const beard = look.beard ? shape(beardPath(d), lit.tone(look.hairColour)) : '';
  const glasses = look.glasses
    ? [0.28, 0.76]
        .map((px) =>
          circle(...at(px, 0.08), radius * 0.24, '#FFFFFF', {
            'fill-opacity': '.25',
            stroke: ink,
            'stroke-width': Math.max(0.8, radius * 0.07),
          }),
        )
        .join('') + stroke([at(0.06, 0.1), at(-0.3, 0.14)], ink, Math.max(0.8, radius * 0.06))
    : '';
  return beard + eyes + brows + nose + mouth + lines + glasses;
}

const beardPath = (d: Path) =>
  d(
    'M-0.26,-0.24C-0.2,-0.9 0.1,-1.34 0.4,-1.3C0.8,-1.2 0.92,-0.7 0.88,-0.34C0.7,-0.42 0.5,-0.42 0.36,-0.36C0.2,-0.3 0,-0.3 -0.26,-0.24Z',
  );

/** Everything that is needed to draw headgear. */
interface Wearer {
  look: PersonLook;
  d: Path;
  at: (px: number, py: number) => Point;
  radius: number;
  lit: LightingEffect;
  edge: Edge;
  /** Colour of cloth. */
  cloth: string;
}

function wornOn(
  look: PersonLook,
  d: Path,
  at: (px: number, py: number) => Point,
  radius: number,
  lit: LightingEffect,
  edge: Edge,
): string {
  const cloth = lit.tone(look.garment === 'uniform' ? look.top : darker(look.top, 0.3));
  return headgear[look.headgear]({ look, d, at, radius, lit, edge, cloth });
}

const headgear: Record<Headgear, (wearer: Wearer) => string> = {
  none: () => '',
  hat: ({ at, radius, lit, edge }) =>
    polygon(
      [at(-0.72, 0.62), at(0.78, 0.62), at(0.62, 1.5), at(0.1, 1.4), at(-0.56, 1.5)],
      lit.tone('#4A3F38'),
      edge,
    ) +
    ellipse(...at(0.04, 0.62), radius * 1.36, radius * 0.2, lit.tone('#4A3F38'), edge) +
    polygon([at(-0.74, 0.68), at(0.78, 0.68), at(0.74, 0.86), at(-0.7, 0.86)], lit.tone('#2A2B30')),
  cap: ({ look, d, at, radius, lit, edge, cloth }) =>
    shape(d('M-0.9,0.5C-1,1.2 -0.4,1.34 0.1,1.34C0.7,1.34 0.96,1 0.9,0.56Z'), cloth, edge) +
    polygon([at(0.3, 0.62), at(1.36, 0.46), at(1.3, 0.32), at(0.4, 0.42)], lit.tone('#2A2B30'), edge) +
    (look.garment === 'uniform' ? circle(...at(0.44, 0.86), radius * 0.14, lit.tone('#D2A63C')) : ''),
  hood: ({ d, edge, cloth }) =>
    shape(
      d(
        'M0.76,0.7C0.6,1.4 -0.5,1.5 -0.98,0.8C-1.3,0.2 -1.1,-0.8 -0.9,-1.2L-0.1,-1.3C-0.5,-0.8 -0.5,0 -0.2,0.4C0.1,0.7 0.5,0.74 0.76,0.7Z',
      ),
      cloth,
      edge,
    ),
  helmet: ({ d, lit, edge }) =>
    shape(
      d('M0.96,0.3C1,1.1 0.5,1.42 0,1.4C-0.8,1.36 -1.06,0.7 -1.04,0L-0.96,-0.5L-0.5,-0.5L-0.4,0.24Z'),
      lit.tone('#8C9499'),
      edge,
    ),
  crown: ({ at, lit, edge }) =>
    polygon(
      [at(-0.74, 0.7), at(-0.8, 1.5), at(-0.4, 1.1), at(0, 1.6), at(0.4, 1.1), at(0.84, 1.5), at(0.78, 0.7)],
      lit.tone('#D2A63C'),
      edge,
    ),
  scarf: ({ look, d, lit, edge }) =>
    shape(
      d(
        'M0.8,0.66C0.66,1.3 -0.4,1.4 -0.9,0.8C-1.2,0.2 -1.2,-1 -1.3,-1.9L0.1,-1.8C0,-1.2 -0.3,-0.6 -0.24,0C-0.1,0.5 0.4,0.7 0.8,0.66Z',
      ),
      lit.tone(look.scarf ?? '#33302F'),
      edge,
    ),
};
