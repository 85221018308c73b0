import { type Dice, diceOf } from '#screenplay/dice.ts';
import { lighter } from './colour.ts';
import { bust, dressOf, figure, type Standing } from './figure.ts';
import { seats } from './inside/car.ts';
import { crowd } from './shot.ts';
import { isDark, type Stage } from './stage.ts';
import { ellipse, part, tag } from './svg.ts';
import type { Outside } from './words.ts';

/** How far below the eye the ground is, as in `seen`. */
const eye = { int: 1, ext: 0.9 } as const;
const heads = 1.06;

/** Who is in the scene: one to a side, two who face each other, a group, a crowd. */
export function drawPeople(stage: Stage): string {
  const { shot, colours } = stage;
  if (shot.people === 0) return '';
  const dice = diceOf(`${shot.place}/people/${shot.people}/${shot.mood}/${shot.light}`);
  if (shot.setting !== 'ext' && shot.inside === 'car') return sitting(stage, dice);
  const isWet = shot.setting === 'ext' && (shot.weather === 'rain' || shot.weather === 'storm');
  const places = placesOf(stage);
  const figures = places.map((place, index) => {
    const dress = { ...dressOf(dice, isWet), scarf: index === 0 };
    // Two umbrellas side by side would be one roof, and a raised arm would be in the neighbour's face.
    if (index > 0 && dress.holds === 'umbrella') dress.holds = 'nothing';
    if (shot.people > 2 && dress.arms === 'raised') dress.arms = 'down';
    return figure(place, dress, colours);
  });
  const xs = places.map(({ x }) => x);
  const tall = Math.max(...places.map((place) => place.tall));
  const foot = Math.max(...places.map((place) => place.foot));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return (
    pool(stage, (left + right) / 2, foot - tall * 0.45, (right - left) / 2 + tall * 0.95, tall * 0.95) +
    part('people', figures.join(''))
  );
}

/** In a car: heads over the seats. Whoever sits behind is nearer to the camera, and drawn last. */
function sitting(stage: Stage, dice: Dice): string {
  const { width, height, shot, colours } = stage;
  const size = Math.min(height * 0.24, width * 0.14);
  const heads = seats
    .slice(0, shot.people)
    .map(([x, y]) => bust(width * x, height * y, size, dressOf(dice, false), colours));
  return pool(stage, width / 2, height * 0.44, width * 0.5, height * 0.42) + part('people', heads.join(''));
}

const lampPlaces: ReadonlySet<Outside> = new Set([
  'street',
  'harbour',
  'deck',
  'station',
  'skyline',
  'house',
  'road',
]);

/** Light in the air behind people, where it is dark: a silhouette needs something to stand against. */
function pool(stage: Stage, x: number, y: number, rx: number, ry: number): string {
  const { shot, colours, id } = stage;
  if (!isDark(stage)) return '';
  const isLamp = shot.setting !== 'ext' || lampPlaces.has(shot.outside);
  const colour = isLamp ? colours.lamp : lighter(colours.sky[2], 0.3);
  const stop = (offset: string, opacity: string) =>
    tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
  const gradient = tag(
    'radialGradient',
    { id: `${id}pool` },
    stop('0', isLamp ? '.38' : '.52') + stop('.5', isLamp ? '.25' : '.34') + stop('1', '0'),
  );
  return part('pool', tag('defs', {}, gradient) + ellipse(x, y, rx, ry, `url(#${id}pool)`));
}

function placesOf(stage: Stage): Standing[] {
  const { shot, width, dice } = stage;
  const count = shot.people;
  const tall = heightOf(stage);
  // A tilted frame cuts off its sides.
  const edge = tall * 0.24 + (shot.mood === 'tense' ? width * 0.13 : 0);
  const foot = footOf(stage, tall);
  const inFrame = (x: number) => Math.min(width - edge, Math.max(edge, x));
  const toMiddle = (x: number): 1 | -1 => (x < width / 2 ? 1 : -1);
  if (count === 1) {
    const x = inFrame(width * (shot.mood === 'close' ? 0.44 : dice.chance(0.5) ? 0.36 : 0.64));
    return [{ x, foot, tall, facing: toMiddle(x) }];
  }
  if (count === 2) {
    const gap =
      shot.mood === 'lonely'
        ? width * 0.46
        : shot.mood === 'close'
          ? tall * 0.37
          : tall * dice.between(0.66, 0.95);
    const middle = width * dice.between(0.44, 0.56);
    const left = inFrame(middle - gap / 2);
    const right = Math.max(inFrame(middle + gap / 2), left + tall * 0.36);
    return [
      { x: left, foot, tall: tall * dice.between(0.95, 1), facing: 1 },
      { x: right, foot, tall: tall * dice.between(0.92, 1), facing: -1 },
    ];
  }
  const all: Standing[] = [];
  for (let index = 0; index < count; index++) {
    const share = (index + 0.5) / count;
    const spread = count >= crowd ? 0.9 : 0.3 + count * 0.09;
    const size = tall * (count >= crowd ? 0.8 + ((index * 7) % 5) * 0.05 : 0.9 + ((index * 3) % 4) * 0.033);
    const x = inFrame(
      width * (0.5 + (share - 0.5) * spread) + dice.between(-0.25, 0.25) * (width / count) * spread,
    );
    all.push({
      x,
      foot: footOf(stage, size),
      tall: size,
      facing: dice.chance(0.8) ? toMiddle(x) : dice.pick([1, -1]),
    });
  }
  // Near people stand before far ones.
  return all.sort((a, b) => a.foot - b.foot);
}

/** The mood says how near the camera is, the count and the frame how much room there is. */
function heightOf({ shot, width, height, horizon }: Stage): number {
  const wanted = standing();
  const room = shot.people <= 2 ? width / (0.55 + shot.people * 0.36) : width / (0.6 + shot.people * 0.22);
  return Math.min(wanted, room, height * 1.3);

  function standing(): number {
    const below = 0.93 * height - horizon;
    const plain = below * heads;
    if (shot.mood === 'close') return shot.people <= 2 ? height * 1.25 : height * 0.62;
    if (shot.mood === 'lonely') return plain * 0.78;
    return shot.setting === 'ext' ? Math.max(plain, height * 0.34) : plain;
  }
}

/** Where someone of this height stands, as far as the ground reaches. */
function footOf({ shot, height, horizon }: Stage, tall: number): number {
  // Near people fill the frame from a little below its upper edge.
  if (shot.mood === 'close' && tall > height * 0.7) return height * 0.2 + tall;
  const reach = shot.setting === 'ext' ? eye.ext : eye.int;
  const depth = (reach * heads * height) / 2 / tall;
  const foot = horizon + (reach * height) / 2 / depth;
  const first = shot.setting === 'ext' ? horizon + (height - horizon) * 0.5 : horizon + height / 2 / 1.75;
  return Math.max(first, foot);
}
