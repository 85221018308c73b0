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
import { propNamed } from './props/things.ts';
import { crowd, hasFigureOnGround } from './shot.ts';
import { isDark, type Stage } from './stage.ts';
import { ellipse, part, tag } from './svg.ts';
import type { Outside } from './words.ts';

/** Distance of the ground below the eye, in the units of `project`. */
const eye = { int: 1, ext: 0.9 } as const;
const heads = 1.06;

/** Draw the people of the scene as the camera frames them. */
export function drawPeople(stage: Stage): string {
  const { shot } = stage;
  const { size } = shot.lens;
  if (size === 'insert') return '';
  if (shot.people === 0) return drawThrong(stage) + animals(stage);
  if (shot.setting !== 'ext' && shot.inside === 'car') return drawInCar(stage);
  if (size === 'close-up' || size === 'extreme close-up' || size === 'medium') return drawNear(stage);
  if (size === 'over the shoulder') return drawOverShoulder(stage);
  return drawStanding(stage);
}

function lightingEffectOf(stage: Stage): LightingEffect {
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

/** Draw the prop in a role's hand: the first prop of the scene that is held in a hand. */
function drawHeldProp(stage: Stage, at: Standing, role: SceneRole, pose: PoseName): string {
  const name = stage.shot.things.find((name) => propNamed(name).where === 'hand');
  if (name === undefined || !posesWithProp.has(pose)) return '';
  const [x, y] = handAt(at, role.look, pose);
  const metre = ((at.tall * role.look.height) / 1.72) * 1.2;
  const pen = penAt({ x, y, metre, facing: at.facing }, stage.colours, isDark(stage), lightingOf(stage));
  return part('thing', propNamed(name).draw(pen), { 'data-thing': name });
}

const posesWithProp: ReadonlySet<PoseName> = new Set([
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

/** Pose of a figure by the prop in its hand. */
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

/**
 * Return the pose of a role. A prop in the hand changes an idle pose: a standing figure with a gun
 * aims.
 */
function poseOf(stage: Stage, index: number, role: SceneRole): PoseName {
  const thing = index === 0 ? stage.shot.things.find((name) => propNamed(name).where === 'hand') : undefined;
  const isIdle = role.pose === 'stand' || role.pose === 'hips' || role.pose === 'reach';
  return thing !== undefined && isIdle ? (poseWith[thing] ?? 'carry') : role.pose;
}

function drawStanding(stage: Stage): string {
  const { shot } = stage;
  const lit = lightingEffectOf(stage);
  const places = placesOf(stage).map((place, index) => withinFrame(stage, place, index));
  const tall = Math.max(...places.map((place) => place.tall));
  const foot = Math.max(...places.map((place) => place.foot));
  const figures = places.map((place, index) => {
    const role = shot.roles[index] ?? shot.roles[0];
    if (!role) return '';
    const pose = shot.people >= crowd && index > 5 ? 'stand' : poseOf(stage, index, role);
    const held = index === 0 ? drawHeldProp(stage, place, role, pose) : '';
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

function drawThrong(stage: Stage): string {
  const tall = heightOf(stage);
  return drawCrowd(stage, footOf(stage, tall), tall);
}

/** Draw a seat under a sitting figure: a bench outside, a chair inside. */
function seat(stage: Stage, at: Standing, role: SceneRole, pose: PoseName): string {
  if (pose !== 'sit' || role.look.kind !== 'human') return '';
  const name = stage.shot.setting === 'ext' ? 'bench' : 'chair';
  const metre = at.tall / 1.72;
  return propNamed(name).draw(
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

/** Draw one figure near the camera; the others are behind the camera. */
function drawNear(stage: Stage): string {
  const { shot, width, height } = stage;
  const lit = lightingEffectOf(stage);
  const dice = diceOf(`${shot.place}/near/${shot.people}/${shot.roles[0]?.name ?? ''}/${shot.things.join()}`);
  const index = shot.people > 1 && dice.chance(0.3) ? 1 : 0;
  const role = shot.roles[index] ?? shot.roles[0];
  if (!role) return '';
  const figureHeight =
    { medium: 1.5, 'close-up': 3, 'extreme close-up': 5.6 }[shot.lens.size as 'medium'] *
    Math.min(1, (width / height) * 1.1) *
    height;
  const pose = poseOf(stage, index, role);
  const [headX, headY] = poses[pose].head;
  const facing = dice.pick([1, -1] as const);
  const x =
    width * (shot.lens.size === 'extreme close-up' ? 0.5 : facing > 0 ? 0.42 : 0.58) -
    headX * figureHeight * facing;
  const isAnimal = role.look.kind !== 'human' && role.look.kind !== 'robot';
  const tall = isAnimal ? figureHeight * 0.8 : figureHeight / role.look.height;
  const eyes = height * (shot.lens.size === 'medium' ? 0.27 : 0.45);
  const place: Standing = { x, foot: eyes + (isAnimal ? tall * 0.4 : headY * figureHeight), tall, facing };
  const held = drawHeldProp(stage, place, role, pose);
  return (
    haze(stage, 0.3) +
    pool(stage, width * 0.5, height * 0.5, width * 0.5, height * 0.6) +
    part('people', person(place, role, pose, lit, { held }))
  );
}

/**
 * Draw the nearer of two figures from behind. The face of the other is between the shoulder and the
 * edge of the frame.
 */
function drawOverShoulder(stage: Stage): string {
  const { shot, width, height } = stage;
  const lit = lightingEffectOf(stage);
  const [front, back] = [shot.roles[0], shot.roles[1]];
  if (!front || !back) return drawNear(stage);
  const facing = diceOf(`${shot.place}/shoulder`).pick([1, -1] as const);
  const figureHeight = height * 1.55;
  const tall = figureHeight / front.look.height;
  const pose = poseOf(stage, 0, front);
  const place: Standing = {
    x: width * (facing > 0 ? 0.36 : 0.64),
    foot: height * 0.3 + poses[pose].head[1] * figureHeight,
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
      person(place, front, pose, lit, { held: drawHeldProp(stage, place, front, pose) }) +
        fromBehind(nearX, height * 0.5, size, back.look, lit),
    )
  );
}

/** Put a haze over the background so that it appears out of focus. */
function haze({ width, height, colours, shot }: Stage, share: number): string {
  const colour = shot.setting === 'ext' ? colours.haze : mix(colours.wall, colours.side, 0.5);
  return part('haze', tag('rect', { width, height, fill: colour, opacity: String(share) }));
}

function animals(stage: Stage): string {
  const { shot, width } = stage;
  if (shot.lens.size === 'close-up' || shot.lens.size === 'extreme close-up') return '';
  const lit = lightingEffectOf(stage);
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

/**
 * Draw people in a car as heads above the seats. Those in the back are nearer to the camera and are
 * drawn last.
 */
function drawInCar(stage: Stage): string {
  const { width, height, shot } = stage;
  const lit = lightingEffectOf(stage);
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

/** Draw a pool of light behind people in dark scenes, for contrast. */
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

/** Distance between two figures that share a pose, as a fraction of their height. */
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

/**
 * Move a lying or falling figure until head and feet are inside the frame. Such poses are wider
 * than standing ones.
 */
function withinFrame(stage: Stage, place: Standing, index: number): Standing {
  const role = stage.shot.roles[index] ?? stage.shot.roles[0];
  if (role?.look.kind !== 'human') return place;
  const { left, right } = poseExtent(poseOf(stage, index, role), place.facing);
  const size = place.tall * role.look.height;
  const [minX, maxX] = [left * size, stage.width - right * size];
  return minX > maxX ? place : { ...place, x: Math.min(maxX, Math.max(minX, place.x)) };
}

/**
 * Return the height of a standing adult. The lens sets the camera distance; the number of people
 * and the frame limit it.
 */
function heightOf({ shot, width, height, horizon }: Stage): number {
  const preferred = standingHeight();
  const room = shot.people <= 2 ? width / (0.55 + shot.people * 0.36) : width / (0.6 + shot.people * 0.22);
  return Math.min(preferred, room, height * 1.5);

  function standingHeight(): number {
    const plain = (0.93 * height - horizon) * heads;
    const standard = shot.setting === 'ext' ? Math.max(plain, height * 0.34) : plain;
    switch (shot.lens.size) {
      case 'two-shot':
        return height * 1.2;
      case 'wide':
        return Math.min(standard, height * 0.5) * 0.72;
      case 'extreme wide':
        return Math.min(standard, height * 0.4) * 0.42;
      default:
        // From below, figures exceed the frame and it cuts off their feet, unless a figure lies on
        // the ground.
        if (shot.lens.angle === 'low angle') return height * (hasFigureOnGround(shot.roles) ? 0.84 : 1.08);
        if (shot.lens.angle === 'from above') return height * 0.42;
        if (shot.lens.angle === 'high angle') return height * 0.6;
        return Math.min(shot.mood === 'lonely' ? standard * 0.78 : standard, height * 0.88);
    }
  }
}

/** Return where the feet of a figure of this height are, limited by the ground. */
function footOf({ shot, height, horizon }: Stage, tall: number): number {
  if (shot.lens.size === 'two-shot' && tall > height * 0.8) return height * 0.16 + tall;
  if (shot.lens.angle === 'low angle') return Math.max(height * 0.985, height * 0.1 + tall);
  const reach = shot.setting === 'ext' ? eye.ext : eye.int;
  const depth = (reach * heads * height) / 2 / tall;
  const foot = horizon + (reach * height) / 2 / depth;
  // From above, figures stand in the lower half, where every set has ground.
  const isAbove = shot.lens.angle === 'high angle' || shot.lens.angle === 'from above';
  const standard = shot.setting === 'ext' ? horizon + (height - horizon) * 0.42 : horizon + height / 2 / 1.9;
  const first = isAbove ? Math.max(standard, height * 0.88) : standard;
  return Math.min(height * 0.985, Math.max(first, foot));
}
