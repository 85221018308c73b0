import { lighter, mix } from './colour.ts';
import type { Stage } from './stage.ts';
import { circle, ellipse, formatCoordinate, hill, type Point, part, rect, shape, tag } from './svg.ts';

/** Draw the sky down to the horizon: light, sun or moon, stars and clouds. */
export function sky(stage: Stage): string {
  const { width, horizon, colours, shot, id, dice } = stage;
  const [top, middle, low] = colours.sky;
  const gradient = tag(
    'linearGradient',
    { id: `${id}sky`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': top }) +
      tag('stop', { offset: '.6', 'stop-color': middle }) +
      tag('stop', { offset: '1', 'stop-color': low }),
  );
  // Half a unit below the horizon, so that no seam is visible.
  const air = rect(0, 0, width, horizon + 0.5, `url(#${id}sky)`);
  const isOpen = shot.weather === 'clear' || shot.weather === 'snow';
  return part(
    'sky',
    tag('defs', {}, gradient + glow(`${id}sun`, lightOf(stage))) +
      air +
      (shot.light === 'night' && isOpen ? stars(stage) : '') +
      (shot.weather === 'clear' ? orb(stage) : '') +
      clouds(stage, shot.weather === 'clear' ? dice.whole(1, 3) : shot.weather === 'fog' ? 0 : 5),
    { 'data-light': shot.light },
  );
}

/** Return a soft round light, for use as a fill. */
export function glow(id: string, colour: string): string {
  const stop = (offset: string, opacity: string) =>
    tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
  return tag('radialGradient', { id }, stop('0', '.75') + stop('.3', '.28') + stop('1', '0'));
}

function lightOf({ shot, colours }: Stage): string {
  return shot.light === 'night' ? '#E9EBDD' : lighter(colours.sky[2], 0.5);
}

function stars({ width, horizon, dice, colours }: Stage): string {
  let all = '';
  for (let index = 0; index < 46; index++) {
    const height = dice.next() ** 1.5;
    all += circle(
      dice.between(0, width),
      height * horizon * 0.8,
      dice.between(0.5, 1.4),
      lighter(colours.haze, 0.6),
      {
        opacity: String(Math.round((1 - height) * 60 + 15) / 100),
      },
    );
  }
  return part('stars', all);
}

/** Draw the sun or the moon. */
function orb(stage: Stage): string {
  const { width, height, horizon, shot, dice, id } = stage;
  const size = Math.min(width, height);
  const x = width * (dice.chance(0.5) ? dice.between(0.14, 0.34) : dice.between(0.66, 0.86));
  const isLow = shot.light === 'dusk' || shot.light === 'dawn';
  const y = isLow ? horizon - size * dice.between(0.02, 0.12) : horizon * dice.between(0.2, 0.42);
  const radius = size * (isLow ? 0.085 : shot.light === 'night' ? 0.042 : 0.055);
  const face = shot.light === 'night' ? '#F0EDDA' : shot.light === 'dusk' ? '#F6D9A0' : '#FFF6DD';
  const halo = circle(x, y, radius * (isLow ? 6 : 4), `url(#${id}sun)`);
  if (shot.light !== 'night') return part('sun', halo + circle(x, y, radius, face));
  return part('moon', halo + crescent(x, y, radius, face));
}

/**
 * Draw a crescent: the outer edge is half a circle, the inner one a flatter arc between the same
 * tips.
 */
function crescent(x: number, y: number, radius: number, colour: string): string {
  const [dx, dy] = [radius * 0.5, radius * 0.866];
  const [top, bottom] = [
    `${formatCoordinate(x + dx)} ${formatCoordinate(y - dy)}`,
    `${formatCoordinate(x + dx)} ${formatCoordinate(y + dy)}`,
  ];
  const outer = formatCoordinate(radius);
  const inner = formatCoordinate(radius * 0.92);
  return shape(`M${top}A${outer} ${outer} 0 1 0 ${bottom}A${inner} ${inner} 0 1 1 ${top}Z`, colour);
}

/** Draw flat clouds with a round upper edge; in bad weather they cover the sky. */
function clouds(stage: Stage, count: number): string {
  const { width, horizon, dice, colours, shot } = stage;
  const isHeavy = shot.weather === 'storm' || shot.weather === 'rain';
  let all = '';
  for (let index = 0; index < count; index++) {
    const length = width * dice.between(0.28, isHeavy ? 0.8 : 0.5);
    const left = dice.between(-0.15, 0.85) * width;
    const base = horizon * dice.between(0.1, isHeavy ? 0.5 : 0.62);
    const tall = horizon * dice.between(0.05, isHeavy ? 0.16 : 0.09);
    const edge: Point[] = [];
    for (let step = 0; step <= 6; step++) {
      const share = step / 6;
      edge.push([left + share * length, base - Math.sin(share * Math.PI) * tall * dice.between(0.55, 1)]);
    }
    const colour = isHeavy ? mix(colours.sky[0], '#101418', 0.22) : lighter(colours.sky[1], 0.3);
    all += hill(edge, base, colour, { opacity: isHeavy ? '.55' : shot.light === 'night' ? '.16' : '.5' });
  }
  return part('clouds', all);
}

/** Draw the light around a lamp. */
export function halo(stage: Stage, x: number, y: number, radius: number, strength = '.8'): string {
  return ellipse(x, y, radius, radius, `url(#${stage.id}lamp)`, { opacity: strength });
}
