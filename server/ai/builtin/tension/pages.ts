import { wordsIn } from '#screenplay/cast.ts';
import { isActionType, isDialogueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { plainText } from '#screenplay/emphasis.ts';
import type { TensionElement } from '../../prompts/tension.ts';
import { type Found, type FoundSign, signsIn } from './reading.ts';

/** Measurements of the script pages of a beat (decision OQ-111). */
export interface PageEvidence {
  scenes: number;
  speeches: number;
  /** Share of speeches with at most five words. */
  shortShare: number;
  meanWords: number;
  /** Speeches that are interrupted. */
  brokenOff: number;
  /** Speeches with an exclamation. */
  outcries: number;
  found: Found;
}

const shortSpeech = 5;
const breaksOff = /(?:--|—|–|-)["'”’)]*\s*$/;

/** Measure the elements of all scenes linked to a beat, in script order. */
export function evidenceIn(elements: readonly TensionElement[]): PageEvidence {
  const dialogue = elements.filter(({ elementType }) => isDialogueType(elementType));
  const words = dialogue.map(({ content }) => wordsIn(content));
  const total = words.reduce((sum, count) => sum + count, 0);
  const text = elements
    .filter(({ elementType }) => isActionType(elementType) || isDialogueType(elementType))
    .map(({ content }) => plainText(content));
  return {
    scenes: elements.filter(({ elementType }) => isHeadingType(elementType)).length,
    speeches: dialogue.length,
    shortShare:
      dialogue.length === 0 ? 0 : words.filter((count) => count <= shortSpeech).length / dialogue.length,
    meanWords: dialogue.length === 0 ? 0 : total / dialogue.length,
    brokenOff: dialogue.filter(({ content }) => breaksOff.test(content)).length,
    outcries: dialogue.filter(({ content }) => content.includes('!')).length,
    found: signsInAll(text),
  };
}

/**
 * Collect the signs of all paragraphs. Each kind of sign counts once, with its first word in the
 * text.
 */
function signsInAll(paragraphs: readonly string[]): Found {
  const tense = new Map<string, FoundSign>();
  const quiet = new Map<string, FoundSign>();
  for (const paragraph of paragraphs) {
    const found = signsIn('', paragraph);
    for (const sign of found.tense) if (!tense.has(sign.name)) tense.set(sign.name, sign);
    for (const sign of found.quiet) if (!quiet.has(sign.name)) quiet.set(sign.name, sign);
  }
  return {
    tense: [...tense.values()].sort((a, b) => b.weight - a.weight),
    quiet: [...quiet.values()].sort((a, b) => a.weight - b.weight),
    // Exclamations and questions are counted per speech.
    asks: false,
    exclaims: false,
  };
}

/** Return how much the dialogue rhythm raises or lowers the level, independent of the words. */
export function rhythmOf({ speeches, shortShare, meanWords, brokenOff, outcries }: PageEvidence): number {
  if (speeches === 0) return 0;
  const short = (shortShare - 0.4) * 0.25;
  const broken = Math.min(0.12, (brokenOff / speeches) * 0.6);
  const loud = Math.min(0.12, (outcries / speeches) * 0.3);
  const long = meanWords > 25 ? -0.06 : 0;
  return short + broken + loud + long;
}

/**
 * Return the measurements as text: "Judged by 2 scenes: 21 speeches, 62 % of them short, 4 that
 * break off."
 */
export function evidenceInWords({ scenes, speeches, shortShare, brokenOff, outcries }: PageEvidence): string {
  const parts = [
    speeches === 0 ? 'nobody speaks' : speeches === 1 ? '1 speech' : `${speeches} speeches`,
    speeches > 1 && `${Math.round(shortShare * 100)} % of them short`,
    brokenOff > 0 && `${brokenOff} that ${brokenOff === 1 ? 'breaks' : 'break'} off`,
    outcries > 0 && `${outcries} that ${outcries === 1 ? 'cries' : 'cry'} out`,
  ].filter(Boolean);
  return `Judged by ${scenes === 1 ? '1 scene' : `${scenes} scenes`} of the script: ${parts.join(', ')}.`;
}
