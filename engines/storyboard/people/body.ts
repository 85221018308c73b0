import { darker, lighter } from '../colour.ts';
import { circle, ellipse, type Point, part, polygon, stroke } from '../svg.ts';
import { headOf } from './head.ts';
import type { LightingEffect } from './lit.ts';
import type { PersonLook } from './look.ts';
import { type PoseName, poses } from './poses.ts';

/**
 * Position of one person: the feet, the height of an adult there, and the direction: right (1) or
 * left (-1).
 */
export interface Standing {
  x: number;
  foot: number;
  tall: number;
  facing: 1 | -1;
}

/** Proportions of a body, as fractions of its height. */
const builds = {
  slim: { shoulder: 0.088, hip: 0.062, arm: 0.042, leg: 0.062 },
  medium: { shoulder: 0.108, hip: 0.08, arm: 0.05, leg: 0.072 },
  broad: { shoulder: 0.135, hip: 0.112, arm: 0.062, leg: 0.086 },
} as const;

/** Head size as a fraction of the height. A child's head is larger. */
export const headSize = { baby: 0.13, child: 0.088, teen: 0.07, grown: 0.064, old: 0.065 } as const;

/** Return the pixel position of the hand that holds a prop. */
export function handAt({ x, foot, tall, facing }: Standing, look: PersonLook, pose: PoseName): Point {
  const size = tall * look.height;
  const [hx, hy] = poses[pose].handNear;
  return [x + hx * size * facing, foot - hy * size];
}

export interface Drawn {
  /** SVG of the prop in the hand, drawn in front of the body and behind the near arm. */
  held?: string;
  /** Whether the person is part of a crowd, drawn without ink around every limb. */
  isOneOfMany?: boolean;
}

/** Draw a person in colour, from the ground up. */
export function personBody(
  at: Standing,
  look: PersonLook,
  pose: PoseName,
  lit: LightingEffect,
  { held = '', isOneOfMany = false }: Drawn = {},
): string {
  const pen = penFor(at, look, lit, isOneOfMany);
  const joint = poses[pose];
  const build = builds[look.build];
  const { neck, hip, head } = joint;
  const skirt = skirtOf(look, hip, joint.kneeNear, joint.kneeFar, joint.footNear, joint.footFar, build.hip);
  const parts =
    ellipse(at.x, at.foot, at.tall * 0.15, at.tall * 0.02, lit.ink, { opacity: '.35' }) +
    armOf(pen, look, [neck, joint.elbowFar, joint.handFar], 0.2) +
    legOf(pen, look, [hip, joint.kneeFar, joint.footFar], 0.18) +
    legOf(pen, look, [hip, joint.kneeNear, joint.footNear], 0) +
    (skirt ? pen.area(skirt, look.top) : '') +
    pen.area(torsoOf(neck, hip, build.shoulder, build.hip), look.top) +
    (isOneOfMany ? '' : collarOf(look, neck, hip, pen.area)) +
    pen.limb([neck, head], build.arm * 0.9, look.skin) +
    headOf(look, pen.point(head), headRadius(look, pen.size), at.facing, lit) +
    scarfOf(pen, look, neck) +
    held +
    armOf(pen, look, [neck, joint.elbowNear, joint.handNear], 0);
  return part('figure', parts, { 'data-pose': pose, 'data-years': look.years, 'data-kind': look.kind });
}

/** Drawing functions for one person. Points and widths are fractions of the person's height. */
interface BodyPen {
  size: number;
  point(of: Point): Point;
  limb(points: readonly Point[], width: number, colour: string): string;
  area(points: readonly Point[], colour: string): string;
  /** Draw a hand; '' in a crowd. */
  hand(centre: Point, radius: number, colour: string): string;
}

function penFor(at: Standing, look: PersonLook, lit: LightingEffect, isOneOfMany: boolean): BodyPen {
  const size = at.tall * look.height;
  const point = ([px, py]: Point): Point => [at.x + px * size * at.facing, at.foot - py * size];
  const ink = Math.min(2.2, Math.max(0.9, size * 0.007));
  const edge = isOneOfMany ? {} : { stroke: lit.ink, 'stroke-width': ink, 'stroke-linejoin': 'round' };
  return {
    size,
    point,
    limb: (points, width, colour) => {
      const line = points.map(point);
      const ends = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
      const inked = isOneOfMany ? '' : stroke(line, lit.ink, width * size + ink * 2, ends);
      return inked + stroke(line, lit.tone(colour), width * size, ends);
    },
    area: (points, colour) => polygon(points.map(point), lit.tone(colour), edge),
    hand: (centre, radius, colour) =>
      isOneOfMany ? '' : circle(...point(centre), radius * size, lit.tone(colour), edge),
  };
}

