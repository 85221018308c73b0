import { plainText } from '#screenplay/emphasis.ts';

/** Remove Fountain syntax that is not spoken: notes, cut text, emphasis, forced and lyric marks. */
export function withoutMarks(text: string): string {
  const read = text
    .normalize('NFC')
    .replace(/\[\[[\s\S]*?\]\]|\/\*[\s\S]*?\*\//g, ' ')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => plainText(line.replace(/^\s*(?:[!@~#>=]+)\s*|\s*<\s*$/g, '')))
    .join('\n');
  // Remove zero-width and direction marks, which would split words for the engine.
  return read.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '');
}
