import { type EffectKind, effectKinds, effectRecipes } from './kinds/kinds.ts';
import { type EffectWords, wordsOf } from './recipe.ts';

/** Words for sounds that cannot be made, each group with the nearest kind that can. */
const relatedWords: readonly (readonly [EffectKind, EffectWords])[] = [
  ['howl', wordsOf('lion, tiger, bear, beast, monster, dinosaur, dragon, roar, snarl, creature, animal')],
  ['cow', wordsOf('elephant, trumpeting, whale, pig, donkey, camel, hippo, buffalo, deer, stag')],
  ['birds', wordsOf('duck, goose, geese, swan, chicken, hen, parrot, peacock, turkey')],
  ['wings', wordsOf('dragonfly, butterfly, flag, sail, parachute')],
  ['paper', wordsOf('mouse, mice, rat, squirrel, snake, lizard, plastic bag, foil, wrapper, playing cards')],
  [
    'musicBox',
    wordsOf(
      'guitar, violin, flute, harp, accordion, orchestra, band, singing, choir, hymn, trumpet, saxophone, organ',
    ),
  ],
  [
    'crowd',
    wordsOf(
      'whisper, talk, speak, mutter, baby cries, baby, playground, crying, cries, sob, sobbing, weeping, weep',
    ),
  ],
  ['whoosh', wordsOf('laser, lightsaber, magic, magic spell, teleport, portal, warp, ufo')],
  [
    'machine',
    wordsOf('printer, photocopier, sewing machine, clockwork, escalator, projector, tank, excavator'),
  ],
  ['underground', wordsOf('volcano, quake, eruption, spacecraft, submarine')],
  ['thud', wordsOf('boulder, brick, bounce, basketball, skateboard, bowling')],
  ['splash', wordsOf('swim, swimming, dolphin, jump into - pool')],
  ['pouring', wordsOf('swallow, gulp, sip, spit, vomit')],
  ['click', wordsOf('scissors, stapler, mousetrap, bones crack, knuckle, twig')],
  ['breath', wordsOf('cough, sneeze, kiss, hiccup, yawn, sniff, choke, choking')],
  ['whistle', wordsOf('recorder, fife, piccolo, teapot')],
  ['fire', wordsOf('firework, torch, candle, furnace, sparks')],
];

export interface Nearest {
  /** The word in the description. */
  word: string;
  kind: EffectKind;
}

/** Return the sounds that a description names and that cannot be made. */
export function relatedIn(text: string): Nearest[] {
  return relatedWords.flatMap(([kind, { pattern }]) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word: word.toLowerCase(), kind })),
  );
}

/**
 * Return the nearest word by spelling, for a description without any known word: it may be
 * misspelt.
 */
export function nearestBySpelling(text: string): Nearest | null {
  let best: (Nearest & { share: number }) | null = null;
  for (const word of text
    .toLowerCase()
    .match(/\p{L}{4,}/gu)
    ?.slice(0, 40) ?? []) {
    for (const kind of effectKinds) {
      for (const known of effectRecipes[kind].words.list) {
        if (known.includes(' ') || Math.abs(known.length - word.length) > 2) continue;
        const share = editsBetween(word, known) / Math.max(word.length, known.length);
        if (share < (best?.share ?? 0.34)) best = { word, kind, share };
      }
    }
  }
  return best && { word: best.word, kind: best.kind };
}

/** Return the edit distance: letters to change, delete or insert (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let place = 1; place <= one.length; place++) {
    const next = [place];
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (one[place - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