function armOf(
  pen: BodyPen,
  look: PersonLook,
  [neck, elbow, hand]: readonly [neck: Point, elbow: Point, hand: Point],
  shade: number,
): string {
  const { arm } = builds[look.build];
  const isBare = look.garment === 'shirt' || look.garment === 'dress' || look.garment === 'vest';
  const sleeve = look.garment === 'vest' ? lighter(look.top, 0.5) : look.top;
  const lower = isBare ? look.skin : sleeve;
  return (
    pen.limb([[neck[0], neck[1] - 0.03], elbow], arm, darker(sleeve, shade)) +
    pen.limb([elbow, hand], arm * 0.86, darker(lower, shade)) +
    pen.hand(hand, arm * 0.56, darker(look.skin, shade))
  );
}

function legOf(
  pen: BodyPen,
  look: PersonLook,
  [hip, knee, foot]: readonly [hip: Point, knee: Point, foot: Point],
  shade: number,
): string {
  const colour = look.garment === 'dress' ? look.skin : look.bottom;
  const heel: Point = [foot[0] - 0.012, foot[1] + 0.004];
  const toe: Point = [foot[0] + 0.045, foot[1] + 0.002];
  return (
    pen.limb([hip, knee, foot], builds[look.build].leg, darker(colour, shade)) +
    pen.limb([heel, toe], 0.034, '#2E2A28')
  );
}

/** Return the radius of a head in pixels. Teenagers and old people of any height have the same. */
function headRadius({ years, height }: PersonLook, size: number): number {
  return headSize[years] * (size / height) * (years === 'old' || years === 'teen' ? 1 : height);
}

function scarfOf(pen: BodyPen, { scarf }: PersonLook, neck: Point): string {
  if (!scarf) return '';
  const ends: Point[] = [
    [neck[0] - 0.045, neck[1] + 0.012],
    [neck[0] + 0.05, neck[1] + 0.006],
  ];
  return pen.limb(ends, 0.05, scarf);
}

/** Return the outline of shoulders, waist and hips along a spine that may lean. */
function torsoOf(neck: Point, hip: Point, shoulder: number, hips: number): Point[] {
  const [dx, dy] = [neck[0] - hip[0], neck[1] - hip[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ax, ay] = [-dy / length, dx / length];
  const on = (share: number, off: number): Point => [
    hip[0] + dx * share + ax * off,
    hip[1] + dy * share + ay * off,
  ];
  return [
    on(-0.06, hips),
    on(0.4, hips * 0.94),
    on(0.86, shoulder),
    on(0.98, shoulder * 0.55),
    on(1.02, 0),
    on(0.98, -shoulder * 0.55),
    on(0.86, -shoulder),
    on(0.4, -hips * 0.94),
    on(-0.06, -hips),
  ];
}

/** Draw clothes below the hips: a coat, a dress, a robe. */
function skirtOf(
  look: PersonLook,
  hip: Point,
  kneeNear: Point,
  kneeFar: Point,
  footNear: Point,
  footFar: Point,
  hips: number,
): Point[] | null {
  const reach = { coat: 0.75, dress: 1, robe: 1.9, jacket: 0.22, suit: 0.2 }[look.garment as string];
  if (reach === undefined) return null;
  const down = (knee: Point, foot: Point): Point => {
    const share = Math.min(1, reach);
    const low = Math.max(0, reach - 1);
    return [
      hip[0] + (knee[0] - hip[0]) * share + (foot[0] - knee[0]) * low,
      hip[1] + (knee[1] - hip[1]) * share + (foot[1] - knee[1]) * low,
    ];
  };
  const [one, other] = [down(kneeNear, footNear), down(kneeFar, footFar)];
  const flare = look.garment === 'dress' ? 0.07 : look.garment === 'robe' ? 0.08 : 0.045;
  const [front, back] = one[0] >= other[0] ? [one, other] : [other, one];
  return [
    [hip[0] - hips, hip[1] + 0.03],
    [back[0] - flare, back[1]],
    [front[0] + flare, front[1]],
    [hip[0] + hips, hip[1] + 0.03],
  ];
}

/** Draw lapels, buttons or a tie, which distinguish garments. */
function collarOf(
  look: PersonLook,
  neck: Point,
  hip: Point,
  area: (points: readonly Point[], colour: string) => string,
): string {
  const on = (share: number, off: number): Point => [
    neck[0] + (hip[0] - neck[0]) * share + off,
    neck[1] + (hip[1] - neck[1]) * share,
  ];
  switch (look.garment) {
    case 'suit':
      return (
        area([on(0, -0.035), on(0.42, 0.02), on(0, 0.045)], '#EDE8DC') +
        area([on(0.03, 0), on(0.3, 0.008), on(0.4, 0.02), on(0.3, 0.03)], '#8C3F35')
      );
    case 'jacket':
    case 'coat':
      return area([on(-0.02, -0.02), on(0.34, 0.035), on(-0.02, 0.055)], lighter(look.bottom, 0.55));
    case 'uniform':
      return (
        area([on(0.18, -0.06), on(0.18, -0.02), on(0.28, -0.02), on(0.28, -0.06)], '#D2A63C') +
        area([on(0.92, -0.085), on(0.92, 0.085), on(1, 0.085), on(1, -0.085)], '#2A2B30')
      );
    case 'vest':
      return area([on(-0.02, -0.04), on(0.3, 0.01), on(-0.02, 0.05)], lighter(look.top, 0.6));
    default:
      return '';
  }
}
