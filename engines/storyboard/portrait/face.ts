import { darker } from '../colour.ts';
import { circle, ellipse, part, shape, stroke } from '../svg.ts';
import type { FaceFeatures } from './features.ts';
import type { Pose, Tones } from './pose.ts';

/** Draw a face in two tones, one half in shade. */
export function face(features: FaceFeatures, pose: Pose, colours: Tones): string {
  const { at, unit, x, y, side } = pose;
  const jaw = features.years === 'child' ? 0.5 : 0.56;
  const outline = `M${at(0, -0.56)}C${at(0.36, -0.56)} ${at(0.45, -0.28)} ${at(0.43, 0)}C${at(0.42, 0.24)} ${at(0.3, 0.46)} ${at(0.1, jaw)}C${at(0.03, jaw + 0.02)} ${at(-0.05, jaw + 0.02)} ${at(-0.12, jaw)}C${at(-0.32, 0.44)} ${at(-0.42, 0.22)} ${at(-0.43, 0)}C${at(-0.45, -0.28)} ${at(-0.36, -0.56)} ${at(0, -0.56)}Z`;
  // The dark half, bounded by brow, nose and lips.
  const dark = `M${at(0, -0.56)}C${at(-0.36, -0.56)} ${at(-0.45, -0.28)} ${at(-0.43, 0)}C${at(-0.42, 0.22)} ${at(-0.32, 0.44)} ${at(-0.12, jaw)}L${at(0.02, jaw)}L${at(0, 0.4)}L${at(0.07, 0.33)}L${at(0.03, 0.28)}L${at(0.03, 0.22)}L${at(0.13, 0.16)}L${at(0.07, 0.05)}L${at(0.03, -0.12)}L${at(0.08, -0.19)}L${at(0.02, -0.34)}Z`;
  const ears =
    ellipse(x - 0.44 * unit * side, y + 0.02 * unit, unit * 0.06, unit * 0.11, colours.shade) +
    ellipse(x + 0.44 * unit * side, y + 0.02 * unit, unit * 0.06, unit * 0.11, colours.skin);
  const brow = (px: number) =>
    shape(
      `M${at(px - 0.11, -0.13)}Q${at(px, -0.2)} ${at(px + 0.12, -0.13)}Q${at(px, -0.155)} ${at(px - 0.11, -0.13)}Z`,
      darker(colours.deep, 0.4),
    );
  const eye = (px: number, tone: string) =>
    shape(
      `M${at(px - 0.085, -0.03)}Q${at(px, -0.075)} ${at(px + 0.085, -0.03)}Q${at(px, 0.005)} ${at(px - 0.085, -0.03)}Z`,
      tone,
    );
  const ink = darker(colours.deep, 0.5);
  const mouth = shape(
    `M${at(0.04, 0.315)}Q${at(0.12, 0.3)} ${at(0.18, 0.315)}Q${at(0.1, 0.345)} ${at(0.04, 0.315)}Z`,
    ink,
    { opacity: '.75' },
  );
  const lines =
    features.years === 'old'
      ? stroke(
          [
            [x + 0.2 * unit * side, y + 0.16 * unit],
            [x + 0.25 * unit * side, y + 0.28 * unit],
          ],
          colours.shade,
          2,
        ) +
        stroke(
          [
            [x + 0.08 * unit * side, y - 0.3 * unit],
            [x + 0.28 * unit * side, y - 0.29 * unit],
          ],
          colours.shade,
          1.6,
        )
      : '';
  return part(
    'face',
    ears +
      shape(outline, colours.skin) +
      shape(dark, colours.shade) +
      brow(0.2) +
      brow(-0.19) +
      eye(0.2, ink) +
      eye(-0.19, ink) +
      mouth +
      lines +
      (features.beard ? beard(pose, colours, jaw) : '') +
      (features.glasses ? spectacles(pose, ink) : ''),
  );
}

function beard({ at }: Pose, colours: Tones, jaw: number): string {
  return part(
    'beard',
    shape(
      `M${at(-0.43, 0.04)}C${at(-0.42, 0.34)} ${at(-0.3, jaw + 0.1)} ${at(0, jaw + 0.14)}C${at(0.28, jaw + 0.1)} ${at(0.42, 0.34)} ${at(0.43, 0.04)}C${at(0.36, 0.2)} ${at(0.26, 0.24)} ${at(0.16, 0.22)}L${at(-0.12, 0.22)}C${at(-0.24, 0.24)} ${at(-0.36, 0.2)} ${at(-0.43, 0.04)}ZM${at(-0.06, 0.33)}Q${at(0.04, 0.38)} ${at(0.16, 0.33)}Q${at(0.04, 0.29)} ${at(-0.06, 0.33)}Z`,
      colours.hair,
      { 'fill-rule': 'evenodd' },
    ),
  );
}

function spectacles({ x, y, unit, side }: Pose, ink: string): string {
  const lens = (px: number) =>
    circle(x + px * unit * side, y - 0.03 * unit, unit * 0.135, '#FFFFFF', {
      'fill-opacity': '.16',
      stroke: ink,
      'stroke-width': unit * 0.022,
    });
  return part(
    'glasses',
    lens(0.2) +
      lens(-0.19) +
      stroke(
        [
          [x - 0.055 * unit * side, y - 0.05 * unit],
          [x + 0.065 * unit * side, y - 0.05 * unit],
        ],
        ink,
        unit * 0.022,
      ),
  );
}
