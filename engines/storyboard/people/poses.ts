import type { Point } from '../svg.ts';

/**
 * Joints as fractions of a person's height: x forward, y up from the ground. "near" is the side of
 * the camera.
 */
export interface Joints {
  head: Point;
  neck: Point;
  hip: Point;
  elbowNear: Point;
  handNear: Point;
  elbowFar: Point;
  handFar: Point;
  kneeNear: Point;
  footNear: Point;
  kneeFar: Point;
  footFar: Point;
}

export const poseNames = [
  'stand',
  'hips',
  'walk',
  'run',
  'sit',
  'lie',
  'kneel',
  'crouch',
  'point',
  'reach',
  'surrender',
  'phone',
  'punch',
  'aim',
  'carry',
  'drink',
  'read',
  'fall',
  'climb',
  'dance',
  'embrace',
  'shake',
  'weep',
  'pray',
  'crawl',
  'wave',
] as const;
export type PoseName = (typeof poseNames)[number];

type Rows = readonly [
  head: Point,
  neck: Point,
  hip: Point,
  elbowNear: Point,
  handNear: Point,
  elbowFar: Point,
  handFar: Point,
  kneeNear: Point,
  footNear: Point,
  kneeFar: Point,
  footFar: Point,
];

function joints(rows: Rows): Joints {
  const [head, neck, hip, elbowNear, handNear, elbowFar, handFar, kneeNear, footNear, kneeFar, footFar] =
    rows;
  return { head, neck, hip, elbowNear, handNear, elbowFar, handFar, kneeNear, footNear, kneeFar, footFar };
}

/** Poses of people who lie, kneel, crouch or fall. */
export const lowPoses: ReadonlySet<PoseName> = new Set(['lie', 'crawl', 'fall', 'kneel', 'crouch', 'pray']);

/** Radius around a joint for a head, or a hand with its prop. */
const aroundJoint = 0.07;

/**
 * Return how far a body extends to both sides of its position, as fractions of the person's height.
 */
export function poseExtent(pose: PoseName, facing: 1 | -1): { left: number; right: number } {
  const xs = Object.values(poses[pose]).map(([x]: Point) => x * facing);
  return { left: aroundJoint - Math.min(...xs), right: aroundJoint + Math.max(...xs) };
}

const upright = [
  [0.005, 0.925],
  [0, 0.83],
  [0, 0.5],
] as const;
const standing = [
  [0.04, 0.26],
  [0.045, 0.015],
  [-0.035, 0.26],
  [-0.045, 0.015],
] as const;

