import { diceOf, numericHash } from '#screenplay/dice.ts';
import { describePicture } from './describe.ts';
import { applyGrade } from './grade.ts';
import { carSeats } from './inside/car.ts';
import { insideSet } from './inside/set.ts';
import { lightingOf } from './light.ts';
import { outsideSet } from './outside/set.ts';
import { paletteOf } from './palette.ts';
import { drawPeople } from './people.ts';
import { penAt } from './props/pen.ts';
import { propNamed } from './props/things.ts';
import { type SceneInput, type Shot, shotOf } from './shot.ts';
import { type PictureSize, pictureSize } from './size.ts';
import { isDark, type Stage } from './stage.ts';
import { formatCoordinate, part, rect } from './svg.ts';
import { type SvgPicture, sheet } from './svgPicture.ts';
import { weatherOver } from './weather.ts';

/** Draw one storyboard frame of a scene. */
export function drawScene(input: SceneInput): SvgPicture {
  const shot = shotOf(input);
  const size = pictureSize(input.ratio);
  return sheet(
    size,
    { alt: describePicture(shot), about: input.heading, id: pictureId(shot, size) },
    composeShot(shot, size),
    input.framed ?? true,
  );
}

/** Draw the picture of a shot, without a frame. */
export function composeShot(shot: Shot, size: PictureSize): string {
  const stage = stageOf(shot, size);
  const isOutside = shot.setting === 'ext';
  const set = isOutside ? outsideSet(stage) : insideSet(stage);
  const front = !isOutside && shot.inside === 'car' ? carSeats(stage) : '';
  const all = set + drawPeople(stage) + insert(stage) + front + (isOutside ? weatherOver(stage) : '');
  return part('shot', applyGrade(all, shot.grade), {
    'data-mood': shot.mood,
    'data-lens': shot.lens.size,
    'data-angle': shot.lens.angle,
    transform: shot.mood === 'tense' ? tiltTransform(size, stage.dice.chance(0.5)) : undefined,
  });
}

/** Draw the single prop of an insert shot, as large as possible. */
function insert(stage: Stage): string {
  const { shot, width, height, colours } = stage;
  const [name] = shot.things;
  if (shot.lens.size !== 'insert' || name === undefined) return '';
  const thing = propNamed(name);
  const metre = Math.min((height * 0.62) / thing.height, (width * 0.5) / thing.width);
  const low = height * (thing.where === 'wall' ? 0.5 : 0.82);
  const tone = lightingOf(stage);
  const desk =
    thing.where === 'wall' || thing.where === 'floor'
      ? ''
      : rect(0, low - height * 0.03, width, height, tone('#8A6542'));
  return (
    part('haze', rect(0, 0, width, height, colours.haze, { opacity: '.4' })) +
    desk +
    part('thing', thing.draw(penAt({ x: width / 2, y: low, metre }, colours, isDark(stage), tone)), {
      'data-thing': name,
    })
  );
}

export function pictureId(shot: Shot, size: PictureSize): string {
  return `p${numericHash(JSON.stringify([shot, size])).toString(36)}`;
}

function stageOf(shot: Shot, size: PictureSize): Stage {
  const dice = diceOf(`${shot.setting}/${shot.place}`);
  const camera = diceOf(`${shot.place}/camera/${shot.mood}`);
  const eyeLine = eyeLineOf(shot);
  return {
    ...size,
    shot,
    // Seeded by the place, so the colours are the same at the same hour.
    colours: paletteOf(shot.light, shot.weather, diceOf(`${shot.place}/colours`)),
    dice,
    horizon: size.height * (eyeLine + shiftOf(shot) + camera.between(-0.025, 0.025)),
    vanishing: size.width * camera.between(0.4, 0.6),
    id: pictureId(shot, size),
  };
}

/**
 * Return the position of the horizon from the top, as a share: low for a low angle, high for a high
 * angle.
 */
function eyeLineOf({ setting, outside, lens }: Shot): number {
  const isOutside = setting === 'ext';
  switch (lens.angle) {
    case 'low angle':
      return isOutside ? 0.8 : 0.72;
    case 'high angle':
      return isOutside ? 0.3 : 0.24;
    case 'from above':
      return 0.2;
    default:
      return isOutside ? (outside === 'mountain' || outside === 'desert' ? 0.62 : 0.57) : 0.46;
  }
}

/**
 * Return how much the mood shifts the horizon. A wide sky looks lonely; much ground seen from above
 * looks heavy.
 */
function shiftOf({ mood, setting }: Shot): number {
  if (mood === 'lonely') return setting === 'ext' ? 0.1 : -0.03;
  if (mood === 'heavy') return setting === 'ext' ? -0.13 : -0.08;
  return 0;
}

/**
 * Return a transform that tilts the picture about its centre and enlarges it until no corner is
 * empty. Long frames are tilted less, since they would lose more.
 */
function tiltTransform({ width, height }: PictureSize, isLeft: boolean): string {
  const skew = Math.max(width / height, height / width);
  const degrees = Math.min(3, 7 / skew);
  const angle = (degrees / 180) * Math.PI;
  const scale = Math.cos(angle) + Math.sin(angle) * skew;
  const [x, y] = [formatCoordinate(width / 2), formatCoordinate(height / 2)];
  const turn = `rotate(${formatCoordinate(isLeft ? -degrees : degrees)}) scale(${(scale + 0.01).toFixed(3)})`;
  return `translate(${x} ${y}) ${turn} translate(${-x} ${-y})`;
}
