import { quietSigns, type TensionSign, tenseSigns } from './words.ts';

/** A sign of tension with the matching word of the text. */
export interface FoundSign {
  name: string;
  weight: number;
  word: string;
}

/** Signs of tension found in a beat. */
export interface Found {
  /** The strongest first. */
  tense: FoundSign[];
  quiet: FoundSign[];
  /** Whether a sentence is a question or an exclamation. */
  asks: boolean;
  exclaims: boolean;
}

/** Maximum number of characters read. A beat is a few sentences. */
const maxCharacters = 4000;
/** Negation: "Nobody dies", "without a fight". */
const denial =
  /(?:\b(?:no|not|never|without|nobody|no one|nothing|none|hardly|neither|instead of)|n['’]t)(?:\s+(?:a|an|any|the|one|is|was|to|be|in|more|longer|real|of|has|have|been|gets?))*\s+$/iu;
/** Weight of a negated quiet sign: "not safe" raises the level. */
const unrestWeight = 0.1;

export function signsIn(title: string, description: string): Found {
  const text = `${title}\n${description}`.slice(0, maxCharacters);
  const tense: FoundSign[] = [];
  const quiet: FoundSign[] = [];
  for (const sign of tenseSigns) {
    const word = matchesIn(text, sign).find(({ isDenied }) => !isDenied)?.word;
    if (word !== undefined) tense.push({ name: sign.name, weight: sign.weight, word });
  }
  for (const sign of quietSigns) {
    const [first] = matchesIn(text, sign);
    if (first?.isDenied && sign.name === 'rest')
      tense.push({ name: 'unrest', weight: unrestWeight, word: first.word });
    else if (first && !first.isDenied) quiet.push({ name: sign.name, weight: sign.weight, word: first.word });
  }
  return {
    tense: tense.sort((a, b) => b.weight - a.weight),
    quiet: quiet.sort((a, b) => a.weight - b.weight),
    asks: /\?/.test(text),
    exclaims: /!/.test(text),
  };
}

function matchesIn(text: string, { pattern }: TensionSign): { word: string; isDenied: boolean }[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => {
    const before = /(?:[^.!?;,\n]*)$/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? '';
    const denied = denial.exec(before);
    const denier = denied?.[0].trim() ?? '';
    return { word: denier ? `${denier} ${match}` : match, isDenied: denied !== null };
  });
}

/** Weights of the first, second, … sign of a kind. */
const shares = [1, 0.55, 0.35, 0.2, 0.1];

/** Return the level of a beat, 0 to 1. Without signs it is `baseLevel`. */
export function levelOf({ tense, quiet, asks, exclaims }: Found, baseLevel: number): number {
  const marks = (asks ? 0.03 : 0) + (exclaims ? 0.04 : 0);
  return compressLevel(baseLevel + sumWeights(tense) + sumWeights(quiet) + marks);
}

/** Compress levels near 0 and 1, so that they stay distinguishable and never reach the ends. */
function compressLevel(level: number): number {
  const [low, high] = [0.2, 0.7];
  if (level > high) return high + (1 - high) * (1 - Math.exp((high - level) / (1 - high)));
  return level < low ? low * Math.exp((level - low) / low) : level;
}

function sumWeights(signs: readonly FoundSign[]): number {
  return signs.reduce((sum, { weight }, index) => sum + weight * (shares[index] ?? 0), 0);
}
