import { cueWords } from './cueWords.ts';
import { directionWords } from './directionWords.ts';
import { headingWords, listedWords } from './headingWords.ts';
import type { WordLanguage } from './scriptLanguage.ts';

/** Words that are offered while headings, cues and transitions of a language are typed. */
export interface OfferedWords {
  intros: readonly string[];
  times: readonly string[];
  /** With brackets. */
  extensions: readonly string[];
  transitions: readonly string[];
}

type OtherLanguage = Exclude<WordLanguage, 'en'>;

/** Languages whose scripts usually have other intros than INT. and EXT. */
const ownIntros: readonly OtherLanguage[] = ['pl', 'ru', 'tr', 'zh', 'ja', 'hi'];

/** Return the words of a language, the usual ones first (docs/format.md, "Languages"). */
export function offeredWordsOf(language: OtherLanguage): OfferedWords {
  const heading = headingWords[language];
  const cue = cueWords[language];
  const direction = directionWords[language];
  const first = (list: string) => listedWords(list)[0] ?? '';
  const isWide = language === 'zh' || language === 'ja';
  const period = isWide ? '' : '.';
  const own = [first(heading.interior), first(heading.exterior)];
  const latin = language === 'it' ? ['INT', 'EST'] : ['INT', 'EXT'];
  const pairs = ownIntros.includes(language) ? [own] : [latin, own];
  const bracketed = (word: string) => (isWide ? `（${word}）` : `(${word})`);
  return {
    intros: pairs.flatMap(([inside, outside]) => [
      `${inside}${period}`,
      `${outside}${period}`,
      `${inside}${period}/${outside}${period}`,
    ]),
    times: [heading.day, heading.night, heading.same].flatMap(listedWords),
    extensions: [cue.voiceOver, cue.offScreen, cue.continued].map((list) => bracketed(first(list))),
    transitions: listedWords(`${direction.transitions}|${direction.openings}`),
  };
}

/** Return (MORE) and (CONT'D) in a language. */
export function speechMarksOf(language: WordLanguage): { moreText: string; continuedText: string } {
  const { more, continued } = cueWords[language];
  const bracketed = (list: string) => {
    const word = listedWords(list)[0] ?? '';
    return language === 'zh' || language === 'ja' ? `（${word}）` : `(${word})`;
  };
  return { moreText: bracketed(more), continuedText: bracketed(continued) };
}
