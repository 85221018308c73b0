import { wordsIn } from '../cast.ts';
import { sentencesOf } from '../language/sentences.ts';
import type { ReadProject } from './project.ts';
import { speechText } from './prose.ts';

/** Statistics of a character's way of speaking, over all speeches. */
export interface VoiceFigures {
  speeches: number;
  wordsPerSpeech: number;
  wordsPerSentence: number;
  /** Shares of sentences, from 0 to 1. */
  questions: number;
  exclamations: number;
  refusals: number;
  contractions: number;
}

const refusal =
  /^(?:no|never|nobody|nothing)\b|\b(?:not|won['’]t|can['’]t|don['’]t|cannot|isn['’]t|didn['’]t|never)\b/i;

/** Compute the statistics of the character with this key; null for a character without dialogue. */
export function voiceOf(facts: ReadProject, key: string): VoiceFigures | null {
  const speeches = (facts.people.get(key)?.speeches ?? []).map((index) => speechText(facts, index));
  const sentences = speeches.flatMap((speech) => sentencesOf(speech).map(({ text }) => text));
  const words = speeches.reduce((sum, speech) => sum + wordsIn(speech), 0);
  if (sentences.length === 0 || speeches.length === 0) return null;
  const share = (pattern: RegExp) =>
    sentences.filter((sentence) => pattern.test(sentence)).length / sentences.length;
  return {
    speeches: speeches.length,
    wordsPerSpeech: words / speeches.length,
    wordsPerSentence: words / sentences.length,
    questions: share(/\?["”)]*$/),
    exclamations: share(/!["”)]*$/),
    refusals: share(refusal),
    contractions: share(/\p{L}['’](?:s|t|re|ve|ll|d|m)\b/iu),
  };
}

/** Describe the typical traits of a voice. */
export function voiceInWords(voice: VoiceFigures): string {
  const traits = [
    `${round(voice.wordsPerSpeech)} words a speech, ${round(voice.wordsPerSentence)} a sentence`,
  ];
  const share = (part: number, what: string) => {
    if (part >= 0.2) traits.push(`${Math.round(part * 100)}% of the sentences ${what}`);
  };
  share(voice.questions, 'ask');
  share(voice.exclamations, 'exclaim');
  share(voice.refusals, 'deny or refuse');
  if (voice.contractions < 0.05 && voice.speeches > 3)
    traits.push('hardly a shortened form (“don’t”, “it’s”)');
  return traits.join('; ');
}

/** Describe the greatest difference between two voices; null if there is none. */
export function differenceInWords(own: VoiceFigures, other: VoiceFigures): string | null {
  const ratio = own.wordsPerSentence / other.wordsPerSentence;
  if (ratio >= 1.4) return 'speaks in longer sentences';
  if (ratio <= 0.7) return 'speaks in shorter sentences';
  if (Math.abs(own.questions - other.questions) >= 0.2)
    return own.questions > other.questions ? 'asks more' : 'asks less';
  if (Math.abs(own.refusals - other.refusals) >= 0.2)
    return own.refusals > other.refusals ? 'refuses more' : 'refuses less';
  if (Math.abs(own.contractions - other.contractions) >= 0.25)
    return own.contractions > other.contractions ? 'shortens more (“don’t”)' : 'shortens less (“do not”)';
  return null;
}

function round(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : `${Math.round(value)}`;
}
