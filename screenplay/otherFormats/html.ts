import type { StyledText } from '../emphasis.ts';
import type { ParseResult } from '../screenplay.ts';
import { scriptOfParagraphs } from './paragraphElements.ts';
import { joinRuns, type StyledParagraph } from './styledParagraph.ts';
import { continuedClass, numberClass } from './writeHtml.ts';

const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 li dt dd blockquote pre td th tr table ul ol section article body'.split(' '),
);
const skipped = new Set('script style head title template svg'.split(' '));
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** Parse the paragraphs of a web page as a script. Never throws. Takes linear time. */
export function parseHtml(html: string): ParseResult {
  const paragraphs = paragraphsOfHtml(html);
  if (paragraphs.every(({ styled }) => styled.text === ''))
    return { ok: false, kind: 'empty', message: 'The web page has no text.', line: null, column: null };
  return scriptOfParagraphs(paragraphs, {
    sceneNumbersShown: html.includes(`<span class="${numberClass}">`),
  });
}

/** Return the paragraphs of a web page. The class of a paragraph is its style. */
export function paragraphsOfHtml(html: string): StyledParagraph[] {
  const reader = new HtmlReader();
  const tokens = /<!--[\s\S]*?(?:-->|$)|<[?!][^<>]*>|<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+|</gi;
  for (const [token, slash, name, attributes] of html.matchAll(tokens)) {
    if (name !== undefined) reader.tag(name.toLowerCase(), slash === '/', attributes ?? '');
    else if (!/^<[?!]/.test(token)) reader.text(token);
  }
  return reader.finish();
}

class HtmlReader {
  readonly #paragraphs: StyledParagraph[] = [];
  #parts: StyledText[] = [];
  #style = '';
  #attributes = '';
  #skip: string | null = null;
  #isPre = false;
  /** Whether the paragraph was written by `writeHtml`, with all of its spaces. */
  #isVerbatim = false;
  readonly #depths = { b: 0, i: 0, u: 0, s: 0 };

  tag(name: string, isEnd: boolean, attributes: string): void {
    if (this.#skip) {
      if (isEnd && name === this.#skip) this.#skip = null;
      return;
    }
    const isFurniture = name === 'span' && furnitureClasses.has(attributeOf(attributes, 'class'));
    if ((skipped.has(name) || isFurniture) && !isEnd && !attributes.endsWith('/')) {
      this.#skip = name;
      return;
    }
    if (name === 'br') this.#add('\n');
    if (name === 'pre') this.#isPre = !isEnd;
    const look = ({ b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', strike: 's', del: 's' } as const)[
      name
    ];
    if (look) this.#depths[look] = Math.max(0, this.#depths[look] + (isEnd ? -1 : 1));
    if (!blocks.has(name)) return;
    this.#finishParagraph();
    this.#attributes = isEnd ? '' : attributes;
    const named = attributeOf(attributes, 'data-style');
    this.#isVerbatim = !isEnd && named !== '';
    this.#style = isEnd ? '' : named || attributeOf(attributes, 'class').trim();
  }

  text(text: string): void {
    if (!this.#skip) this.#add(this.#isPre || this.#isVerbatim ? text : text.replace(/[ \t\r\n]+/g, ' '));
  }

  finish(): StyledParagraph[] {
    this.#finishParagraph();
    return this.#paragraphs;
  }

  #add(raw: string): void {
    const text = withoutReferences(raw);
    const { b, i, u, s } = this.#depths;
    const look = {
      isBold: b > 0,
      isItalic: i > 0,
      isUnderlined: u > 0,
      ...(s > 0 && { isStruck: true as const }),
    };
    const isStyled = b + i + u + s > 0;
    this.#parts.push({ text, spans: isStyled ? [{ from: 0, to: text.length, ...look }] : [] });
  }

  #finishParagraph(): void {
    const styled = joinRuns(this.#parts);
    this.#parts = [];
    if (styled.text === '') return;
    const align = /text-align\s*:\s*(center|right)|align\s*=\s*["']?(center|right)/i.exec(this.#attributes);
    const column = attributeOf(this.#attributes, 'data-column');
    this.#paragraphs.push({
      style: this.#style,
      styled,
      leftInches: inchesOf(
        /(?:margin|padding)-left\s*:\s*([\d.]+)(in|pt|px|em|cm|mm|%)/i.exec(this.#attributes),
      ),
      alignment: ((align?.[1] ?? align?.[2])?.toLowerCase() as 'center' | 'right' | undefined) ?? 'left',
      startsNewPage: attributeOf(this.#attributes, 'data-new-page') !== '',
      sceneNumber: attributeOf(this.#attributes, 'data-number') || null,
      dual: column === 'left' || column === 'right' ? column : null,
    });
  }
}

/** Classes of text that is not text of the script. */
const furnitureClasses: ReadonlySet<string> = new Set([continuedClass, numberClass]);

/** Return the value of an attribute of a tag; "" without one. */
function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  return withoutReferences(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

/** Replace references such as `&amp;` by their characters. */
function withoutReferences(raw: string): string {
  return raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

const inchesByUnit: Record<string, number> = {
  in: 1,
  pt: 1 / 72,
  px: 1 / 96,
  em: 1 / 6,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  '%': 0.06,
};

function inchesOf(match: RegExpExecArray | null): number {
  return match ? Number(match[1]) * (inchesByUnit[(match[2] ?? '').toLowerCase()] ?? 0) : 0;
}
