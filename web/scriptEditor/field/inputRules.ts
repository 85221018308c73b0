import type { Style } from '#screenplay/styled.ts';

/*
 * Of what browsers can do to a text that is edited, a field takes what makes sense in one element of a script:
 * letters, line breaks, deletions, three styles and undo. Lists, links, colours, alignment and the like are refused.
 */

/** The style that an input gives or takes away; undefined for any other. */
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
  /** The browser does it. */
  | 'browser'
  /** We do it ourselves, with markup of our own making. */
  | 'format'
  | 'insert'
  | 'lineBreak'
  | 'refuse';

/** What becomes of an input, by its type in Input Events Level 2. */
export function ruleFor(inputType: string): InputRule {
  if (formats[inputType]) return 'format';
  if (inputType.startsWith('delete') || inputType.startsWith('history')) return 'browser';
  if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop' || inputType === 'insertFromYank') {
    return 'insert';
  }
  // The key Enter is the screen's; where it comes without a key, as from some keyboards of phones, it breaks the line.
  if (inputType === 'insertParagraph') return 'lineBreak';
  return inserts.has(inputType) ? 'browser' : 'refuse';
}
