import { darker, lighter, mix } from '../colour.ts';
import { road } from '../outside/road.ts';
import { glow, sky } from '../sky.ts';
import { isDark, type Stage } from '../stage.ts';
import { ellipse, formatCoordinate, type Point, part, polygon, rect, shape, stroke, tag } from '../svg.ts';
import { weatherBehind } from '../weather.ts';

/** Positions of heads above the seats, as shares of the frame; the driver first. */
export const seats: readonly (readonly [x: number, y: number])[] = [
  [0.3, 0.5],
  [0.7, 0.5],
  [0.5, 0.56],
  [0.16, 0.6],
  [0.84, 0.6],
];

/** Draw the view from the back seat: the road through the windscreen. */
export function carInside(stage: Stage): string {
  const { width, height, colours, id } = stage;
  const body = mix(colours.near, colours.wood, 0.3);
  const glass: Point[] = [
    [width * 0.14, height * 0.6],
    [width * 0.21, height * 0.13],
    [width * 0.79, height * 0.13],
    [width * 0.86, height * 0.6],
  ];
  const clip = tag('clipPath', { id: `${id}glass` }, polygon(glass, '#000000'));
  return (
    tag('defs', {}, clip + glow(`${id}lamp`, colours.lamp)) +
    rect(0, 0, width, height, body) +
    part('window', windscreen(stage) + sideWindow(stage, 'left') + sideWindow(stage, 'right'), {
      'data-light': stage.shot.light,
    }) +
    part('dashboard', dashboard(stage, body)) +
    part('mirror', mirror(stage))
  );
}

function windscreen(stage: Stage): string {
  const { width, height, id } = stage;
  const view = { ...stage, horizon: height * 0.42, vanishing: width * 0.5 };
  const area = { left: width * 0.16, top: height * 0.14, width: width * 0.68, height: height * 0.45 };
  return tag('g', { 'clip-path': `url(#${id}glass)` }, sky(view) + road(view) + weatherBehind(stage, area));
}

function sideWindow({ width, height, colours }: Stage, side: 'left' | 'right'): string {
  const x = (share: number) => (side === 'left' ? share : 1 - share) * width;
  return polygon(
    [
      [x(0), height * 0.2],
      [x(0.1), height * 0.2],
      [x(0.06), height * 0.58],
      [x(0), height * 0.62],
    ],
    colours.sky[1],
  );
}

function dashboard(stage: Stage, body: string): string {
  const { width, height, colours } = stage;
  const panel: Point[] = [
    [0, height * 0.66],
    [width * 0.13, height * 0.585],
    [width * 0.87, height * 0.585],
    [width, height * 0.66],
    [width, height],
    [0, height],
  ];
  const ledge: Point[] = [
    [width * 0.13, height * 0.585],
    [width * 0.87, height * 0.585],
    [width * 0.9, height * 0.6],
    [width * 0.1, height * 0.6],
  ];
  const display = isDark(stage) ? mix(colours.lamp, body, 0.35) : darker(body, 0.5);
  const [wheelX, wheelY] = [Math.min(width * 0.11, height * 0.2), Math.min(width * 0.08, height * 0.14)];
  return (
    polygon(panel, darker(body, 0.25)) +
    polygon(ledge, lighter(body, 0.16)) +
    rect(width * 0.43, height * 0.64, width * 0.14, height * 0.06, display) +
    ellipse(width * 0.3, height * 0.67, wheelX, wheelY, 'none', { stroke: colours.ink, 'stroke-width': 7 })
  );
}

function mirror({ width, height, colours }: Stage): string {
  const stem: Point[] = [
    [width * 0.5, height * 0.1],
    [width * 0.5, height * 0.17],
  ];
  return (
    stroke(stem, colours.ink, 3) +
    rect(width * 0.44, height * 0.165, width * 0.12, height * 0.055, colours.ink)
  );
}

/** Draw the front seats, in front of the people in them. */
export function carSeats(stage: Stage): string {
  const { width, height, colours } = stage;
  const cloth = darker(mix(colours.near, colours.wood, 0.3), 0.45);
  const one = (middle: number) => {
    const half = Math.min(width * 0.15, height * 0.36);
    const n = formatCoordinate;
    const top = height * 0.64;
    return (
      shape(
        `M${n(middle - half)} ${n(height + 2)}L${n(middle - half * 0.94)} ${n(top + height * 0.1)}Q${n(middle - half * 0.86)} ${n(top)} ${n(middle - half * 0.5)} ${n(top)}L${n(middle + half * 0.5)} ${n(top)}Q${n(middle + half * 0.86)} ${n(top)} ${n(middle + half * 0.94)} ${n(top + height * 0.1)}L${n(middle + half)} ${n(height + 2)}Z`,
        cloth,
      ) +
      stroke(
        [
          [middle - half * 0.45, top + 3],
          [middle + half * 0.45, top + 3],
        ],
        lighter(cloth, 0.2),
        2,
      )
    );
  };
  return part('seats', one(width * 0.3) + one(width * 0.7));
}
