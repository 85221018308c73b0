import type { Dice } from '#screenplay/dice.ts';

/** How one kind of sound is recognised and made. */
export interface EffectRecipe {
  /** In plain words: "rain", "knocks on a door". */
  label: string;
  /** What a description calls it. Where two kinds fit the same place, the longer words win. */
  words: EffectWords;
  /** A bed goes on; an event happens once if nobody counts; a rhythm comes again and again. */
  nature: 'bed' | 'event' | 'rhythm';
  /** One event; of a bed, how long it goes on if nobody says. */
  seconds: number;
  /** How many events there are if nobody counts; 1. */
  usual?: number;
  /** From the beginning of one event to the beginning of the next. */
  everySeconds?: number;
  /** Gives a new signal of any loudness. */
  make(order: EffectOrder): Float32Array;
}

export interface EffectOrder {
  seconds: number;
  /** 0 to 1: from a light one to a heavy one; 0.5 is an ordinary one. */
  strength: number;
  /** 1 is ordinary, 2 twice as fast. */
  tempo: number;
  /** Which of several events this is, from 0; beds are 0. */
  index: number;
  dice: Dice;
}

/** How a description names something. */
export interface EffectWords {
  pattern: RegExp;
  /** The same, to be compared with what is misspelt. */
  list: readonly string[];
}

/**
 * Words and short phrases parted by commas, of which the last word may have an ending. A dash stands for up to three words
 * in between: "opens - door" fits "opens the heavy oak door".
 */
export function wordsOf(phrases: string): EffectWords {
  const list = phrases.trim().replace(/\s+/g, ' ').split(', ');
  // The longest first: of what begins alike, a pattern takes the first that fits.
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
