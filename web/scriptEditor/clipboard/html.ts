import { type StyledText, writeEmphasis } from '#screenplay/emphasis.ts';
import { plain } from '#screenplay/styled.ts';
import { type MarkupStyle, markupStyle } from './markupStyle.ts';

/*
 * HTML from the clipboard is only read: it is parsed into a separate document, where nothing is
 * loaded or run, and its text and three styles are extracted.
 */

const skipped = new Set([
  'SCRIPT',
  'STYLE',
  'HEAD',
  'TITLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'SVG',
  'MATH',
  'SELECT',
  'TEXTAREA',
  'VIDEO',
  'AUDIO',
]);

const blocks = new Set([
  ...['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'CENTER', 'DD', 'DIV', 'DL', 'DT', 'FIGCAPTION'],
  ...['FIGURE', 'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'LI', 'MAIN', 'NAV'],
  ...['OL', 'P', 'PRE', 'SECTION', 'TABLE', 'TBODY', 'TFOOT', 'THEAD', 'TR', 'UL'],
]);

/**
 * Convert HTML to text with Fountain marks for bold, italic and underlined text, a blank line
 * between paragraphs, and a line feed for <br>. Runs in linear time.
 */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  const reader = new ParagraphReader();
  readInto(reader, body, plain, false);
  return reader.paragraphs().map(writeEmphasis).join('\n\n');
}

/** Rename style attributes. Otherwise the content policy would report each of them. */
function withoutStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)style\s*=/gi, '$1data-style='));
}

/** Read nested markup in a loop, so that its depth is not limited. */
function readInto(reader: ParagraphReader, body: HTMLElement, style: MarkupStyle, isKept: boolean): void {
  const open: { node: Node | null; style: MarkupStyle; isKept: boolean; isBlock: boolean }[] = [
    { node: body.firstChild, style, isKept, isBlock: true },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { node } = level;
    if (!node) {
      if (level.isBlock) reader.endParagraph();
      open.pop();
      continue;
    }
    level.node = node.nextSibling;
    if (node instanceof Text) reader.add(node.data, level.style, level.isKept);
    else if (node instanceof HTMLBRElement) reader.breakLine();
    else if (node instanceof HTMLElement && !skipped.has(node.tagName)) {
      const css = (node.getAttribute('data-style') ?? '').toLowerCase();
      if (/display\s*:\s*none|mso-hide\s*:\s*all/.test(css)) continue;
      const isBlock = blocks.has(node.tagName);
      if (isBlock) reader.endParagraph();
      else if (node.tagName === 'TD' || node.tagName === 'TH') reader.add(' ', level.style, false);
      open.push({
        node: node.firstChild,
        style: markupStyle(node.tagName, css, level.style),
        isKept: level.isKept || node.tagName === 'PRE' || /white-space\s*:\s*(?:pre|break)/.test(css),
        isBlock,
      });
    }
  }
}

/**
 * Collects paragraphs as a browser would show them: white space as one space, none at the ends of
 * lines.
 */
class ParagraphReader {
  private readonly done: StyledText[] = [];
  private text = '';
  /** Last character of the text. Reading it from `text` would flatten the string each time. */
  private last = '';
  private spans: StyledText['spans'] = [];

  add(data: string, style: MarkupStyle, isKept: boolean): void {
    // Line feeds of preformatted text are lines; other white space is one space.
    let shown = data.replace(/\r\n?/g, '\n');
    if (!isKept) shown = shown.replace(/[ \t\n\f]+/g, ' ');
    if (!isKept && isSpace(this.last)) shown = shown.replace(/^ /, '');
    shown = shown.replaceAll('\u00a0', ' ');
    if (shown === '') return;
    const from = this.text.length;
    this.text += shown;
    this.last = shown.charAt(shown.length - 1);
    if (style.isBold || style.isItalic || style.isUnderlined || style.isStruck) {
      this.spans.push({ ...style, from, to: this.text.length });
    }
  }

  breakLine(): void {
    this.text += '\n';
    this.last = '\n';
  }

  endParagraph(): void {
    const end = this.text.trimEnd().length;
    const text = this.text.slice(0, end).replace(/^\n+/, '');
    const shift = end - text.length;
    const spans = this.spans
      .map((span) => ({
        ...span,
        from: Math.max(0, span.from - shift),
        to: Math.min(text.length, span.to - shift),
      }))
      .filter(({ from, to }) => from < to);
    if (text !== '') this.done.push({ text, spans });
    this.text = '';
    this.last = '';
    this.spans = [];
  }

  paragraphs(): StyledText[] {
    this.endParagraph();
    return this.done;
  }
}

function isSpace(char: string): boolean {
  return char === '' || char === ' ' || char === '\n';
}
