import { type Dice, diceOf } from '#screenplay/dice.ts';
import { lighter } from './colour.ts';
import type { Stage } from './stage.ts';
import { circle, ellipse, type Point, part, polygon, rect, strokes, tag } from './svg.ts';

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Draw the weather between the camera and the scene. */
export function weatherOver(stage: Stage): string {
  const all: Area = { left: 0, top: 0, width: stage.width, height: stage.height };
  switch (stage.shot.weather) {
    case 'rain':
      return rain(stage, all, 0.16, 1) + splashes(stage);
    case 'storm':
      return rain(stage, all, 0.42, 1.5) + splashes(stage);
    case 'snow':
      return snow(stage, all, 1);
    default:
      return '';
  }
}

/** Draw the weather outside, seen through a window. */
export function weatherBehind(stage: Stage, area: Area): string {
  switch (stage.shot.weather) {
    case 'rain':
    case 'storm':
      return rain(stage, area, 0.2, 0.45);
    case 'snow':
      return snow(stage, area, 0.35);
    case 'fog':
      return part(
        'fog',
        rect(area.left, area.top, area.width, area.height, stage.colours.haze, { opacity: '.6' }),
      );
    default:
      return '';
  }
}

/** Draw lines of one slant in two weights, far and near. */
function rain(stage: Stage, area: Area, slant: number, amount: number): string {
  const dice = diceOf(`${stage.shot.place}/rain`);
  const isDark = stage.shot.light === 'night' || stage.shot.light === 'dusk';
  const colour = isDark ? lighter(stage.colours.haze, 0.35) : '#F4F3EC';
  const fall = (count: number, length: number) =>
    Array.from({ length: count }, () => {
      const drop = Math.min(length * dice.between(0.6, 1.3), area.height * 0.4);
      const x = area.left + dice.between(drop * slant, area.width);
      const y = area.top + dice.between(0, area.height - drop);
      return [
        [x, y],
        [x - drop * slant, y + drop],
      ] as const satisfies readonly Point[];
    });
  return part(
    'rain',
    strokes(fall(Math.round(110 * amount), 22), colour, 0.8, { opacity: '.5' }) +
      strokes(fall(Math.round(52 * amount), 46), colour, 1.3, { opacity: '.6' }),
  );
}

/** Draw rings where drops hit the ground. */
function splashes({ width, height, horizon, shot, colours }: Stage): string {
  const dice = diceOf(`${shot.place}/splashes`);
  let rings = '';
  for (let index = 0; index < 16; index++) {
    const depth = Math.sqrt(dice.between(0.1, 1));
    const y = horizon + (height - horizon) * depth * 0.97;
    const size = 2 + depth * 7;
    rings += ellipse(dice.between(0.04, 0.96) * width, y, size, size * 0.28, 'none', {
      stroke: lighter(colours.haze, 0.3),
      'stroke-width': 0.9,
      opacity: '.5',
    });
  }
  return part('splashes', rings);
}

function snow(stage: Stage, area: Area, amount: number): string {
  const dice = diceOf(`${stage.shot.place}/snow`);
  let flakes = '';
  for (let index = 0; index < Math.round(130 * amount); index++) {
    const near = dice.next() ** 3;
    const radius = Math.min(0.9 + near * 3.4, area.height / 8);
    flakes += circle(
      area.left + dice.between(radius, area.width - radius),
      area.top + dice.between(radius, area.height - radius),
      radius,
      '#FBFAF5',
      { opacity: near > 0.5 ? '.75' : '.9' },
    );
  }
  return part('snow', flakes);
}

/** Draw banks of fog between near and far. */
export function fog(stage: Stage, from: number, to: number, strength: number): string {
  const { width, id, colours } = stage;
  const stop = (offset: string, opacity: number) =>
    tag('stop', { offset, 'stop-color': colours.haze, 'stop-opacity': String(opacity) });
  const name = `${id}fog${Math.round(from)}`;
  const gradient = tag(
    'linearGradient',
    { id: name, x1: '0', y1: '0', x2: '0', y2: '1' },
    stop('0', 0) + stop('.55', strength) + stop('1', 0),
  );
  return part('fog', tag('defs', {}, gradient) + rect(0, from, width, to - from, `url(#${name})`));
}

/** Draw a flash of lightning from the clouds to the horizon. */
export function lightning(stage: Stage, dice: Dice): string {
  const { width, horizon } = stage;
  const edge: Point[] = [];
  const back: Point[] = [];
  let x = width * dice.between(0.2, 0.8);
  for (let step = 0; step <= 7; step++) {
    const share = step / 7;
    const wide = (1 - share) * 5 + 0.4;
    edge.push([x, horizon * (0.04 + share * 0.94)]);
    back.unshift([x + wide, horizon * (0.04 + share * 0.94) - wide]);
    x = Math.min(width * 0.95, Math.max(width * 0.05, x + dice.between(-0.05, 0.05) * width));
  }
  return part('lightning', polygon([...edge, ...back], '#FBF7E2', { opacity: '.9' }));
}
