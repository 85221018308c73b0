import type { LiveText } from '../field/liveText.ts';

/** A field as long as the browser keeps its text; what is put there from elsewhere opens another one. */
export interface FieldInstance {
  key: number;
  text: LiveText;
  selection: number;
  takesFocus: boolean;
}

/** A cue with the bracket of an extension opened; one that is open is closed. */
export function toggleExtensionBracket(text: string): string {
  return /\([^()]*$/.test(text) ? `${text.trimEnd()})` : `${text.trimEnd()} (`;
}
