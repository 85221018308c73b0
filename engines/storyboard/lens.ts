import { diceOf } from '#screenplay/dice.ts';

export const frameSizes = [
  'extreme wide',
  'wide',
  'full',
  'medium',
  'close-up',
  'extreme close-up',
  'two-shot',
  'over the shoulder',
  'insert',
] as const;
export type FrameSize = (typeof frameSizes)[number];
export const angles = ['eye level', 'low angle', 'high angle', 'from above'] as const;
export type Angle = (typeof angles)[number];

/** Frame size and angle of the camera. */
export interface Lens {
  size: FrameSize;
  angle: Angle;
}

const sizeWords: readonly (readonly [FrameSize, RegExp])[] = [
  [
    'extreme close-up',
    /\b(?:extreme close[- ]?up|ECU|XCU|(?:close|tight) on (?:\w+['’]s |his |her |the )?(?:eyes?|lips|mouth))\b/i,
  ],
  ['over the shoulder', /\b(?:over (?:the|his|her|\w+['’]s) shoulder|OTS)\b/i],
  [
    'insert',
    /\b(?:INSERT|close[- ]?up (?:of|on) (?:the|a|an|his|her) (?!face|eyes?|head|man|woman|girl|boy)\w+|(?:close|tight) on (?:the|a|an) (?!face|man|woman|girl|boy)\w+)\b/,
  ],
  [
    'close-up',
    /\b(?:close[- ]?up|CU|close on|tight on|closer on|whisper(?:s|ing)?|in (?:his|her) ear|a single tear|stares? into)\b/i,
  ],
  ['two-shot', /\b(?:two[- ]?shot|face to face|side by side|nose to nose)\b/i],
  [
    'extreme wide',
    /\b(?:extreme wide|aerial|vast|as far as the eye|tiny figures?|in the distance|on the horizon|panoram\w+)\b/i,
  ],
  [
    'wide',
    /\b(?:wide(?:r)? (?:shot|on|angle)|establishing|long shot|master shot|from afar|far away|battle|the whole (?:room|crowd|town))\b/i,
  ],
  ['medium', /\b(?:medium shot|mid[- ]shot|MS|waist up|med\.? shot)\b/i],
  ['full', /\b(?:full shot|head to toe|full length)\b/i],
];

const angleWords: readonly (readonly [Angle, RegExp])[] = [
  ['from above', /\b(?:bird['’]?s[- ]eye|overhead|top[- ]down|god['’]?s eye|from (?:high )?above|aerial)\b/i],
  [
    'low angle',
    /\b(?:low angle|worm['’]?s eye|looking up at|looks? up at|towers? over|looms?|looming|from below)\b/i,
  ],
  [
    'high angle',
    /\b(?:high angle|looking down (?:on|at)|looks? down (?:on|at|from)|from (?:the|a) (?:roof|balcony|window|ledge)|lies (?:dead|motionless|still)|small and alone)\b/i,
  ],
];

export interface LensInput {
  /** The writer's wish, followed by the action. */
  words: string;
  people: number;
  isCrowd: boolean;
  /** Whether action and speech are known separately. If not, the shot shows everything. */
  isKnown: boolean;
  hasThing: boolean;
  /** Whether a figure lies, kneels or falls, which near shots would miss. */
  isLow: boolean;
  seed: string;
}

/**
 * Return the lens that the text asks for. Otherwise choose one that fits the people, varied by
 * scene.
 */
export function lensOf({ words, people, isCrowd, isKnown, hasThing, isLow, seed }: LensInput): Lens {
  const dice = diceOf(`${seed}/lens`);
  const requestedSize = sizeWords.find(([, pattern]) => pattern.test(words))?.[0];
  const size = requestedSize ?? (isKnown ? defaultSize() : 'full');
  const angle =
    angleWords.find(([, pattern]) => pattern.test(words))?.[0] ??
    (isKnown && !requestedSize && dice.chance(0.14)
      ? dice.pick(['low angle', 'high angle'] as const)
      : 'eye level');
  return { size: fitToPeople(size), angle };

  function defaultSize(): FrameSize {
    if (isLow) return dice.pick(['full', 'full', 'wide']);
    if (isCrowd) return dice.pick(['wide', 'full', 'full']);
    if (people === 0)
      return hasThing ? dice.pick(['wide', 'full', 'insert']) : dice.pick(['wide', 'full', 'extreme wide']);
    if (people === 1) return dice.pick(['full', 'medium', 'full', 'close-up', 'wide', 'medium']);
    if (people === 2)
      return dice.pick(['two-shot', 'full', 'over the shoulder', 'two-shot', 'medium', 'full', 'close-up']);
    return dice.pick(['full', 'wide', 'full', 'medium', 'over the shoulder']);
  }

  /**
   * Replace a size that the people do not allow: a close-up needs a person, a two-shot needs two.
   */
  function fitToPeople(requested: FrameSize): FrameSize {
    if (requested === 'insert') return hasThing ? 'insert' : people === 0 ? 'full' : 'close-up';
    if (people === 0) return requested === 'wide' || requested === 'extreme wide' ? requested : 'full';
    if (people === 1 && (requested === 'two-shot' || requested === 'over the shoulder')) return 'medium';
    return requested;
  }
}
