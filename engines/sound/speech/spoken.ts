import { abbreviationsInFull } from './abbreviations.ts';
import { capitalsAsWords, noisesAsWords } from './capitals.ts';
import { withoutDirections } from './directions.ts';
import { figuresInWords } from './figures.ts';
import { withoutMarks } from './marks.ts';
import { phrasesOf, type Tone } from './phrases.ts';
import { splitByWritingSystem } from './writingSystems.ts';

/** A phrase that is spoken without interruption. */
export interface Utterance {
  text: string;
  tone: Tone;
  /** Language for letters other than Latin; null for the language of the voice. */
  language: string | null;
  /** Pause after it in seconds; 0 after the last. */
  pauseSeconds: number;
}

/** Spoken form of a text; "nothing" for a text without speakable letters or digits. */
export type Spoken = { type: 'utterances'; utterances: [Utterance, ...Utterance[]] } | { type: 'nothing' };

/** Maximum pause, however many directions follow each other. */
export const maxPauseSeconds = 2;

/**
 * Convert the text of a script to utterances. Marks, notes, emoji and bracketed directions are
 * removed; dashes and dots become pauses. In English, figures, abbreviations and capitals become
 * words. For other languages the engine reads figures itself. `language` is that of the voice, in
 * BCP 47. Never throws.
 */
export function spokenOf(text: string, language: string): Spoken {
  const isEnglish = language === 'en' || language.startsWith('en-');
  const utterances: Utterance[] = [];
  const addPause = (seconds: number) => {
    const last = utterances.at(-1);
    if (last) last.pauseSeconds = Math.min(maxPauseSeconds, last.pauseSeconds + seconds);
  };
  for (const segment of withoutDirections(withoutMarks(text))) {
    const words = isEnglish ? englishWords(segment.text) : segment.text;
    for (const { text: phrase, tone, pauseSeconds } of phrasesOf(withoutSymbols(words))) {
      const runs = splitByWritingSystem(phrase).filter((writing) => /[\p{L}\p{N}]/u.test(writing.text));
      for (const { text: part, language: reader } of runs)
        utterances.push({ text: part.trim(), tone, language: reader, pauseSeconds: 0 });
      if (runs.length > 0) addPause(pauseSeconds);
    }
    addPause(segment.pauseSeconds);
  }
  const [first, ...others] = utterances;
  if (!first) return { type: 'nothing' };
  (others.at(-1) ?? first).pauseSeconds = 0;
  return { type: 'utterances', utterances: [first, ...others] };
}

function englishWords(text: string): string {
  return capitalsAsWords(figuresInWords(abbreviationsInFull(noisesAsWords(signsAsWords(text)))));
}

function signsAsWords(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\w)@(?=\w)/g, ' at ')
    .replace(/(?<=\w)\.(?=(?:com|org|net|edu|gov)\b)/g, ' dot ')
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s\+\s|(?<=\d)\+(?=\d)/g, ' plus ')
    .replace(/\s=\s/g, ' equals ');
}

/**
 * Remove emoji and signs that the engine would call by name, such as a tilde. Shorten long runs of
 * one letter.
 */
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
