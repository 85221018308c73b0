import type { Dice } from '#screenplay/dice.ts';

/** How one kind of sound is recognised and made. */
export interface EffectRecipe {
  /** Plain description: "rain", "knocks on a door". */
  label: string;
  /** Words for it in descriptions. If two kinds match at one position, the longer words win. */
  words: EffectWords;
  /** A bed is continuous, an event happens once unless counted, and a rhythm repeats. */
  nature: 'bed' | 'event' | 'rhythm';
  /** Length of one event, or the default length of a bed. */
  seconds: number;
  /** Default number of events: 1. */
  defaultCount?: number;
  /** Time from the start of one event to the start of the next. */
  everySeconds?: number;
  /** Return a new signal of any loudness. */
  make(order: EffectOrder): Float32Array;
}

export interface EffectOrder {
  seconds: number;
  /** 0 to 1 from light to heavy; 0.5 is average. */
  strength: number;
  /** 1 is average, 2 is twice as fast. */
  tempo: number;
  /** Index of the event, from 0; 0 for a bed. */
  index: number;
  dice: Dice;
}

/** Words that name something in a description. */
export interface EffectWords {
  pattern: RegExp;
  /** List of these words, for comparison with misspelt ones. */
  list: readonly string[];
}

/**
 * Build a pattern from words and short phrases, separated by commas. The last word of each may have
 * an ending. A dash matches up to three words: "opens - door" matches "opens the heavy oak door".
 */
export function wordsOf(phrases: string): EffectWords {
  const list = phrases.trim().replace(/\s+/g, ' ').split(', ');
  // Longest first: a pattern takes the first alternative that matches.
  const choices = list
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) =>
      phrase
        .split(' ')
        .map((word) => (word === '-' ? "(?:[\\p{L}'’-]+ ){0,3}?" : `${word}(?:e?s|e?d|ing)? `))
        .join('')
        .trimEnd(),
    );
  return { list, pattern: new RegExp(`(?<![\\p{L}])(?:${choices.join('|')})(?![\\p{L}])`, 'giu') };
}
