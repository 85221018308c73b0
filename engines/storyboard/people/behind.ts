import { circle, formatCoordinate, part, shape } from '../svg.ts';
import type { LightingEffect } from './lit.ts';
import type { PersonLook } from './look.ts';

/** Draw head and shoulders from behind. `size` is the height of the head. */
export function fromBehind(
  x: number,
  y: number,
  size: number,
  look: PersonLook,
  lit: LightingEffect,
): string {
  const at = (px: number, py: number) =>
    `${formatCoordinate(x + px * size)} ${formatCoordinate(y + py * size)}`;
  const edge = { stroke: lit.ink, 'stroke-width': Math.max(1, size * 0.02), 'stroke-linejoin': 'round' };
  const hair =
    look.headgear === 'none'
      ? look.hair === 'bald'
        ? look.skin
        : look.hairColour
      : look.headgear === 'hood'
        ? look.top
        : look.headgear === 'helmet'
          ? '#8C9499'
          : '#4A3F38';
  const shoulders = `M${at(-0.2, 0.5)}C${at(-0.6, 0.7)} ${at(-0.98, 0.78)} ${at(-1.06, 2.4)}L${at(1.06, 2.4)}C${at(0.98, 0.78)} ${at(0.6, 0.7)} ${at(0.2, 0.5)}Z`;
  const neck = `M${at(-0.17, 0.3)}L${at(-0.2, 0.62)}L${at(0.2, 0.62)}L${at(0.17, 0.3)}Z`;
  const skull = `M${at(0, -0.5)}C${at(0.54, -0.5)} ${at(0.46, 0.34)} ${at(0.2, 0.46)}L${at(-0.2, 0.46)}C${at(-0.46, 0.34)} ${at(-0.54, -0.5)} ${at(0, -0.5)}Z`;
  const long =
    look.hair === 'long' || look.hair === 'bob'
      ? shape(
          `M${at(-0.42, -0.1)}L${at(-0.5, look.hair === 'long' ? 0.95 : 0.5)}L${at(0.5, look.hair === 'long' ? 0.95 : 0.5)}L${at(0.42, -0.1)}Z`,
          lit.tone(hair),
          edge,
        )
      : '';
  const knot = look.hair === 'bun' ? circle(x, y - size * 0.42, size * 0.2, lit.tone(hair), edge) : '';
  const brim =
    look.headgear === 'hat'
      ? shape(
          `M${at(-0.72, -0.14)}L${at(0.72, -0.14)}L${at(0.44, -0.24)}L${at(0.38, -0.66)}L${at(-0.38, -0.66)}L${at(-0.44, -0.24)}Z`,
          lit.tone('#4A3F38'),
          edge,
        )
      : '';
  const ears = [-0.4, 0.4]
    .map((px) => circle(x + px * size, y + size * 0.04, size * 0.08, lit.tone(look.skin), edge))
    .join('');
  return part(
    'figure',
    shape(shoulders, lit.tone(look.top), edge) +
      shape(neck, lit.tone(look.skin)) +
      ears +
      shape(skull, lit.tone(hair), edge) +
      long +
      knot +
      brim,
    { 'data-pose': 'behind', 'data-years': look.years, 'data-kind': look.kind },
  );
}
