import { diceOf } from '#screenplay/dice.ts';
import { mix } from '../colour.ts';
import { lightingOf } from '../light.ts';
import type { Stage } from '../stage.ts';
import { formatCoordinate, part, tag } from '../svg.ts';
import { skins } from './look.ts';

const coats = ['#5A6B7E', '#8A5A44', '#6F7A5A', '#3B4252', '#7C5566', '#85807A'] as const;

/**
 * Draw rows of heads and shoulders behind the individual figures: a few large paths for many
 * people.
 */
export function drawCrowd(stage: Stage, foot: number, tall: number): string {
  const { shot, width, colours } = stage;
  if (shot.throng === 0) return '';
  const dice = diceOf(`${shot.place}/throng`);
  const tone = lightingOf(stage);
  const rows = shot.throng > 40 ? 4 : 2;
  const inRow = Math.ceil(shot.throng / rows);
  const bodies = new Map<string, string>();
  const faces = new Map<string, string>();
  const add = (paths: Map<string, string>, colour: string, d: string) =>
    paths.set(colour, (paths.get(colour) ?? '') + d);
  let all = '';
  for (let row = 0; row < rows; row++) {
    bodies.clear();
    faces.clear();
    const size = tall * (0.62 + row * 0.09);
    const y = foot - tall * 0.16 + row * tall * 0.04;
    const far = (rows - row) * 0.12;
    for (let at = 0; at < inRow; at++) {
      const x = ((at + dice.between(0.15, 0.85)) / inRow) * width;
      const s = size * dice.between(0.92, 1.05);
      const head = s * 0.065;
      const cy = formatCoordinate(y - s * 0.92);
      add(
        faces,
        mix(tone(dice.pick(skins)), colours.haze, far),
        `M${formatCoordinate(x - head)} ${cy}a${formatCoordinate(head)} ${formatCoordinate(head * 1.15)} 0 1 0 ${formatCoordinate(head * 2)} 0a${formatCoordinate(head)} ${formatCoordinate(head * 1.15)} 0 1 0 ${formatCoordinate(-head * 2)} 0Z`,
      );
      const on = (px: number, py: number) =>
        `${formatCoordinate(x + px * s)} ${formatCoordinate(y - py * s)}`;
      add(
        bodies,
        mix(tone(dice.pick(coats)), colours.haze, far),
        `M${on(-0.13, 0)}L${on(-0.13, 0.64)}Q${on(-0.13, 0.8)} ${on(-0.03, 0.84)}L${on(0.03, 0.84)}Q${on(0.13, 0.8)} ${on(0.13, 0.64)}L${on(0.13, 0)}Z`,
      );
    }
    for (const paths of [bodies, faces]) for (const [fill, d] of paths) all += tag('path', { d, fill });
  }
  return part('crowd', all);
}
