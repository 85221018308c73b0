import { diceOf } from '#screenplay/dice.ts';
import { mix } from './colour.ts';
import { seats } from './inside/car.ts';
import { lightingOf } from './light.ts';
import { fromBehind } from './people/behind.ts';
import { type Drawn, handAt, personBody, type Standing } from './people/body.ts';
import { animal, robot } from './people/creatures.ts';
import { drawCrowd } from './people/crowd.ts';
import type { LightingEffect } from './people/lit.ts';
import { lookOf } from './people/look.ts';
import { type PoseName, poseExtent, poses } from './people/poses.ts';
import type { SceneRole } from './people/roles.ts';
import { penAt } from './props/pen.ts';
import { thingNamed } from './props/things.ts';
import { crowd, hasFigureOnGround } from './shot.ts';
import { isDark, type Stage } from './stage.ts';
import { ellipse, part, tag } from './svg.ts';
import type { Outside } from './words.ts';

/** How far below the eye the ground is, as in `seen`. */
const eye = { int: 1, ext: 0.9 } as const;
const heads = 1.06;

/** Who is in the scene, by how the camera sees them. */
export function drawPeople(stage: Stage): string {
  const { shot } = stage;
  const { size } = shot.lens;
  if (size === 'insert') return '';
  if (shot.people === 0) return throngOf(stage) + animals(stage);
  if (shot.setting !== 'ext' && shot.inside === 'car') return sitting(stage);
  if (size === 'close-up' || size === 'extreme close-up' || size === 'medium') return near(stage);
  if (size === 'over the shoulder') return overShoulder(stage);
  return standing(stage);
}

function litOf(stage: Stage): LightingEffect {
  const tone = lightingOf(stage);
  return { tone, ink: mix(stage.colours.ink, tone('#4A3F38'), 0.18) };
}

function person(
  at: Standing,
  role: SceneRole,
  pose: PoseName,
  lit: LightingEffect,
  drawn: Drawn = {},
): string {
  if (role.look.kind === 'robot') return robot(at, role.look, pose, lit, drawn.held);
  if (role.look.kind !== 'human') return animal(at, role.look, lit);
  return personBody(at, role.look, pose, lit, drawn);
}

/** What they have in their hand: of the things of the scene the first that fits into one. */
function heldBy(stage: Stage, at: Standing, role: SceneRole, pose: PoseName): string {
  const name = stage.shot.things.find((name) => thingNamed(name).where === 'hand');
  if (name === undefined || !holding.has(pose)) return '';
  const [x, y] = handAt(at, role.look, pose);
  const metre = ((at.tall * role.look.height) / 1.72) * 1.2;
  const pen = penAt({ x, y, metre, facing: at.facing }, stage.colours, isDark(stage), lightingOf(stage));
  return part('thing', thingNamed(name).draw(pen), { 'data-thing': name });
}

const holding: ReadonlySet<PoseName> = new Set([
  'aim',
  'carry',
  'drink',
  'read',
  'phone',
  'reach',
  'stand',
  'walk',
  'shake',
  'sit',
  'wave',
]);

/** What somebody with that in hand does with it. */
const poseWith: Readonly<Record<string, PoseName>> = {
  gun: 'aim',
  rifle: 'aim',
  phone: 'phone',
  letter: 'read',
  book: 'read',
  map: 'read',
  photograph: 'read',
  bottle: 'drink',
  glass: 'drink',
  cup: 'drink',
  cigarette: 'drink',
};

/** The pose of a role, and what is held may change it: who only stands there, but has a gun, aims. */
function posed(stage: Stage, index: number, role: SceneRole): PoseName {
  const thing = index === 0 ? stage.shot.things.find((name) => thingNamed(name).where === 'hand') : undefined;
  const isIdle = role.pose === 'stand' || role.pose === 'hips' || role.pose === 'reach';
  return thing !== undefined && isIdle ? (poseWith[thing] ?? 'carry') : role.pose;
}

function standing(stage: Stage): string {
  const { shot } = stage;
  const lit = litOf(stage);
  const places = placesOf(stage).map((place, index) => withinFrame(stage, place, index));
  const tall = Math.max(...places.map((place) => place.tall));
  const foot = Math.max(...places.map((place) => place.foot));
  const figures = places.map((place, index) => {
    const role = shot.roles[index] ?? shot.roles[0];
    if (!role) return '';
    const pose = shot.people >= crowd && index > 5 ? 'stand' : posed(stage, index, role);
    const held = index === 0 ? heldBy(stage, place, role, pose) : '';
    return {
      foot: place.foot,
      drawing:
        seat(stage, place, role, pose) +
        person(place, role, pose, lit, { held, isOneOfMany: shot.people >= crowd }),
    };
  });
  const all = figures.filter((one) => one !== '').sort((a, b) => a.foot - b.foot);
  const xs = places.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return (
    drawCrowd(stage, foot, tall) +
    pool(stage, (left + right) / 2, foot - tall * 0.45, (right - left) / 2 + tall * 0.95, tall * 0.95) +
    animals(stage) +
    part('people', all.map(({ drawing }) => drawing).join(''))
  );
}

