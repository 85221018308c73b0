import type { LiveText } from '../field/liveText.ts';

/**
 * Instance of the field for as long as the browser keeps its text. Setting another text opens a new
 * one.
 */
export interface FieldInstance {
  key: number;
  text: LiveText;
  selection: number;
  takesFocus: boolean;
}

/** Open the bracket of an extension after a cue, or close an open one. */
export function toggleExtensionBracket(text: string): string {
  return /\([^()]*$/.test(text) ? `${text.trimEnd()})` : `${text.trimEnd()} (`;
}
