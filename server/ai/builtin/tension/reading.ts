import { quietSigns, type TensionSign, tenseSigns } from './words.ts';

/** A sign with the writer's own word for it. */
export interface FoundSign {
  name: string;
  weight: number;
  word: string;
}

/** What a beat says about how tense it is. */
export interface Found {
  /** The gravest first. */
  tense: FoundSign[];
  quiet: FoundSign[];
  /** Whether a sentence of it is a question, or a cry. */
  asks: boolean;
  exclaims: boolean;
}

/** Characters that are read: a beat is a few sentences. */
const longest = 4000;
/** "Nobody dies", "without a fight": what is denied is not there. */
const denial =
  /(?:\b(?:no|not|never|without|nobody|no one|nothing|none|hardly|neither|instead of)|n['’]t)(?:\s+(?:a|an|any|the|one|is|was|to|be|in|more|longer|real|of|has|have|been|gets?))*\s+$/iu;
/** "Made safe" calms, "not safe" does the opposite. */
const alarm = 0.1;

export function signsIn(title: string, description: string): Found {
  const text = `${title}\n${description}`.slice(0, longest);
  const tense: FoundSign[] = [];
  const quiet: FoundSign[] = [];
  for (const sign of tenseSigns) {
    const word = saidIn(text, sign).find(({ isDenied }) => !isDenied)?.word;
    if (word !== undefined) tense.push({ name: sign.name, weight: sign.weight, word });
  }
  for (const sign of quietSigns) {
    const [first] = saidIn(text, sign);
    if (first?.isDenied && sign.name === 'rest')
      tense.push({ name: 'unrest', weight: alarm, word: first.word });
    else if (first && !first.isDenied) quiet.push({ name: sign.name, weight: sign.weight, word: first.word });
  }
  return {
    tense: tense.sort((a, b) => b.weight - a.weight),
    quiet: quiet.sort((a, b) => a.weight - b.weight),
    asks: /\?/.test(text),
    exclaims: /!/.test(text),
  };
}

function saidIn(text: string, { pattern }: TensionSign): { word: string; isDenied: boolean }[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: said }) => {
    const before = /(?:[^.!?;,\n]*)$/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? '';
    const denied = denial.exec(before);
    const denier = denied?.[0].trim() ?? '';
    return { word: denier ? `${denier} ${said}` : said, isDenied: denied !== null };
  });
}

/** Every further sign of a kind adds less than the one before. */
const shares = [1, 0.55, 0.35, 0.2, 0.1];

/** The level of a beat, 0 to 1, that stands where `usual` is usual. */
export function levelOf({ tense, quiet, asks, exclaims }: Found, usual: number): number {
  const marks = (asks ? 0.03 : 0) + (exclaims ? 0.04 : 0);
  return bent(usual + summed(tense) + summed(quiet) + marks);
}

/** Never reaches the ends of the scale, so that of two terrible beats the worse one stays above the other. */
function bent(level: number): number {
  const [low, high] = [0.2, 0.7];
  if (level > high) return high + (1 - high) * (1 - Math.exp((high - level) / (1 - high)));
  return level < low ? low * Math.exp((level - low) / low) : level;
}

function summed(signs: readonly FoundSign[]): number {
  return signs.reduce((sum, { weight }, index) => sum + weight * (shares[index] ?? 0), 0);
}
