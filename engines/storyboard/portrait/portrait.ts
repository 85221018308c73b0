import { type Dice, diceOf, numericHash } from '#screenplay/dice.ts';
import { darker, mix } from '../colour.ts';
import { applyGrade, gradeOf } from '../grade.ts';
import { animal, robot } from '../people/creatures.ts';
import { lookOf, type PersonLook } from '../people/look.ts';
import { pictureSize } from '../size.ts';
import { circle, formatCoordinate, part, polygon, rect, tag } from '../svg.ts';
import { type SvgPicture, sheet } from '../svgPicture.ts';
import { body } from './clothes.ts';
import { face } from './face.ts';
import { describeFeatures, featuresOf, type PortraitPictureInput } from './features.ts';
import { hair, hairBehind } from './hair.ts';
import type { Pose, Tones } from './pose.ts';

/**
 * Colours of ground, disc and light for the three character types: green, red and blue, as in the
 * character views.
 */
const grounds = {
  protagonist: ['#1E4A33', '#5F9E75', '#E6F0DF'],
  antagonist: ['#5E211C', '#C05A48', '#F6E3D3'],
  supporting: ['#1D3D5C', '#6A9BC4', '#E6EDF0'],
} as const;

function seedOf({ name, characterType }: Pick<PortraitPictureInput, 'name' | 'characterType'>): string {
  return `${name.slice(0, 200).toUpperCase()}/${characterType}`;
}

/** Draw a head and shoulders in flat colours, lit from one side. */
export function drawPortrait(input: PortraitPictureInput): SvgPicture {
  const { width, height } = pictureSize(input.ratio);
  const seed = seedOf(input);
  const dice = diceOf(seed);
  // Skin, hair and kind are the same as in storyboard frames.
  const look = lookOf(input);
  const features = featuresOf(input);
  const [deep, disc, light] = grounds[input.characterType];
  const id = `c${numericHash(`${seed}/${JSON.stringify(features)}/${width}`).toString(36)}`;
  // Scale of the head; all other measures are multiples of it.
  const unit = Math.min(width * 0.36, height * 0.36) * (features.years === 'child' ? 0.92 : 1);
  const x = width / 2;
  const y = height * (features.years === 'child' ? 0.5 : 0.43);
  const side = dice.chance(0.5) ? 1 : -1;
  const at = (px: number, py: number) =>
    `${formatCoordinate(x + px * unit * side)} ${formatCoordinate(y + py * unit)}`;
  const { skin, hairColour, top } = look;
  const shade = mix(darker(skin, 0.34), deep, 0.22);
  const colours = { deep, disc, light, skin, shade, hair: hairColour, cloth: mix(top, '#14130F', 0.28) };
  const gradient = tag(
    'linearGradient',
    { id: `${id}g`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': mix(deep, disc, 0.28) }) +
      tag('stop', { offset: '1', 'stop-color': darker(deep, 0.35) }),
  );
  const pose = { at, unit, x, y, side, height };
  const content =
    tag('defs', {}, gradient) +
    rect(0, 0, width, height, `url(#${id}g)`) +
    part('ground', backdrop(pose, colours, width, dice)) +
    (look.kind === 'human'
      ? part(
          'portrait',
          hairBehind(features, pose, colours) +
            body(features, pose, colours) +
            face(features, pose, colours) +
            hair(features, pose, colours),
          { 'data-hair': features.hair, 'data-years': features.years, 'data-clothes': features.clothes },
        )
      : part('portrait', creature(look, pose, width, side), { 'data-kind': look.kind }));
  const description = look.kind === 'human' ? describeFeatures(features) : `a ${look.kind}`;
  const alt = `Portrait of ${input.name.trim().slice(0, 80) || 'a character'}, ${input.characterType}: ${description}`;
  const picture = applyGrade(content, gradeOf(`${input.style ?? ''}`));
  return sheet({ width, height }, { alt, about: input.role ?? '', id }, picture, false);
}

/** Draw a robot or an animal as in frames, but close, with its head in the position of a face. */
function creature(look: PersonLook, { x, y, unit, height }: Pose, width: number, side: 1 | -1): string {
  const lit = { tone: (colour: string) => colour, ink: '#1D1B18' };
  if (look.kind === 'robot') {
    const tall = unit * 7.4;
    return robot({ x, foot: y + tall * 0.925, tall: tall / look.height, facing: side }, look, 'stand', lit);
  }
  // Width and height in metres that fill the frame.
  const sizes = {
    dog: [1.25, 0.74],
    cat: [0.68, 0.48],
    horse: [2.8, 2.15],
    bird: [0.66, 0.34],
    human: [1, 1],
  };
  const [long = 1, high = 1] = sizes[look.kind];
  const metre = Math.min((width * 0.86) / long, (height * 0.62) / high);
  return animal({ x, foot: height * 0.86, tall: metre * 1.72, facing: side }, look, lit);
}

/** Draw the backdrop: a disc behind the head, as on a poster, or bars of light. */
function backdrop({ unit, x, y, height }: Pose, colours: Tones, width: number, dice: Dice): string {
  const kind = dice.pick(['disc', 'bars', 'window', 'disc'] as const);
  if (kind === 'disc')
    return circle(x + unit * dice.between(-0.3, 0.3), y - unit * 0.1, unit * 1.12, colours.disc, {
      opacity: '.75',
    });
  if (kind === 'window') {
    const left = x - unit * 1.15;
    return (
      rect(left, y - unit * 1.3, unit * 2.3, unit * 2.5, colours.disc, { opacity: '.6' }) +
      rect(x - 2, y - unit * 1.3, 4, unit * 2.5, colours.deep) +
      rect(left, y - unit * 0.5, unit * 2.3, 4, colours.deep)
    );
  }
  let bars = '';
  for (let index = 0; index < 5; index++) {
    const from = width * (index / 5 + 0.02);
    bars += polygon(
      [
        [from + width * 0.12, 0],
        [from + width * 0.22, 0],
        [from + width * 0.1, height],
        [from, height],
      ],
      colours.disc,
      { opacity: String((5 - index) * 0.11 + 0.1).slice(0, 4) },
    );
  }
  return bars;
}
