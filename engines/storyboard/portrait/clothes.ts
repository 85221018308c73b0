import { lighter, mix } from '../colour.ts';
import { circle, part, shape, stroke } from '../svg.ts';
import type { Clothes, FaceFeatures } from './features.ts';
import type { Pose, Tones } from './pose.ts';

/** Draw neck, shoulders and clothes. */
export function body(features: FaceFeatures, pose: Pose, colours: Tones): string {
  const { at, unit, height, y } = pose;
  const low = (height - y) / unit + 0.2;
  const wide = features.years === 'child' ? 0.86 : features.years === 'old' ? 1.12 : 1.22;
  const { cloth } = colours;
  const neck = shape(
    `M${at(-0.21, 0.3)}L${at(-0.23, 0.78)}L${at(0.25, 0.78)}L${at(0.2, 0.3)}Z`,
    colours.shade,
  );
  const shoulders = shape(
    `M${at(-0.24, 0.7)}C${at(-0.6, 0.8)} ${at(-wide, 0.86)} ${at(-wide - 0.1, low)}L${at(wide + 0.1, low)}C${at(wide, 0.86)} ${at(0.6, 0.8)} ${at(0.24, 0.7)}C${at(0.12, 0.86)} ${at(-0.12, 0.86)} ${at(-0.24, 0.7)}Z`,
    cloth,
  );
  // The lit side.
  const lit = shape(
    `M${at(0.24, 0.7)}C${at(0.6, 0.8)} ${at(wide, 0.86)} ${at(wide + 0.1, low)}L${at(wide - 0.12, low)}C${at(wide - 0.2, 1)} ${at(0.6, 0.9)} ${at(0.24, 0.7)}Z`,
    mix(cloth, colours.disc, 0.45),
  );
  return part('clothes', neck + shoulders + lit + dress(features.clothes, pose, colours, cloth));
}

function dress(clothes: Clothes, { at, unit, x, y, side }: Pose, colours: Tones, cloth: string): string {
  const paper = lighter(colours.light, 0.3);
  switch (clothes) {
    case 'collar':
      return (
        shape(
          `M${at(-0.24, 0.7)}L${at(0, 1)}L${at(-0.2, 1.1)}L${at(-0.36, 0.76)}ZM${at(0.24, 0.7)}L${at(0, 1)}L${at(0.2, 1.1)}L${at(0.36, 0.76)}Z`,
          paper,
        ) +
        shape(`M${at(-0.07, 1)}L${at(0.07, 1)}L${at(0.11, 1.6)}L${at(0, 1.72)}L${at(-0.11, 1.6)}Z`, '#B8432A')
      );
    case 'coat':
      return shape(
        `M${at(-0.26, 0.66)}L${at(-0.02, 1.3)}L${at(-0.32, 1.24)}L${at(-0.56, 0.82)}ZM${at(0.26, 0.66)}L${at(0.02, 1.3)}L${at(0.32, 1.24)}L${at(0.56, 0.82)}Z`,
        mix(cloth, colours.disc, 0.3),
      );
    case 'uniform':
      return (
        shape(
          `M${at(-0.27, 0.66)}L${at(0, 0.92)}L${at(0.27, 0.66)}L${at(0.3, 0.8)}L${at(0, 1.04)}L${at(-0.3, 0.8)}Z`,
          mix(cloth, colours.disc, 0.35),
        ) +
        shape(
          `M${at(-1, 0.96)}L${at(-0.62, 0.84)}L${at(-0.6, 0.92)}L${at(-0.98, 1.04)}ZM${at(1, 0.96)}L${at(0.62, 0.84)}L${at(0.6, 0.92)}L${at(0.98, 1.04)}Z`,
          '#E9C94F',
        ) +
        [1.2, 1.45].map((down) => circle(x, y + down * unit, unit * 0.035, '#E9C94F')).join('')
      );
    case 'scarf':
      return shape(
        `M${at(-0.36, 0.6)}C${at(-0.1, 0.8)} ${at(0.1, 0.8)} ${at(0.36, 0.6)}C${at(0.46, 0.74)} ${at(0.44, 0.9)} ${at(0.34, 0.94)}L${at(0.38, 1.5)}L${at(0.12, 1.54)}L${at(0.1, 1)}C${at(-0.1, 1.02)} ${at(-0.34, 0.96)} ${at(-0.42, 0.84)}C${at(-0.46, 0.74)} ${at(-0.42, 0.66)} ${at(-0.36, 0.6)}Z`,
        '#B8432A',
      );
    default:
      return stroke(
        Array.from({ length: 9 }, (_, index) => {
          const angle = (index / 8) * Math.PI;
          return [
            x - Math.cos(angle) * unit * 0.3 * side,
            y + unit * (0.7 + Math.sin(angle) * 0.18),
          ] as const;
        }),
        mix(cloth, colours.disc, 0.35),
        unit * 0.07,
      );
  }
}
