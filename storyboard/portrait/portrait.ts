import { type Dice, diceOf, numericHash } from '#screenplay/dice.ts';
import { darker, mix } from '../colour.ts';
import { pictureSize } from '../size.ts';
import { circle, part, polygon, rect, short, tag } from '../svg.ts';
import { type SvgPicture, sheet } from '../svgPicture.ts';
import { body } from './clothes.ts';
import { face } from './face.ts';
import { describeFeatures, featuresOf, type PortraitPictureInput } from './features.ts';
import { hair, hairBehind } from './hair.ts';
import type { Pose, Tones } from './pose.ts';

/** The colours of the three types: green, red, blue, as in the character views. Ground, disc, light. */
const grounds = {
  protagonist: ['#1E4A33', '#5F9E75', '#E6F0DF'],
  antagonist: ['#5E211C', '#C05A48', '#F6E3D3'],
  supporting: ['#1D3D5C', '#6A9BC4', '#E6EDF0'],
} as const;

const tones = { dark: '#1D1B18', fair: '#C9A45A', red: '#9A4A2A', grey: '#A9A69E' } as const;

type Named = Pick<PortraitPictureInput, 'name' | 'characterType'>;

/** What falls on a character by name and type, whatever else is known of it. */
export function portraitDice(named: Named): Dice {
  return diceOf(seedOf(named));
}

function seedOf({ name, characterType }: Named): string {
  return `${name.slice(0, 200).toUpperCase()}/${characterType}`;
}

/** A head and shoulders in flat colour, lit from one side. */
export function drawPortrait(input: PortraitPictureInput): SvgPicture {
  const { width, height } = pictureSize(input.ratio);
  const seed = seedOf(input);
  const dice = diceOf(seed);
  const features = featuresOf(input, dice);
  const [deep, disc, light] = grounds[input.characterType];
  const id = `c${numericHash(`${seed}/${JSON.stringify(features)}/${width}`).toString(36)}`;
  // Of the head; everything else is told in it.
  const unit = Math.min(width * 0.36, height * 0.36) * (features.years === 'child' ? 0.92 : 1);
  const x = width / 2;
  const y = height * (features.years === 'child' ? 0.5 : 0.43);
  const side = dice.chance(0.5) ? 1 : -1;
  const at = (px: number, py: number) => `${short(x + px * unit * side)} ${short(y + py * unit)}`;
  // Of dice of its own, so that the rest of the face stays as it falls.
  const skin = mix(light, disc, diceOf(`${seed}/skin`).pick([0.14, 0.22, 0.34, 0.48]));
  const colours = { deep, disc, light, skin, shade: mix(disc, deep, 0.45), hair: tones[features.hairTone] };
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
    part(
      'portrait',
      hairBehind(features, pose, colours) +
        body(features, pose, colours) +
        face(features, pose, colours) +
        hair(features, pose, colours),
      { 'data-hair': features.hair, 'data-years': features.years, 'data-clothes': features.clothes },
    );
  const alt = `Portrait of ${input.name.trim().slice(0, 80) || 'a character'}, ${input.characterType}: ${describeFeatures(features)}`;
  return sheet({ width, height }, { alt, about: input.role ?? '', id }, content, false);
}

/** A disc behind the head, as a poster has it, or bars of light. */
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
