import { darker, lighter, mix } from '../colour.ts';
import { part, shape } from '../svg.ts';
import type { FaceFeatures, Hair } from './features.ts';
import type { Pose, Tones } from './pose.ts';

/** Draw hair that falls behind the shoulders. */
export function hairBehind(features: FaceFeatures, { at }: Pose, colours: Tones): string {
  if (features.hair === 'long')
    return shape(
      `M${at(-0.46, -0.3)}C${at(-0.78, 0.4)} ${at(-0.72, 0.9)} ${at(-0.66, 1.12)}L${at(0.62, 1.12)}C${at(0.7, 0.8)} ${at(0.66, 0.2)} ${at(0.46, -0.3)}Z`,
      darker(colours.hair, 0.2),
    );
  if (features.hair === 'bob')
    return shape(
      `M${at(-0.46, -0.3)}C${at(-0.66, 0.1)} ${at(-0.62, 0.4)} ${at(-0.58, 0.54)}L${at(0.56, 0.54)}C${at(0.6, 0.3)} ${at(0.62, 0)} ${at(0.46, -0.3)}Z`,
      darker(colours.hair, 0.2),
    );
  if (features.hair === 'hood')
    return shape(
      `M${at(-0.72, 0.9)}C${at(-0.9, -0.2)} ${at(-0.5, -0.84)} ${at(0, -0.86)}C${at(0.5, -0.84)} ${at(0.9, -0.2)} ${at(0.72, 0.9)}Z`,
      darker(colours.deep, 0.25),
    );
  if (features.hair === 'bun')
    return shape(
      `M${at(-0.62, -0.5)}C${at(-0.62, -0.86)} ${at(-0.16, -0.86)} ${at(-0.16, -0.5)}C${at(-0.16, -0.2)} ${at(-0.62, -0.2)} ${at(-0.62, -0.5)}Z`,
      colours.hair,
    );
  return '';
}

/** Draw hair over the face, or headgear. */
export function hair(features: FaceFeatures, { at }: Pose, colours: Tones): string {
  const drawn = drawings[features.hair](at, colours);
  return drawn === '' ? '' : part('hair', drawn);
}

type At = Pose['at'];

const drawings: Record<Hair, (at: At, colours: Tones) => string> = {
  bald: () => '',
  cropped,
  parted,
  bun: parted,
  curly,
  bob: long,
  long,
  hat,
  cap,
  hood,
};

/** Return the path over the skull, from ear to ear, with which most hair begins. */
function capOf(at: At): string {
  return `M${at(-0.46, 0)}C${at(-0.54, -0.4)} ${at(-0.36, -0.7)} ${at(0, -0.7)}C${at(0.36, -0.7)} ${at(0.54, -0.4)} ${at(0.46, 0)}`;
}

function cropped(at: At, colours: Tones): string {
  return shape(
    `${capOf(at)}L${at(0.4, -0.2)}L${at(0.3, -0.36)}L${at(-0.3, -0.38)}L${at(-0.4, -0.2)}Z`,
    colours.hair,
  );
}

function parted(at: At, colours: Tones): string {
  return shape(
    `${capOf(at)}C${at(0.42, -0.22)} ${at(0.34, -0.36)} ${at(0.14, -0.5)}C${at(-0.06, -0.34)} ${at(-0.34, -0.3)} ${at(-0.41, -0.12)}Z`,
    colours.hair,
  );
}

const curls = [
  [-0.46, -0.1],
  [-0.5, -0.32],
  [-0.38, -0.54],
  [-0.18, -0.68],
  [0.06, -0.72],
  [0.28, -0.62],
  [0.45, -0.42],
  [0.49, -0.18],
  [-0.2, -0.5],
  [0.08, -0.52],
  [0.26, -0.46],
] as const;

