import { darker } from '../colour.ts';
import { circle, ellipse, formatCoordinate, type Point, part, polygon, rect, shape, stroke } from '../svg.ts';
import type { Standing } from './body.ts';
import type { LightingEffect } from './lit.ts';
import type { PersonLook } from './look.ts';
import { type PoseName, poses } from './poses.ts';

const furs = ['#7A5839', '#4A3F38', '#B8935E', '#85807A', '#D8CBB4'] as const;

/** Return a fur colour derived from the colour of the clothes. */
function furOf(look: PersonLook): string {
  return furs[(look.top.charCodeAt(2) + look.top.charCodeAt(4)) % furs.length] ?? furs[0];
}

/** Draw a robot with the joints of a person. */
export function robot(
  at: Standing,
  look: PersonLook,
  pose: PoseName,
  lit: LightingEffect,
  held = '',
): string {
  const size = at.tall * look.height;
  const joint = poses[pose];
  const point = ([px, py]: Point): Point => [at.x + px * size * at.facing, at.foot - py * size];
  const ink = Math.max(0.9, size * 0.008);
  const edge = { stroke: lit.ink, 'stroke-width': ink };
  const metal = lit.tone('#9AA3A8');
  const limb = (...points: Point[]) =>
    stroke(points.map(point), lit.ink, size * 0.045 + ink * 2, { 'stroke-linejoin': 'round' }) +
    stroke(points.map(point), metal, size * 0.045, { 'stroke-linejoin': 'round' }) +
    points.map((at) => circle(...point(at), size * 0.032, lit.tone('#5E676C'), edge)).join('');
  const [hx, hy] = point(joint.head);
  const r = size * 0.085;
  const eye = circle(hx + r * 0.42 * at.facing, hy - r * 0.1, r * 0.3, '#8BE0D8', edge);
  const parts =
    ellipse(at.x, at.foot, at.tall * 0.15, at.tall * 0.02, lit.ink, { opacity: '.35' }) +
    limb(joint.neck, joint.elbowFar, joint.handFar) +
    limb(joint.hip, joint.kneeFar, joint.footFar) +
    limb(joint.hip, joint.kneeNear, joint.footNear) +
    polygon(
      [
        [-0.12, 0.02],
        [0.12, 0.02],
        [0.09, -0.36],
        [-0.09, -0.36],
      ].map(([px = 0, py = 0]) => point([joint.neck[0] + px, joint.neck[1] + py])),
      metal,
      edge,
    ) +
    circle(...point([joint.neck[0] + 0.03, joint.neck[1] - 0.12]), size * 0.035, lit.tone('#E0A35A'), edge) +
    stroke([point(joint.neck), [hx, hy]], lit.tone('#5E676C'), size * 0.04) +
    rect(hx - r, hy - r, r * 2, r * 1.9, metal, { ...edge, rx: r * 0.25 }) +
    stroke(
      [
        [hx, hy - r],
        [hx, hy - r * 1.6],
      ],
      lit.ink,
      ink * 1.4,
    ) +
    circle(hx, hy - r * 1.7, r * 0.16, lit.tone('#A83A2B')) +
    rect(hx - r * 0.75, hy - r * 0.42, r * 1.5, r * 0.7, lit.tone('#2A2B30')) +
    eye +
    circle(hx - r * 0.36 * at.facing, hy - r * 0.1, r * 0.3, '#8BE0D8', edge) +
    held +
    limb(joint.neck, joint.elbowNear, joint.handNear);
  return part('figure', parts, { 'data-pose': pose, 'data-years': look.years, 'data-kind': 'robot' });
}

