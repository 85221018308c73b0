/** A cue with the bracket of an extension opened; one that is open is closed. */
export function withBracket(text: string): string {
  return /\([^()]*$/.test(text) ? `${text.trimEnd()})` : `${text.trimEnd()} (`;
}
