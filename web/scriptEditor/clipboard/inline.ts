import { parseEmphasis, type StyledText } from '#screenplay/emphasis.ts';
import { toStorableText } from '#screenplay/storableText.ts';
import { textOfHtml } from './html.ts';

interface Clipboard {
  text: string;
  html: string;
}

/**
 * Parse content pasted within one element. Paragraphs become lines, Fountain marks are read, and
 * text without a style takes that of the text `around` it, like typed text.
 */
export function parsePastedInline({ text, html }: Clipboard, around: StyledText): StyledText {
  const marked = html === '' ? '' : withEdges(toStorableText(textOfHtml(html)), text);
  const styled = parseEmphasis(inOneBlock(marked === '' ? toStorableText(text) : marked));
  const [style] = around.spans;
  if (!style || styled.spans.length > 0 || styled.text === '') return styled;
  return { text: styled.text, spans: [{ ...style, from: 0, to: styled.text.length }] };
}

/** Restore spaces at the ends, which HTML drops, from the plain text. */
function withEdges(marked: string, text: string): string {
  if (marked === '') return marked;
  const [start, end] = [/^[ \u00a0]/.test(text) ? ' ' : '', /[ \u00a0]$/.test(text) ? ' ' : ''];
  return `${start}${marked.trim()}${end}`;
}

function inOneBlock(text: string): string {
  return text
    .replaceAll('\t', '    ')
    .replace(/\n[ \n]*\n/g, '\n')
    .replace(/^\n+|\n+$/g, '');
}