function curly(at: At, colours: Tones): string {
  return curls
    .map(([px, py], index) =>
      shape(
        `M${at(px - 0.17, py)}a1 1 0 0 1 0 0C${at(px - 0.17, py - 0.22)} ${at(px + 0.17, py - 0.22)} ${at(px + 0.17, py)}C${at(px + 0.17, py + 0.22)} ${at(px - 0.17, py + 0.22)} ${at(px - 0.17, py)}Z`,
        index % 3 === 0 ? lighter(colours.hair, 0.08) : colours.hair,
      ),
    )
    .join('');
}

function long(at: At, colours: Tones): string {
  return shape(
    `${capOf(at)}L${at(0.5, 0.3)}C${at(0.44, 0.1)} ${at(0.42, -0.26)} ${at(0.2, -0.46)}C${at(0, -0.36)} ${at(-0.34, -0.32)} ${at(-0.42, 0.06)}L${at(-0.54, 0.34)}Z`,
    colours.hair,
  );
}

function hat(at: At): string {
  return (
    shape(
      `M${at(-0.86, -0.26)}C${at(-0.4, -0.42)} ${at(0.4, -0.42)} ${at(0.86, -0.26)}C${at(0.5, -0.2)} ${at(-0.5, -0.2)} ${at(-0.86, -0.26)}Z`,
      '#14130F',
    ) +
    shape(
      `M${at(-0.48, -0.34)}C${at(-0.46, -0.7)} ${at(-0.34, -0.92)} ${at(-0.1, -0.84)}C${at(0, -0.8)} ${at(0.1, -0.84)} ${at(0.2, -0.88)}C${at(0.38, -0.88)} ${at(0.46, -0.6)} ${at(0.48, -0.34)}Z`,
      '#1D1B18',
    ) +
    shape(
      `M${at(-0.48, -0.34)}L${at(-0.47, -0.46)}C${at(-0.2, -0.54)} ${at(0.2, -0.54)} ${at(0.47, -0.46)}L${at(0.48, -0.34)}C${at(0.2, -0.42)} ${at(-0.2, -0.42)} ${at(-0.48, -0.34)}Z`,
      '#B8432A',
    )
  );
}

function cap(at: At, colours: Tones): string {
  return (
    shape(
      `M${at(-0.47, -0.06)}C${at(-0.5, -0.3)} ${at(-0.3, -0.42)} ${at(0, -0.42)}C${at(0.3, -0.42)} ${at(0.5, -0.3)} ${at(0.47, -0.06)}L${at(0.41, -0.24)}L${at(-0.41, -0.24)}Z`,
      colours.hair,
    ) +
    shape(
      `M${at(-0.58, -0.42)}C${at(-0.66, -0.78)} ${at(-0.3, -0.86)} ${at(0, -0.86)}C${at(0.3, -0.86)} ${at(0.66, -0.78)} ${at(0.58, -0.42)}Z`,
      darker(colours.deep, 0.2),
    ) +
    shape(`M${at(-0.48, -0.46)}L${at(0.48, -0.46)}L${at(0.48, -0.3)}L${at(-0.48, -0.3)}Z`, '#14130F') +
    shape(
      `M${at(-0.36, -0.3)}L${at(0.5, -0.3)}C${at(0.6, -0.22)} ${at(0.5, -0.16)} ${at(0.3, -0.18)}C${at(0.1, -0.2)} ${at(-0.2, -0.2)} ${at(-0.36, -0.3)}Z`,
      '#1D1B18',
    )
  );
}

function hood(at: At, colours: Tones): string {
  return shape(
    `M${at(-0.5, 0.6)}C${at(-0.66, -0.1)} ${at(-0.44, -0.66)} ${at(0, -0.68)}C${at(0.44, -0.66)} ${at(0.66, -0.1)} ${at(0.5, 0.6)}C${at(0.5, 0)} ${at(0.36, -0.46)} ${at(0, -0.48)}C${at(-0.36, -0.46)} ${at(-0.5, 0)} ${at(-0.5, 0.6)}Z`,
    mix(colours.deep, colours.disc, 0.25),
  );
}
