import { darker, lighter } from '../colour.ts';
import { project, type Stage } from '../stage.ts';
import { hill, type Point, part, rect, stroke, strokes, tag } from '../svg.ts';

/** Draw the ground from the horizon to the lower edge of the frame, lighter with distance. */
export function ground(
  { width, height, horizon, colours, id }: Stage,
  near = colours.ground,
  far = colours.groundFar,
) {
  const gradient = tag(
    'linearGradient',
    { id: `${id}ground`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': far }) + tag('stop', { offset: '1', 'stop-color': near }),
  );
  const face = rect(0, horizon, width, height - horizon, `url(#${id}ground)`);
  return part('ground', tag('defs', {}, gradient) + face);
}

/** Draw a soft ridge across the frame, at most `tall` above the horizon. */
export function ridge(
  stage: Stage,
  tall: number,
  steps: number,
  fill: string,
  floor = stage.horizon + 1,
): string {
  const points: Point[] = [];
  for (let step = 0; step <= steps; step++) {
    points.push([(step / steps) * stage.width, floor - tall * stage.dice.between(0.25, 1)]);
  }
  return hill(points, floor, fill);
}

/** Draw short lines on the ground, longer near the camera: grass, stones, ripples. */
export function marks(stage: Stage, count: number, colour: string, length: number, rise = 0): string {
  const { width, height, horizon, dice } = stage;
  const all = Array.from({ length: count }, (): readonly Point[] => {
    const depth = Math.sqrt(dice.between(0.02, 1));
    const y = horizon + (height - horizon) * depth * 0.98;
    const x = dice.between(0, width);
    const reach = length * (0.25 + depth) * dice.between(0.6, 1.2);
    return rise === 0
      ? [
          [x, y],
          [x + reach, y],
        ]
      : [
          [x, y],
          [x + dice.between(-0.3, 0.3) * reach, y - reach * rise],
        ];
  });
  return strokes(all, colour, 1.1, { opacity: '.55', 'stroke-linecap': 'round' });
}

/** Draw water from the horizon down, with the light of the sky on it. */
export function water(stage: Stage, lowest = stage.height): string {
  const { width, horizon, colours, dice, id } = stage;
  const gradient = tag(
    'linearGradient',
    { id: `${id}water`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': lighter(colours.water, 0.25) }) +
      tag('stop', { offset: '.3', 'stop-color': colours.water }) +
      tag('stop', { offset: '1', 'stop-color': darker(colours.water, 0.45) }),
  );
  const depth = lowest - horizon;
  const ripples = Array.from({ length: 60 }, (): readonly Point[] => {
    const down = dice.next() ** 1.4;
    const y = horizon + 2 + down * (depth - 4);
    const reach = width * (0.008 + down * 0.05) * dice.between(0.5, 1.4);
    const x = dice.between(0, width - reach);
    return [
      [x, y],
      [x + reach, y],
    ];
  });
  return part(
    'water',
    tag('defs', {}, gradient) +
      rect(0, horizon, width, depth, `url(#${id}water)`) +
      strokes(ripples, lighter(colours.sky[2], 0.15), 1.2, { opacity: '.4' }),
  );
}

/** Draw the broken reflection of a lamp on water or on wet ground. */
export function reflection(
  stage: Stage,
  x: number,
  y: number,
  reach: number,
  width: number,
  colour: string,
): string {
  const { dice } = stage;
  const dashes: Point[][] = [];
  for (let down = 3; down < reach; down += 4) {
    const half = (width / 2) * dice.between(0.35, 1) * (1 - (down / reach) * 0.35);
    const off = dice.between(-0.25, 0.25) * width;
    dashes.push([
      [x - half + off, y + down],
      [x + half + off, y + down],
    ]);
  }
  return strokes(dashes, colour, 1.6, { opacity: '.42' });
}

/** Draw a road or path to the vanishing point; `half` is half its width at the camera. */
export function lane(stage: Stage, half: number, fill: string, left = 0, eye = 0.9): string {
  const [ax, ay] = project(stage, left - half, -eye, 0.5);
  const [bx, by] = project(stage, left + half, -eye, 0.5);
  const [cx, cy] = project(stage, left + half, -eye, 30);
  const [dx, dy] = project(stage, left - half, -eye, 30);
  return part(
    'lane',
    tag('path', {
      d: `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}L${cx.toFixed(1)} ${cy.toFixed(1)}L${dx.toFixed(1)} ${dy.toFixed(1)}Z`,
      fill,
    }),
  );
}

/** Draw lines on the ground that run to the vanishing point. */
export function rays(
  stage: Stage,
  from: number,
  to: number,
  count: number,
  colour: string,
  width = 1,
): string {
  const all = Array.from({ length: count }, (_, index): readonly Point[] => {
    const x = from + ((to - from) * index) / Math.max(1, count - 1);
    return [project(stage, x, -0.9, 0.5), project(stage, x, -0.9, 14)];
  });
  return strokes(all, colour, width, { opacity: '.45' });
}

/** Draw a vertical line, such as a pole or a trunk. */
export function pole(x: number, foot: number, tall: number, width: number, colour: string): string {
  return stroke(
    [
      [x, foot],
      [x, foot - tall],
    ],
    colour,
    width,
  );
}
