import { diceOf, numericHash } from '#screenplay/dice.ts';
import { described } from './describe.ts';
import { carSeats } from './inside/car.ts';
import { insideSet } from './inside/set.ts';
import { outsideSet } from './outside/set.ts';
import { paletteOf } from './palette.ts';
import { drawPeople } from './people.ts';
import { type SceneInput, type Shot, shotOf } from './shot.ts';
import { type PictureSize, pictureSize } from './size.ts';
import type { Stage } from './stage.ts';
import { part, short } from './svg.ts';
import { type SvgPicture, sheet } from './svgPicture.ts';
import { weatherOver } from './weather.ts';

/** One storyboard frame of a scene. */
export function drawScene(input: SceneInput): SvgPicture {
  const shot = shotOf(input);
  const size = pictureSize(input.ratio);
  return sheet(
    size,
    { alt: described(shot), about: input.heading, id: pictureId(shot, size) },
    composed(shot, size),
    input.framed ?? true,
  );
}

/** The picture of a shot, without a frame. */
export function composed(shot: Shot, size: PictureSize): string {
  const stage = stageOf(shot, size);
  const isOutside = shot.setting === 'ext';
  const set = isOutside ? outsideSet(stage) : insideSet(stage);
  const front = !isOutside && shot.inside === 'car' ? carSeats(stage) : '';
  const all = set + drawPeople(stage) + front + (isOutside ? weatherOver(stage) : '');
  return part('shot', all, {
    'data-mood': shot.mood,
    transform: shot.mood === 'tense' ? tilted(size, stage.dice.chance(0.5)) : undefined,
  });
}

export function pictureId(shot: Shot, size: PictureSize): string {
  return `p${numericHash(JSON.stringify([shot, size])).toString(36)}`;
}

function stageOf(shot: Shot, size: PictureSize): Stage {
  const dice = diceOf(`${shot.setting}/${shot.place}`);
  const camera = diceOf(`${shot.place}/camera/${shot.mood}`);
  const eyeLine =
    shot.setting === 'ext' ? (shot.outside === 'mountain' || shot.outside === 'desert' ? 0.62 : 0.57) : 0.46;
  return {
    ...size,
    shot,
    // The same place has the same colours at the same hour.
    colours: paletteOf(shot.light, shot.weather, diceOf(`${shot.place}/colours`)),
    dice,
    horizon: size.height * (eyeLine + shiftOf(shot) + camera.between(-0.025, 0.025)),
    vanishing: size.width * camera.between(0.4, 0.6),
    id: pictureId(shot, size),
  };
}

/** A wide sky is lonely; much ground, seen from above, weighs. */
function shiftOf({ mood, setting }: Shot): number {
  if (mood === 'lonely') return setting === 'ext' ? 0.1 : -0.03;
  if (mood === 'heavy') return setting === 'ext' ? -0.13 : -0.08;
  return 0;
}

/** Turned about its middle, and so much larger that no corner stays empty; less in a long frame, which loses more. */
function tilted({ width, height }: PictureSize, isLeft: boolean): string {
  const skew = Math.max(width / height, height / width);
  const degrees = Math.min(3, 7 / skew);
  const angle = (degrees / 180) * Math.PI;
  const scale = Math.cos(angle) + Math.sin(angle) * skew;
  const [x, y] = [short(width / 2), short(height / 2)];
  const turn = `rotate(${short(isLeft ? -degrees : degrees)}) scale(${(scale + 0.01).toFixed(3)})`;
  return `translate(${x} ${y}) ${turn} translate(${-x} ${-y})`;
}
