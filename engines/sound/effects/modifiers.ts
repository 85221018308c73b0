import { type EffectWords, wordsOf } from './recipe.ts';

/** Attributes of a sound other than its kind. */
export type EffectDistance = 'near' | 'middle' | 'far';
export type EffectTrend = 'comes' | 'goes' | null;
export type EffectMood = 'dark' | 'calm' | null;

export interface EffectManner {
  distance: EffectDistance;
  /** 0 to 1; 0.5 by default. */
  strength: number;
  /** 1 by default. */
  tempo: number;
  /** Factor of the default length. */
  stretch: number;
  /** Behind a wall. */
  isMuffled: boolean;
  trend: EffectTrend;
  /** The stated duration: "for three seconds". */
  seconds: number | null;
  count: number | null;
}

export function plainManner(): EffectManner {
  return {
    distance: 'middle',
    strength: 0.5,
    tempo: 1,
    stretch: 1,
    isMuffled: false,
    trend: null,
    seconds: null,
    count: null,
  };
}

interface ModifierWords {
  words: EffectWords;
  /** An adjective precedes its noun. An adverb may also follow the words it modifies. */
  isAdverb: boolean;
  manner: Partial<EffectManner>;
}

export const modifiers: readonly ModifierWords[] = [
  {
    words: wordsOf('distant, far-off, faraway, remote'),
    isAdverb: false,
    manner: { distance: 'far' },
  },
  {
    words: wordsOf(
      'in the distance, far away, far off, from afar, from far, miles away, across town, across the valley, off in the distance, at a distance, on the horizon, far below, far out',
    ),
    isAdverb: true,
    manner: { distance: 'far' },
  },
  { words: wordsOf('nearby, close, near, close-up'), isAdverb: false, manner: { distance: 'near' } },
  {
    words: wordsOf('close by, up close, right beside, close up, right next to us, next to us, overhead'),
    isAdverb: true,
    manner: { distance: 'near' },
  },
  {
    words: wordsOf(
      'heavy, loud, strong, violent, huge, massive, fierce, hard, big, roaring, powerful, torrential, deafening, great, furious, raging, enormous, wild, booming, brutal, hefty, howling, insistent',
    ),
    isAdverb: false,
    manner: { strength: 0.9 },
  },
  {
    words: wordsOf(
      'loudly, heavily, hard, violently, hammers, lashes, lashing, furiously, with force, fiercely, pounds, pounding, at full blast',
    ),
    isAdverb: true,
    manner: { strength: 0.9 },
  },
  {
    words: wordsOf(
      'light, soft, gentle, quiet, faint, slight, little, small, weak, low, tiny, mild, delicate, thin, subtle, drizzling, drizzle, breeze, light-footed, tiptoe, creep, sneak',
    ),
    isAdverb: false,
    manner: { strength: 0.15 },
  },
  {
    words: wordsOf('lightly, softly, gently, quietly, faintly, carefully, cautiously, timidly'),
    isAdverb: true,
    manner: { strength: 0.15 },
  },
  {
    words: wordsOf(
      'fast, quick, rapid, hurried, frantic, running, run, sprint, hurry, hurries, racing, race, galloping, gallop, jog, brisk, urgent',
    ),
    isAdverb: false,
    manner: { tempo: 1.6 },
  },
  {
    words: wordsOf('quickly, rapidly, fast, hurriedly, frantically, at speed, in panic, wildly'),
    isAdverb: true,
    manner: { tempo: 1.6 },
  },
  {
    words: wordsOf(
      'slow, leisurely, unhurried, lazy, trudge, trudging, stroll, tiptoe, creep, weary, measured',
    ),
    isAdverb: false,
    manner: { tempo: 0.65 },
  },
  {
    words: wordsOf('slowly, lazily, wearily, hesitantly, one by one'),
    isAdverb: true,
    manner: { tempo: 0.65 },
  },
  { words: wordsOf('short, brief, sudden, single short'), isAdverb: false, manner: { stretch: 0.6 } },
  { words: wordsOf('briefly, for a moment, abruptly'), isAdverb: true, manner: { stretch: 0.6 } },
  {
    words: wordsOf('long, drawn-out, endless, continuous, sustained, prolonged, lingering'),
    isAdverb: false,
    manner: { stretch: 1.7 },
  },
  { words: wordsOf('on and on, for a long time, at length'), isAdverb: true, manner: { stretch: 1.7 } },
  {
    words: wordsOf('muffled, dull, stifled'),
    isAdverb: false,
    manner: { isMuffled: true },
  },
  {
    words: wordsOf(
      'through the wall, through a wall, through the door, behind the door, behind a door, behind a wall, next door, from outside, from the next room, in the next room, upstairs, downstairs, outside the window, from inside, on the other side',
    ),
    isAdverb: true,
    manner: { isMuffled: true },
  },
  { words: wordsOf('approaching, rising, swelling, growing'), isAdverb: false, manner: { trend: 'comes' } },
  {
    words: wordsOf(
      'approach, approaches, comes closer, coming closer, draws near, draws nearer, gets louder, grows louder, growing louder, getting louder, builds, swells, gets closer, coming nearer',
    ),
    isAdverb: true,
    manner: { trend: 'comes' },
  },
  { words: wordsOf('receding, fading, departing'), isAdverb: false, manner: { trend: 'goes' } },
  {
    words: wordsOf(
      'fade, fades, fades away, fades out, recedes, drives off, drives away, moves away, dies away, into the distance, disappears, walks away, gets quieter, dies down, walks off, pulls away',
    ),
    isAdverb: true,
    manner: { trend: 'goes' },
  },
];

const moods: readonly (readonly [Exclude<EffectMood, null>, EffectWords])[] = [
  [
    'dark',
    wordsOf(
      'menacing, eerie, ominous, dark, sinister, creepy, tense, haunting, haunted, ghostly, scary, spooky, threatening, gloomy, desolate, bleak, foreboding, horror, nightmare',
    ),
  ],
  [
    'calm',
    wordsOf('calm, peaceful, serene, cosy, cozy, tranquil, relaxing, soothing, idyllic, sleepy, tender'),
  ],
];

export function moodIn(text: string): EffectMood {
  return moods.find(([, { pattern }]) => text.search(pattern) >= 0)?.[0] ?? null;
}
