import { mix } from './colour.ts';
import type { Stage } from './stage.ts';

/** Return a function that changes the colour of cloth, skin and wood to match the scene's light. */
export function lightingOf({ shot, colours }: Pick<Stage, 'shot' | 'colours'>): (colour: string) => string {
  const isOutside = shot.setting === 'ext';
  const [shade, share] = {
    day: ['#FFFFFF', 0] as const,
    dawn: ['#8E93A0', 0.16] as const,
    dusk: ['#4A2B38', isOutside ? 0.34 : 0.2] as const,
    night: ['#0F1C2E', isOutside ? 0.46 : 0.26] as const,
  }[shot.light];
  const air =
    isOutside && (shot.weather === 'fog' || shot.weather === 'storm' || shot.weather === 'snow') ? 0.16 : 0;
  return (colour) => {
    if (!colour.startsWith('#')) return colour;
    const lit = share === 0 ? colour : mix(colour, shade, share);
    return air === 0 ? lit : mix(lit, colours.haze, air);
  };
}
