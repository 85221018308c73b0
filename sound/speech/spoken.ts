import { abbreviationsInFull } from './abbreviations.ts';
import { capitalsAsWords, noisesAsWords } from './capitals.ts';
import { withoutDirections } from './directions.ts';
import { figuresInWords } from './figures.ts';
import { withoutMarks } from './marks.ts';
import { phrasesOf, type Tone } from './phrases.ts';
import { splitByWritingSystem } from './writingSystems.ts';

/** Something said in one breath. */
export interface Utterance {
  text: string;
  tone: Tone;
  /** By whose sounds it is read where its letters are not Latin; null: by those of the voice's own language. */
  language: string | null;
  /** So long nothing is said behind it, in seconds; 0 behind the last. */
  pauseSeconds: number;
}

/** What is said of a text; nothing, where it has no letter or digit that can be read. */
export type Spoken = { type: 'utterances'; utterances: [Utterance, ...Utterance[]] } | { type: 'nothing' };

/** No pause is longer than that, however many directions follow each other. */
export const maxPauseSeconds = 2;

/**
 * Text of a script → what a reader says: marks, notes, emoji and bracketed directions are not read, dashes and dots are
 * pauses. English also has its figures, abbreviations and capitals in words; the figures of other languages are read
 * by the engine, which knows their words. `language` is that of the voice, in BCP 47. Never throws.
 */
export function spokenOf(text: string, language: string): Spoken {
  const isEnglish = language === 'en' || language.startsWith('en-');
  const utterances: Utterance[] = [];
  const wait = (seconds: number) => {
    const last = utterances.at(-1);
    if (last) last.pauseSeconds = Math.min(maxPauseSeconds, last.pauseSeconds + seconds);
  };
  for (const stretch of withoutDirections(withoutMarks(text))) {
    const words = isEnglish ? englishWords(stretch.text) : stretch.text;
    for (const { text: phrase, tone, pauseSeconds } of phrasesOf(withoutSymbols(words))) {
      const said = splitByWritingSystem(phrase).filter((writing) => /[\p{L}\p{N}]/u.test(writing.text));
      for (const { text: part, language: reader } of said)
        utterances.push({ text: part.trim(), tone, language: reader, pauseSeconds: 0 });
      if (said.length > 0) wait(pauseSeconds);
    }
    wait(stretch.pauseSeconds);
  }
  const [first, ...others] = utterances;
  if (!first) return { type: 'nothing' };
  (others.at(-1) ?? first).pauseSeconds = 0;
  return { type: 'utterances', utterances: [first, ...others] };
}

function englishWords(text: string): string {
  return capitalsAsWords(figuresInWords(abbreviationsInFull(noisesAsWords(namedSigns(text)))));
}

function namedSigns(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\w)@(?=\w)/g, ' at ')
    .replace(/(?<=\w)\.(?=(?:com|org|net|edu|gov)\b)/g, ' dot ')
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s\+\s|(?<=\d)\+(?=\d)/g, ' plus ')
    .replace(/\s=\s/g, ' equals ');
}

/** Without emoji and signs that the engine would call by their names, such as a tilde. Long rows of one letter are a few. */
function withoutSymbols(text: string): string {
  return text
    .replace(
      /[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3](?<![\d#*])/gu,
      ' ',
    )
    .replace(/["“”„«»‹›(){}[\]<>*_~^`|\\/@#©®™§¶•●◦■□▪►→←↑↓†‡=+]/g, ' ')
    .replace(/[\p{So}\p{Sk}\p{Co}\p{Cn}\p{Cc}](?<!\n)/gu, ' ')
    .replace(/(\p{L})\1{3,}/gu, '$1$1$1')
    .replace(/[^\S\n]{2,}/g, ' ');
}