function throngOf(stage: Stage): string {
  const tall = heightOf(stage);
  return drawCrowd(stage, footOf(stage, tall), tall);
}

/** A chair under who sits, a bench outside, a stool at a bar. */
function seat(stage: Stage, at: Standing, role: SceneRole, pose: PoseName): string {
  if (pose !== 'sit' || role.look.kind !== 'human') return '';
  const name = stage.shot.setting === 'ext' ? 'bench' : 'chair';
  const metre = at.tall / 1.72;
  return thingNamed(name).draw(
    penAt(
      {
        x: at.x,
        y: at.foot - metre * 0.02,
        metre: metre * (name === 'bench' ? 0.9 : 1.05),
        facing: at.facing,
      },
      stage.colours,
      isDark(stage),
      lightingOf(stage),
    ),
  );
}

/** One of them, near; the others are behind the camera. */
function near(stage: Stage): string {
  const { shot, width, height } = stage;
  const lit = litOf(stage);
  const dice = diceOf(`${shot.place}/near/${shot.people}/${shot.roles[0]?.name ?? ''}/${shot.things.join()}`);
  const index = shot.people > 1 && dice.chance(0.3) ? 1 : 0;
  const role = shot.roles[index] ?? shot.roles[0];
  if (!role) return '';
  const wanted =
    { medium: 1.5, 'close-up': 3, 'extreme close-up': 5.6 }[shot.lens.size as 'medium'] *
    Math.min(1, (width / height) * 1.1) *
    height;
  const pose = posed(stage, index, role);
  const [headX, headY] = poses[pose].head;
  const facing = dice.pick([1, -1] as const);
  const x =
    width * (shot.lens.size === 'extreme close-up' ? 0.5 : facing > 0 ? 0.42 : 0.58) -
    headX * wanted * facing;
  const isAnimal = role.look.kind !== 'human' && role.look.kind !== 'robot';
  const tall = isAnimal ? wanted * 0.8 : wanted / role.look.height;
  const eyes = height * (shot.lens.size === 'medium' ? 0.27 : 0.45);
  const place: Standing = { x, foot: eyes + (isAnimal ? tall * 0.4 : headY * wanted), tall, facing };
  const held = heldBy(stage, place, role, pose);
  return (
    haze(stage, 0.3) +
    pool(stage, width * 0.5, height * 0.5, width * 0.5, height * 0.6) +
    part('people', person(place, role, pose, lit, { held }))
  );
}

/** The nearer of two from behind, the other one's face between their shoulder and the edge. */
function overShoulder(stage: Stage): string {
  const { shot, width, height } = stage;
  const lit = litOf(stage);
  const [front, back] = [shot.roles[0], shot.roles[1]];
  if (!front || !back) return near(stage);
  const facing = diceOf(`${shot.place}/shoulder`).pick([1, -1] as const);
  const wanted = height * 1.55;
  const tall = wanted / front.look.height;
  const pose = posed(stage, 0, front);
  const place: Standing = {
    x: width * (facing > 0 ? 0.36 : 0.64),
    foot: height * 0.3 + poses[pose].head[1] * wanted,
    tall,
    facing,
  };
  const size = height * 0.62;
  const nearX = width * (facing > 0 ? 0.86 : 0.14);
  return (
    haze(stage, 0.24) +
    pool(stage, width * 0.5, height * 0.5, width * 0.5, height * 0.6) +
    part(
      'people',
      person(place, front, pose, lit, { held: heldBy(stage, place, front, pose) }) +
        fromBehind(nearX, height * 0.5, size, back.look, lit),
    )
  );
}

/** What is behind lies out of focus. */
function haze({ width, height, colours, shot }: Stage, share: number): string {
  const colour = shot.setting === 'ext' ? colours.haze : mix(colours.wall, colours.side, 0.5);
  return part('haze', tag('rect', { width, height, fill: colour, opacity: String(share) }));
}

function animals(stage: Stage): string {
  const { shot, width } = stage;
  if (shot.lens.size === 'close-up' || shot.lens.size === 'extreme close-up') return '';
  const lit = litOf(stage);
  const tall = heightOf(stage);
  const foot = footOf(stage, tall);
  return part(
    'animals',
    shot.animals
      .map((kind, at) => {
        const look = { ...lookOf({ name: `${kind} ${shot.place}` }), kind };
        return animal(
          { x: width * (at === 0 ? 0.82 : 0.16), foot, tall, facing: at === 0 ? -1 : 1 },
          look,
          lit,
          'animal',
        );
      })
      .join(''),
  );
}

