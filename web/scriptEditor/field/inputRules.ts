import type { Style } from '#screenplay/styled.ts';

/*
 * Inputs that a field accepts: letters, line breaks, deletions, three styles and undo. Lists,
 * links, colours, alignment and the like make no sense in one element of a script and are rejected.
 */

/** Style that an input toggles; undefined for any other input. */
export const formats: Partial<Record<string, Style>> = {
  formatBold: 'isBold',
  formatItalic: 'isItalic',
  formatUnderline: 'isUnderlined',
};

const inserts = new Set([
  'insertText',
  'insertReplacementText',
  'insertCompositionText',
  'insertFromComposition',
  'insertLineBreak',
  'insertTranspose',
]);

export type InputRule =
  /** The browser applies it. */
  | 'browser'
  /** Applied by our code with its own markup. */
  | 'format'
  /** Undo and redo of the script. */
  | 'history'
  | 'insert'
  | 'lineBreak'
  | 'reject';

/** Return how to handle an input, by its type in Input Events Level 2. */
export function ruleFor(inputType: string): InputRule {
  if (formats[inputType]) return 'format';
  if (inputType.startsWith('history')) return 'history';
  if (inputType.startsWith('delete')) return 'browser';
  if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop' || inputType === 'insertFromYank') {
    return 'insert';
  }
  // The screen handles Enter (softEnter.ts); one that it leaves to the browser breaks the line.
  if (inputType === 'insertParagraph') return 'lineBreak';
  return inserts.has(inputType) ? 'browser' : 'reject';
}
