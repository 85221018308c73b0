import type { Dice } from '#screenplay/dice.ts';
import { lighter, mix } from './colour.ts';
import type { Light, Weather } from './words.ts';

/** The colours of one picture by role. */
export interface ColourPalette {
  /** From top to bottom. */
  sky: readonly [string, string, string];
  /** Silhouettes by distance. */
  far: string;
  mid: string;
  near: string;
  ground: string;
  groundFar: string;
  water: string;
  /** Walls and furniture of a room. */
  wall: string;
  side: string;
  ceiling: string;
  floor: string;
  wood: string;
  /** Window panes. */
  pane: string;
  /** Lamps, lit windows. */
  lamp: string;
  /** The single strong colour: a scarf, a hull, a door. */
  accent: string;
  ink: string;
  /** The lit edge of a figure. */
  rim: string;
  haze: string;
}

const ink = '#1D1B18';
const brick = '#B8432A';

type Outdoors = Pick<ColourPalette, 'sky' | 'far' | 'mid' | 'near' | 'ground' | 'groundFar' | 'water'>;
type Indoors = Pick<ColourPalette, 'wall' | 'side' | 'ceiling' | 'floor' | 'wood' | 'pane'>;
type Several<T> = readonly [T, ...T[]];

const colours = (words: string) => words.split(' ');

/** Parse colours in this order: top, middle, low sky; far, mid, near; ground, far ground; water. */
function outdoors(words: string): Outdoors {
  const [
    a = ink,
    b = ink,
    c = ink,
    far = ink,
    mid = ink,
    near = ink,
    ground = ink,
    groundFar = ink,
    water = ink,
  ] = colours(words);
  return { sky: [a, b, c], far, mid, near, ground, groundFar, water };
}

/** Parse colours in this order: wall, side walls, ceiling, floor, wood, window. */
function indoors(words: string): Indoors {
  const [wall = ink, side = ink, ceiling = ink, floor = ink, wood = ink, pane = ink] = colours(words);
  return { wall, side, ceiling, floor, wood, pane };
}

// The ground colours of a strip board (paper, blue, yellow, green), adapted to each light.
const outside: Record<Light, Several<Outdoors>> = {
  day: [
    outdoors('#9DBBC2 #CBD8CF #F4E9CA #A9B7AC #7A8C81 #3A4641 #CDBF93 #DDD2AC #7F9DA0'),
    outdoors('#E6C968 #F0DE9C #F8F0D6 #C9B88A #93875B #45402E #D3BE84 #E4D5A4 #A39F78'),
    outdoors('#C3D0CD #E1E3D7 #F6F0E2 #B3B7AA #868C80 #393E3B #CBC3AE #DAD4C3 #93A3A0'),
  ],
  night: [
    outdoors('#07131B #123039 #3F5C54 #17363C #0D2128 #060D11 #10242A #1B373B #0F262D'),
    outdoors('#091711 #16352A #4A6C55 #1C3D31 #0F251D #060F0B #13291F #1E3D30 #12302A'),
    outdoors('#0B1020 #1E2A4B #56607C #222E4C #131B30 #070A13 #151D30 #252F49 #14203A'),
  ],
  dusk: [
    outdoors('#2C2B4A #8A4A55 #EBA862 #6E4757 #43293E #1A1220 #432D3A #6A4550 #5B3E52'),
    outdoors('#1F3442 #76605F #E78A5C #5B5158 #33323D #12151B #333038 #5E4C4A #47505A'),
  ],
  dawn: [
    outdoors('#5F7C93 #C9AFA9 #F8E0BA #8E93A0 #5D6474 #282D38 #948E88 #B3A79D #7C8C9C'),
    outdoors('#7F93A0 #DCC3BB #FAEBD2 #A39FA3 #716F79 #2F2F38 #A89C90 #C5B7A7 #8E9AA3'),
  ],
};
const inside: Record<Light, Several<Indoors>> = {
  day: [
    indoors('#E4DCCA #CFC5B0 #F1EBDD #B8A684 #6A5B44 #FBF6E6'),
    indoors('#D6DBD0 #BCC3B6 #EAECE2 #A89E88 #565749 #F5F6EA'),
    indoors('#E8D5B0 #D3BC92 #F4E8CE #AE8F62 #694A2F #FDF4DA'),
  ],
  night: [
    indoors('#2F445C #223449 #1A283A #1B2736 #101923 #86A8C9'),
    indoors('#50402F #39301F #2A2318 #2E2419 #19130D #2B4A63'),
    indoors('#2E4A46 #213834 #182A28 #1C2E2B #0E1917 #6E9C93'),
  ],
  dusk: [
    indoors('#A8765A #825846 #6B4A41 #5E4036 #2F1F1E #F0B36E'),
    indoors('#8F6B6B #6D5058 #574350 #4C3840 #261B24 #EFA56B'),
  ],
  dawn: [
    indoors('#B9B4B4 #9A969B #CFC9C4 #857C78 #67616A #F8E3C2'),
    indoors('#C4B5A8 #A3958D #D9CDC0 #8C7A6C #75625A #F7DFC4'),
  ],
};

const grey: Record<Light, string> = { day: '#959FA0', night: '#1B2428', dusk: '#5A4E56', dawn: '#9A9CA2' };
/** How much each weather shifts the colours towards grey, from 0 to 1. */
const dullness: Record<Weather, number> = { clear: 0, rain: 0.5, snow: 0.45, fog: 0.55, storm: 0.7 };

export function paletteOf(light: Light, weather: Weather, dice: Dice): ColourPalette {
  const out = inWeather(dice.pick(outside[light]), light, weather);
  const within = dice.pick(inside[light]);
  const isDark = light === 'night';
  const lamp = '#F6CC7E';
  return {
    ...out,
    ...within,
    pane: mix(within.pane, grey[light], dullness[weather] * 0.6),
    lamp,
    accent: isDark ? '#9E3A26' : brick,
    ink: isDark ? '#0B0D10' : ink,
    rim: isDark ? mix(out.sky[2], lamp, 0.35) : lighter(out.sky[2], 0.4),
    haze: lighter(mix(out.sky[1], out.sky[2], 0.6), isDark ? 0.12 : 0.35),
  };
}

function inWeather(clear: Outdoors, light: Light, weather: Weather): Outdoors {
  const share = dullness[weather];
  if (share === 0) return clear;
  const dull = (colour: string, part = 1) => mix(colour, grey[light], share * part);
  const [a, b, c] = clear.sky;
  const heavy = weather === 'storm' ? '#14191C' : grey[light];
  const white = light === 'night' ? '#5E6E7C' : '#F1F1EC';
  const isWhite = weather === 'snow';
  return {
    sky: [mix(dull(a), heavy, share * 0.4), dull(b), dull(c, 0.7)],
    far: dull(clear.far),
    mid: dull(clear.mid, 0.6),
    near: dull(clear.near, 0.2),
    ground: isWhite ? mix(clear.ground, white, 0.75) : dull(clear.ground, 0.6),
    groundFar: isWhite ? mix(clear.groundFar, white, 0.8) : dull(clear.groundFar, 0.7),
    water: dull(clear.water, 0.7),
  };
}
