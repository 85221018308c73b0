import type { VoiceRecipe } from './recipe.ts';

/** Changes to the numbers of a recipe: factors, and values to add. */
export interface RecipeChange {
  factors?: Partial<Omit<VoiceRecipe, 'tongue'>>;
  added?: Partial<Omit<VoiceRecipe, 'tongue'>>;
}

/**
 * Words that describe voices, with their effects. Each row counts once, however often its words
 * occur.
 */
const words: [pattern: RegExp, change: RecipeChange][] = [
  // Pitch and size
  [/\b(deep|low|bass|baritone|booming|sonorous)/, { factors: { pitchHertz: 0.82, tract: 0.95 } }],
  [/\b(high|shrill|squeaky|tinny|falsetto|soprano|piping)/, { factors: { pitchHertz: 1.2, tract: 1.05 } }],
  [/\b(tenor|light|airy)\b/, { factors: { pitchHertz: 1.08 }, added: { airDecibels: 2 } }],
  [/\b(child|kid|little (?:girl|boy)|toddler|childlike)/, { factors: { pitchHertz: 1.38, tract: 1.15 } }],
  [/\b(teen|adolescent|girlish|boyish|youthful)/, { factors: { pitchHertz: 1.1, tract: 1.05 } }],
  [
    /\b(giant|huge|massive|hulking|ogre|monster|troll|demon)/,
    { factors: { pitchHertz: 0.8, tract: 0.87 }, added: { roughness: 0.3, room: 0.2 } },
  ],
  [/\b(tiny|small|elf|fairy|mouse|pixie|gnome|goblin)/, { factors: { pitchHertz: 1.2, tract: 1.18 } }],
  // Pace
  [
    /\b(slow|unhurried|drawl|ponderous|measured|deliberate|lazy|sleepy|tired|weary)/,
    { factors: { wordsPerMinute: 0.82 } },
  ],
  [
    /\b(fast|quick|rapid|hurried|brisk|breakneck|chatty|hyper|nervous|anxious|excit)/,
    { factors: { wordsPerMinute: 1.18 } },
  ],
  // Melody
  [
    /\b(monoton|flat|deadpan|robot|cold|stoic|emotionless|bored|stern|serious)/,
    { factors: { melodySemitones: 0.5 } },
  ],
  [
    /\b(calm|even|gentle|soothing|soft|quiet|serene)/,
    { factors: { melodySemitones: 0.8, wordsPerMinute: 0.95 } },
  ],
  [
    /\b(lively|energetic|excit|expressive|melodic|musical|sing-?song|cheerful|playful|dramatic|theatrical|animated|enthusias|hyster)/,
    { factors: { melodySemitones: 1.5 } },
  ],
  // Throat
  [
    /\b(rasp|grav|hoarse|gruff|rough|husky|grat|growl|smok|whisk|croak)/,
    { added: { roughness: 0.6, breath: 0.1 } },
  ],
  [
    /\b(smooth|silky|velvet|clean|clear|crisp)/,
    { factors: { roughness: 0.2 }, added: { presenceDecibels: 1.5 } },
  ],
  [
    /\b(breath|whisper|husky|sultry|seductive|intimate|sensual|faint|frail|ghost)/,
    { added: { breath: 0.5, airDecibels: 1 } },
  ],
  [
    /\b(elderly|aged|ancient|grand(?:mother|father|ma|pa)|wizened|crone)/,
    { factors: { wordsPerMinute: 0.9 }, added: { roughness: 0.3, breath: 0.15 } },
  ],
  // Tones
  [/\b(warm|rich|full|mellow|round|motherly|fatherly|kind)/, { added: { warmthDecibels: 4 } }],
  [/\b(thin|reedy|wispy|weak)/, { added: { warmthDecibels: -5 } }],
  [/\b(bright|brilliant|sparkl|chirpy|bubbly)/, { added: { airDecibels: 4, warmthDecibels: -1 } }],
  [
    /\b(dark|brooding|sinister|menac|ominous|muffled)/,
    { added: { airDecibels: -4, warmthDecibels: 2 }, factors: { pitchHertz: 0.95 } },
  ],
  [
    /\b(nasal|whin|pinched|sharp|harsh|piercing|snarky)/,
    { added: { presenceDecibels: 5, warmthDecibels: -3 }, factors: { openness: 1.06 } },
  ],
  [
    /\b(command|authorit|confident|strong|powerful|loud|military|sergeant)/,
    { added: { presenceDecibels: 3 }, factors: { melodySemitones: 0.9 } },
  ],
  [
    /\b(radio|announcer|news|broadcast|narrat)/,
    { added: { presenceDecibels: 3, warmthDecibels: 3, room: -0.1 } },
  ],
  // Where it is
  [/\b(echo|hall|cathedral|cave|booming|god|divine|distant|ethereal)/, { added: { room: 0.5 } }],
  [/\b(close|near|dry|studio)\b/, { added: { room: -0.2 } }],
];

/** Negation before a word: "not deep", "without an echo". */
const negation =
  /\b(?:not|no|never|without|isn't|less|hardly)(?:\s+(?:at all|too|very|so|a|an|any|overly))?\s+$/;

/** Return the changes for an English description of a voice. */
export function recipeChanges(description: string): RecipeChange[] {
  const text = description.toLowerCase().replaceAll('’', "'");
  return words.filter(([pattern]) => hasAffirmedWord(text, pattern)).map(([, change]) => change);
}

function hasAffirmedWord(text: string, pattern: RegExp): boolean {
  return [...text.matchAll(new RegExp(pattern, 'g'))].some(
    ({ index }) => !negation.test(text.slice(0, index)),
  );
}