export const poses: Readonly<Record<PoseName, Joints>> = {
  stand: joints([...upright, [0.085, 0.645], [0.1, 0.47], [-0.085, 0.645], [-0.095, 0.47], ...standing]),
  hips: joints([...upright, [0.16, 0.66], [0.06, 0.53], [-0.16, 0.66], [-0.06, 0.53], ...standing]),
  walk: joints([
    ...upright,
    [-0.07, 0.66],
    [-0.04, 0.49],
    [0.08, 0.66],
    [0.14, 0.51],
    [0.1, 0.29],
    [0.17, 0.02],
    [-0.04, 0.26],
    [-0.17, 0.05],
  ]),
  run: joints([
    [0.13, 0.9],
    [0.09, 0.81],
    [-0.01, 0.5],
    [-0.1, 0.68],
    [-0.03, 0.55],
    [0.17, 0.66],
    [0.27, 0.75],
    [0.17, 0.41],
    [0.15, 0.15],
    [-0.09, 0.27],
    [-0.3, 0.31],
  ]),
  sit: joints([
    [0.015, 0.71],
    [0, 0.61],
    [-0.01, 0.28],
    [0.09, 0.42],
    [0.2, 0.35],
    [0.04, 0.43],
    [0.17, 0.36],
    [0.23, 0.28],
    [0.24, 0.015],
    [0.2, 0.29],
    [0.19, 0.015],
  ]),
  lie: joints([
    [-0.43, 0.075],
    [-0.33, 0.06],
    [0, 0.055],
    [-0.2, 0.035],
    [-0.05, 0.03],
    [-0.2, 0.1],
    [-0.1, 0.12],
    [0.24, 0.1],
    [0.47, 0.03],
    [0.24, 0.045],
    [0.48, 0.045],
  ]),
  kneel: joints([
    [0.03, 0.68],
    [0.01, 0.585],
    [-0.02, 0.27],
    [0.1, 0.42],
    [0.2, 0.4],
    [0.06, 0.42],
    [0.17, 0.36],
    [0.13, 0.03],
    [-0.13, 0.03],
    [0.19, 0.27],
    [0.19, 0.015],
  ]),
  crouch: joints([
    [0.17, 0.52],
    [0.11, 0.45],
    [-0.07, 0.2],
    [0.17, 0.31],
    [0.27, 0.22],
    [0.12, 0.28],
    [0.22, 0.16],
    [0.16, 0.26],
    [0.07, 0.015],
    [0.12, 0.22],
    [0, 0.015],
  ]),
  point: joints([...upright, [0.17, 0.77], [0.36, 0.79], [-0.085, 0.645], [-0.08, 0.47], ...standing]),
  reach: joints([...upright, [0.13, 0.69], [0.28, 0.66], [0.06, 0.66], [0.22, 0.6], ...standing]),
  surrender: joints([...upright, [0.17, 0.84], [0.13, 1.01], [-0.17, 0.84], [-0.13, 1.01], ...standing]),
  phone: joints([...upright, [0.13, 0.7], [0.055, 0.9], [-0.085, 0.645], [-0.09, 0.47], ...standing]),
  punch: joints([
    [0.08, 0.9],
    [0.05, 0.81],
    [-0.01, 0.49],
    [0.2, 0.79],
    [0.37, 0.82],
    [-0.06, 0.68],
    [0.07, 0.72],
    [0.13, 0.27],
    [0.2, 0.015],
    [-0.1, 0.26],
    [-0.22, 0.02],
  ]),
  aim: joints([
    ...upright,
    [0.15, 0.75],
    [0.33, 0.79],
    [0.13, 0.72],
    [0.31, 0.77],
    [0.07, 0.26],
    [0.1, 0.015],
    [-0.06, 0.26],
    [-0.11, 0.015],
  ]),
  carry: joints([...upright, [0.1, 0.63], [0.22, 0.6], [0.06, 0.62], [0.2, 0.57], ...standing]),
  drink: joints([...upright, [0.12, 0.67], [0.1, 0.85], [-0.085, 0.645], [-0.08, 0.47], ...standing]),
  read: joints([
    [0.025, 0.918],
    [0, 0.83],
    [0, 0.5],
    [0.08, 0.63],
    [0.2, 0.7],
    [0.05, 0.62],
    [0.19, 0.68],
    ...standing,
  ]),
  fall: joints([
    [-0.3, 0.53],
    [-0.21, 0.5],
    [0.04, 0.31],
    [-0.24, 0.66],
    [-0.36, 0.79],
    [-0.06, 0.63],
    [0.02, 0.8],
    [0.25, 0.41],
    [0.43, 0.29],
    [0.2, 0.2],
    [0.36, 0.06],
  ]),
  climb: joints([
    [0.09, 0.92],
    [0.04, 0.83],
    [-0.02, 0.51],
    [0.16, 0.85],
    [0.17, 1.04],
    [0.16, 0.7],
    [0.18, 0.86],
    [0.16, 0.46],
    [0.13, 0.25],
    [0.05, 0.27],
    [0.05, 0.03],
  ]),
  dance: joints([
    [-0.02, 0.925],
    [-0.01, 0.83],
    [0.02, 0.5],
    [0.15, 0.85],
    [0.25, 0.98],
    [-0.17, 0.75],
    [-0.27, 0.66],
    [0.13, 0.31],
    [0.06, 0.09],
    [-0.03, 0.26],
    [-0.05, 0.015],
  ]),
  embrace: joints([
    [0.045, 0.92],
    [0.01, 0.83],
    [0, 0.5],
    [0.14, 0.7],
    [0.27, 0.74],
    [0.13, 0.66],
    [0.25, 0.62],
    ...standing,
  ]),
  shake: joints([...upright, [0.11, 0.63], [0.25, 0.59], [-0.085, 0.645], [-0.09, 0.47], ...standing]),
  weep: joints([
    [0.045, 0.89],
    [0.005, 0.815],
    [0, 0.5],
    [0.12, 0.68],
    [0.085, 0.87],
    [0.09, 0.66],
    [0.075, 0.85],
    ...standing,
  ]),
  pray: joints([
    [0.045, 0.66],
    [0.01, 0.58],
    [-0.02, 0.27],
    [0.09, 0.43],
    [0.16, 0.54],
    [0.08, 0.42],
    [0.15, 0.53],
    [0.14, 0.03],
    [-0.13, 0.03],
    [0.12, 0.03],
    [-0.15, 0.04],
  ]),
  crawl: joints([
    [0.32, 0.35],
    [0.23, 0.31],
    [-0.07, 0.3],
    [0.26, 0.16],
    [0.29, 0.01],
    [0.21, 0.15],
    [0.19, 0.01],
    [-0.06, 0.03],
    [-0.28, 0.03],
    [-0.12, 0.04],
    [-0.33, 0.05],
  ]),
  wave: joints([...upright, [0.15, 0.83], [0.19, 1.0], [-0.085, 0.645], [-0.09, 0.47], ...standing]),
};
