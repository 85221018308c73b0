import type { SpokenSegment } from './directions.ts';

/** Intonation of a phrase. */
export type Tone = 'plain' | 'question' | 'exclamation' | 'trailing';

export interface Phrase extends SpokenSegment {
  tone: Tone;
}

const sentencePause = 0.32;
const dashPause = 0.3;
const trailingPause = 0.5;
const paragraphPause = 0.55;

/**
 * Maximum characters of a phrase. A longer one is cut where a speaker would breathe, or at a space.
 */
const maxPhraseLength = 300;

/** Ends of sentences, interrupting dashes, and trailing dots. */
const ends =
  /(?:\.{2,}|…)[?!]?["”’)]*|--+|[—–―](?!\d)|(?<=\s)-(?=\s)|[.!?。！？।؟]+["”’)]*(?=\s|$)|[;:](?=\s)|\n+/gu;

/**
 * Split a text into phrases, each with the pause after it. A full stop inside a word ends nothing.
 */
export function phrasesOf(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(ends)) {
    if (isInitial(text, index, end)) continue;
    phrases.push(...splitLongPhrase(phraseOf(text.slice(from, index), end)));
    from = index + end.length;
  }
  phrases.push(...splitLongPhrase(phraseOf(text.slice(from), '')));
  return phrases;
}

/** Return whether a full stop belongs to an initial: "J. K. Marlow", "F.B.I. agents". */
function isInitial(text: string, at: number, end: string): boolean {
  return end === '.' && /(?:^|[\s.])\p{Lu}$/u.test(text.slice(0, at)) && /^\.\s+\S/.test(text.slice(at));
}

function phraseOf(text: string, end: string): Phrase {
  const trimmed = text.trim();
  if (end.startsWith('\n')) return { text: trimmed, tone: 'plain', pauseSeconds: paragraphPause };
  if (/[?؟？]/.test(end)) return { text: `${trimmed}?`, tone: 'question', pauseSeconds: sentencePause };
  if (/[!！]/.test(end)) return { text: `${trimmed}!`, tone: 'exclamation', pauseSeconds: sentencePause };
  if (/^(?:\.{2,}|…)/.test(end))
    return { text: `${trimmed},`, tone: 'trailing', pauseSeconds: trailingPause };
  if (/^[-—–―]/.test(end)) return { text: `${trimmed},`, tone: 'plain', pauseSeconds: dashPause };
  if (/^[;:]/.test(end)) return { text: `${trimmed},`, tone: 'plain', pauseSeconds: dashPause };
  return { text: end === '' ? trimmed : `${trimmed}.`, tone: 'plain', pauseSeconds: sentencePause };
}

/** Split a phrase into parts of at most `maxPhraseLength` characters. */
function splitLongPhrase({ text, tone, pauseSeconds }: Phrase): Phrase[] {
  const parts: Phrase[] = [];
  let rest = text;
  while (rest.length > maxPhraseLength) {
    const head = rest.slice(0, maxPhraseLength);
    const breath = Math.max(head.lastIndexOf(', '), head.lastIndexOf('، '), head.lastIndexOf('、'));
    const space = head.lastIndexOf(' ');
    // Do not cut a surrogate pair.
    const cut =
      breath > 60
        ? breath + 1
        : space > 60
          ? space
          : /[\ud800-\udbff]$/.test(head)
            ? head.length - 1
            : head.length;
    parts.push({ text: rest.slice(0, cut), tone: 'plain', pauseSeconds: 0.1 });
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, { text: rest, tone, pauseSeconds }];
}
