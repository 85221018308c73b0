import { parseEmphasis, type StyledText, writeEmphasis } from '#screenplay/emphasis.ts';
import { articleBefore } from '#screenplay/language/nouns.ts';
import { replaceRange, sliceStyled } from '#screenplay/styled.ts';
import type { TextEdit } from './rule.ts';

/** Apply edits to a text. They must be in order and must not overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}

/**
 * Edit content with emphasis marks: new words take the style of the words they replace. Return null
 * if that is not certain: for a range of several styles, or if the marks would not be written back
 * verbatim.
 */
export function editContent(content: string, edits: readonly TextEdit[]): string | null {
  const styled = parseEmphasis(content);
  if (styled.spans.length === 0 && styled.text === content) return applyTextEdits(content, edits);
  if (writeEmphasis(styled) !== content) return null;
  let result: StyledText = styled;
  for (const { from, to, text } of [...edits].reverse()) {
    const style = uniformStyle(styled, from, to);
    if (style === undefined) return null;
    const spans = style === null || text === '' ? [] : [{ ...style, from: 0, to: text.length }];
    result = replaceRange(result, from, to, { text, spans });
  }
  return writeEmphasis(result);
}

/** Return the single style of a range, null for none; undefined if it changes inside. */
function uniformStyle(styled: StyledText, from: number, to: number) {
  const { spans } = sliceStyled(styled, from, to);
  const first = spans[0];
  if (first === undefined) return null;
  return spans.length === 1 && first.from === 0 && first.to === to - from ? first : undefined;
}

/**
 * Delete a range of words with its adjacent space. Capitalise the next letter if it now begins the
 * sentence, and adapt "a" or "an" in front to the next word.
 */
export function deletion(text: string, from: number, to: number, sentenceFrom: number): TextEdit[] {
  let end = to;
  while (end < text.length && /[ \t]/.test(text.charAt(end))) end++;
  let start = from;
  // At the end of a clause, delete the space before instead of the one after.
  if (/^(?:[,.;:!?…]|$|\n)/.test(text.slice(end, end + 1))) {
    end = to;
    while (start > sentenceFrom && /[ \t]/.test(text.charAt(start - 1))) start--;
  }
  const isOpening = text.slice(sentenceFrom, start).replace(/["'“‘(]/g, '') === '';
  const next = text.charAt(end);
  if (isOpening && /\p{Ll}/u.test(next)) return [{ from: start, to: end + 1, text: next.toUpperCase() }];
  const article = /(?<![\p{L}\p{N}])(an?) $/iu.exec(text.slice(sentenceFrom, start));
  const word = /^[\p{L}\p{N}'’-]+/u.exec(text.slice(end))?.[0];
  const edits: TextEdit[] = [];
  if (article && word !== undefined) {
    const written = article[1] ?? '';
    const right = articleBefore(word);
    if (right !== written.toLowerCase()) {
      const at = sentenceFrom + article.index;
      edits.push({ from: at, to: at + written.length, text: /^A/.test(written) ? capital(right) : right });
    }
  }
  return [...edits, { from: start, to: end, text: '' }];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