/** Outlines of animals that face right, in metres: x from the middle, y up from the ground. */
const outlines = {
  dog: {
    eye: [0.44, 0.63],
    height: 0.62,
    d: 'M-0.42,0.46C-0.3,0.52 0.1,0.5 0.22,0.52L0.28,0.66C0.34,0.74 0.44,0.72 0.48,0.64L0.6,0.6C0.64,0.54 0.6,0.5 0.52,0.5L0.42,0.46C0.36,0.36 0.34,0.32 0.3,0.28L0.3,0L0.22,0L0.2,0.26C0.04,0.2 -0.12,0.22 -0.24,0.26L-0.3,0.14L-0.26,0L-0.34,0L-0.4,0.16L-0.42,0.34C-0.54,0.42 -0.6,0.56 -0.62,0.66C-0.54,0.58 -0.5,0.52 -0.42,0.46Z',
  },
  cat: {
    eye: [0.22, 0.31],
    height: 0.34,
    d: 'M-0.24,0.24C-0.1,0.28 0.06,0.26 0.12,0.28L0.14,0.4L0.18,0.36L0.24,0.4L0.26,0.3C0.28,0.24 0.24,0.2 0.18,0.18L0.18,0L0.13,0L0.11,0.14C0,0.12 -0.1,0.12 -0.16,0.14L-0.18,0L-0.23,0L-0.25,0.14C-0.34,0.2 -0.4,0.3 -0.4,0.46C-0.36,0.48 -0.36,0.34 -0.24,0.24Z',
  },
  horse: {
    eye: [1.06, 1.84],
    height: 1.7,
    d: 'M-0.9,1.2C-0.5,1.28 0.2,1.2 0.45,1.3C0.62,1.5 0.7,1.8 0.86,1.98L0.92,2.12L1,2C1.16,1.9 1.28,1.7 1.34,1.6C1.32,1.5 1.22,1.48 1.12,1.56L0.98,1.62C0.9,1.4 0.8,1.2 0.72,1.02L0.64,0.6L0.62,0L0.5,0L0.48,0.6L0.4,0.84C0.1,0.76 -0.3,0.76 -0.6,0.84L-0.66,0.55L-0.6,0L-0.72,0L-0.8,0.55L-0.86,0.8C-0.96,0.9 -1,1.02 -0.98,1.1C-1.14,1.1 -1.2,0.8 -1.22,0.5C-1.36,0.8 -1.3,1.2 -0.9,1.2Z',
  },
  bird: {
    eye: [0.18, 0.28],
    height: 0.3,
    d: 'M-0.2,0.14C-0.1,0.26 0.04,0.24 0.1,0.28C0.14,0.34 0.22,0.32 0.22,0.27L0.3,0.25L0.21,0.22C0.18,0.1 0.08,0.06 0.03,0.06L0.03,0L0.01,0L0.01,0.06L-0.02,0.06L-0.03,0L-0.05,0L-0.05,0.07C-0.12,0.08 -0.2,0.06 -0.34,0.06Z',
  },
} as const;

/** Draw a dog, a cat, a horse or a bird in the position of a person. */
export function animal(at: Standing, look: PersonLook, lit: LightingEffect, label = 'figure'): string {
  const outline = outlines[look.kind as keyof typeof outlines] ?? outlines.dog;
  const metre = at.tall / 1.72;
  const path = outline.d.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, px: string, py: string) =>
    [at.x + Number(px) * metre * at.facing, at.foot - Number(py) * metre].map(formatCoordinate).join(' '),
  );
  const fur = furOf(look);
  const [ex, ey] = outline.eye;
  const eye = circle(
    at.x + ex * metre * at.facing,
    at.foot - ey * metre,
    Math.max(0.8, metre * 0.022),
    lit.ink,
  );
  const mane =
    look.kind === 'horse'
      ? stroke(
          [
            [0.5, 1.36],
            [0.66, 1.7],
            [0.84, 2],
          ].map(([px = 0, py = 0]): Point => [at.x + px * metre * at.facing, at.foot - py * metre]),
          lit.tone(darker(fur, 0.5)),
          metre * 0.13,
          { 'stroke-linecap': 'round' },
        )
      : '';
  return part(
    label,
    ellipse(at.x, at.foot, at.tall * 0.15, at.tall * 0.02, lit.ink, { opacity: '.35' }) +
      shape(path, lit.tone(fur), {
        stroke: lit.ink,
        'stroke-width': Math.max(0.9, metre * 0.014),
        'stroke-linejoin': 'round',
      }) +
      mane +
      eye,
    { 'data-pose': 'stand', 'data-years': look.years, 'data-kind': look.kind },
  );
}
