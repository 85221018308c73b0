import type { DictionaryFiles } from './dictionaries.ts';

/** Message to the worker. The first one opens a dictionary. */
export type ToSpeller =
  | { type: 'open'; files: DictionaryFiles }
  | { type: 'check'; id: number; words: readonly string[] }
  | { type: 'suggest'; id: number; word: string };

/** Message from the worker. */
export type FromSpeller =
  /** The words that the dictionary does not accept. */
  | { type: 'checked'; id: number; wrong: string[] }
  | { type: 'suggested'; id: number; suggestions: string[] }
  /** The dictionary could not be loaded. */
  | { type: 'failed' };

export const maxSuggestions = 5;