/** In a car: heads over the seats. Whoever sits behind is nearer to the camera, and drawn last. */
function sitting(stage: Stage): string {
  const { width, height, shot } = stage;
  const lit = litOf(stage);
  const size = Math.min(height * 0.24, width * 0.14);
  const heads = seats.slice(0, shot.people).map(([x, y], index) => {
    const role = shot.roles[index] ?? shot.roles[0];
    return role ? fromBehind(width * x, height * y, size, role.look, lit) : '';
  });
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

/** Light in the air behind people, where it is dark: they need something to stand against. */
function pool(stage: Stage, x: number, y: number, rx: number, ry: number): string {
  const { shot, colours, id } = stage;
  if (!isDark(stage)) return '';
  const isLamp = shot.setting !== 'ext' || lampPlaces.has(shot.outside);
  const colour = isLamp ? colours.lamp : mix(colours.sky[2], '#FFF9EA', 0.3);
  const stop = (offset: string, opacity: string) =>
    tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
  const gradient = tag(
    'radialGradient',
    { id: `${id}pool` },
    stop('0', isLamp ? '.38' : '.52') + stop('.5', isLamp ? '.25' : '.34') + stop('1', '0'),
  );
  return part('pool', tag('defs', {}, gradient) + ellipse(x, y, rx, ry, `url(#${id}pool)`));
}

/** How far apart two stand who do that with each other, in heights. */
const gaps: Partial<Record<PoseName, number>> = { embrace: 0.27, shake: 0.5, punch: 0.56, dance: 0.46 };

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
    const x = inFrame(width * (dice.chance(0.5) ? 0.36 : 0.64));
    return [{ x, foot, tall, facing: toMiddle(x) }];
  }
  if (count === 2) {
    const [one] = shot.roles;
    const gap =
      one?.isTogether && gaps[one.pose] !== undefined
        ? tall * (gaps[one.pose] ?? 0.5)
        : shot.mood === 'lonely'
          ? width * 0.46
          : tall * dice.between(0.66, 0.95);
    const middle = width * dice.between(0.44, 0.56);
    const left = inFrame(middle - gap / 2);
    const right = Math.max(inFrame(middle + gap / 2), left + Math.min(gap, tall * 0.36));
    return [
      { x: left, foot, tall, facing: 1 },
      { x: right, foot, tall, facing: -1 },
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
  return all;
}

/** Who lies or falls needs more room to the sides than who stands: moved so far that head and feet are in the picture. */
function withinFrame(stage: Stage, place: Standing, index: number): Standing {
  const role = stage.shot.roles[index] ?? stage.shot.roles[0];
  if (role?.look.kind !== 'human') return place;
  const { left, right } = poseExtent(posed(stage, index, role), place.facing);
  const size = place.tall * role.look.height;
  const [least, most] = [left * size, stage.width - right * size];
  return least > most ? place : { ...place, x: Math.min(most, Math.max(least, place.x)) };
}

/** The lens says how near the camera is, the count and the frame how much room there is. */
function heightOf({ shot, width, height, horizon }: Stage): number {
  const wanted = standingHeight();
  const room = shot.people <= 2 ? width / (0.55 + shot.people * 0.36) : width / (0.6 + shot.people * 0.22);
  return Math.min(wanted, room, height * 1.5);

  function standingHeight(): number {
    const plain = (0.93 * height - horizon) * heads;
    const usual = shot.setting === 'ext' ? Math.max(plain, height * 0.34) : plain;
    switch (shot.lens.size) {
      case 'two-shot':
        return height * 1.2;
      case 'wide':
        return Math.min(usual, height * 0.5) * 0.72;
      case 'extreme wide':
        return Math.min(usual, height * 0.4) * 0.42;
      default:
        // Who is seen from below towers over everything, and the frame cuts off their feet; not off who lies there.
        if (shot.lens.angle === 'low angle') return height * (hasFigureOnGround(shot.roles) ? 0.84 : 1.08);
        if (shot.lens.angle === 'from above') return height * 0.42;
        if (shot.lens.angle === 'high angle') return height * 0.6;
        return Math.min(shot.mood === 'lonely' ? usual * 0.78 : usual, height * 0.88);
    }
  }
}

/** Where someone of this height stands, as far as the ground reaches. */
function footOf({ shot, height, horizon }: Stage, tall: number): number {
  if (shot.lens.size === 'two-shot' && tall > height * 0.8) return height * 0.16 + tall;
  if (shot.lens.angle === 'low angle') return Math.max(height * 0.985, height * 0.1 + tall);
  const reach = shot.setting === 'ext' ? eye.ext : eye.int;
  const depth = (reach * heads * height) / 2 / tall;
  const foot = horizon + (reach * height) / 2 / depth;
  // Who is seen from above stands in the lower half, on the ground that is there in every set.
  const isAbove = shot.lens.angle === 'high angle' || shot.lens.angle === 'from above';
  const usual = shot.setting === 'ext' ? horizon + (height - horizon) * 0.42 : horizon + height / 2 / 1.9;
  const first = isAbove ? Math.max(usual, height * 0.88) : usual;
  return Math.min(height * 0.985, Math.max(first, foot));
}
