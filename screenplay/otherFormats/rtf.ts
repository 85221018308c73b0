import type { StyledText } from '../emphasis.ts';
import type { ParseResult } from '../screenplay.ts';
import { scriptOfParagraphs } from './paragraphElements.ts';
import { joinRuns, type StyledParagraph } from './styledParagraph.ts';

/** Groups whose text is not that of the document. */
const otherDestinations = new Set(
  'fonttbl colortbl info pict header headerl headerr headerf footer footerl footerr footerf footnote object fldinst xmlnstbl listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles datastore annotation atnid atnauthor'.split(
    ' ',
  ),
);
const maxDepth = 1000;
const twipsPerInch = 1440;

interface GroupState {
  isSkipped: boolean;
  /** Whether this is a style of the style sheet. */
  isStyleSheet: boolean;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  isAllCaps: boolean;
  isHidden: boolean;
  /** Number of characters that stand for a Unicode character in old programs. */
  fallbackLength: number;
}

const startState: GroupState = {
  isSkipped: false,
  isStyleSheet: false,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  isAllCaps: false,
  isHidden: false,
  fallbackLength: 1,
};

/** Parse a Rich Text file by its styles or indents. Never throws. Takes linear time. */
export function parseRtf(bytes: Uint8Array): ParseResult {
  const text = new TextDecoder('latin1').decode(bytes);
  const reader = new RtfReader();
  const tokens =
    /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;
  for (const [, word, value, hex, sign, brace, plain] of text.matchAll(tokens)) {
    if (word !== undefined) reader.word(word, value === undefined ? null : Number(value));
    else if (hex !== undefined) reader.byte(Number.parseInt(hex, 16));
    else if (sign !== undefined) reader.sign(sign);
    else if (brace !== undefined) reader.brace(brace === '{');
    else if (plain !== undefined) reader.text(plain);
  }
  const paragraphs = reader.finish();
  if (paragraphs.every(({ styled }) => styled.text === ''))
    return { ok: false, kind: 'empty', message: 'The Rich Text file has no text.', line: null, column: null };
  return scriptOfParagraphs(paragraphs);
}

class RtfReader {
  readonly #paragraphs: StyledParagraph[] = [];
  readonly #stack: GroupState[] = [];
  #state = startState;
  #styleNames = new Map<number, string>();
  #styleName = '';
  #styleNumber = 0;
  #parts: StyledText[] = [];
  #leftTwips = 0;
  #firstTwips = 0;
  #alignment: StyledParagraph['alignment'] = 'left';
  #breaksPage = false;
  /** Characters still to skip after a Unicode character. */
  #fallback = 0;
  #decoder = new TextDecoder('windows-1252');

  brace(isOpen: boolean): void {
    this.#fallback = 0;
    if (isOpen) {
      // Deeper groups share the state, which real files never need.
      if (this.#stack.length < maxDepth) this.#stack.push(this.#state);
      return;
    }
    if (this.#state.isStyleSheet && this.#styleName !== '') {
      this.#styleNames.set(this.#styleNumber, this.#styleName.replace(/;.*$/, '').trim());
      this.#styleName = '';
    }
    this.#state = this.#stack.pop() ?? startState;
  }

  #set(change: Partial<GroupState>): void {
    this.#state = { ...this.#state, ...change };
  }

  word(word: string, value: number | null): void {
    if (otherDestinations.has(word)) this.#set({ isSkipped: true });
    else if (word === 'stylesheet') this.#set({ isStyleSheet: true });
    else if (word === 'par') this.#finishParagraph();
    else if (!this.#readParagraphWord(word, value)) this.#readCharacterWord(word, value);
  }

  /** Read a property of the paragraph. Return whether it is one. */
  #readParagraphWord(word: string, value: number | null): boolean {
    const alignment = alignments[word];
    if (alignment) this.#alignment = alignment;
    else if (word === 'pard') {
      this.#leftTwips = 0;
      this.#firstTwips = 0;
      this.#alignment = 'left';
      if (!this.#state.isStyleSheet) this.#styleNumber = 0;
    } else if (word === 's') this.#styleNumber = value ?? 0;
    else if (word === 'li' || word === 'lin') this.#leftTwips = value ?? 0;
    else if (word === 'fi') this.#firstTwips = value ?? 0;
    else if (word === 'page' || word === 'pagebb') this.#breaksPage = true;
    else return false;
    return true;
  }

  #readCharacterWord(word: string, value: number | null): void {
    const look = looks[word];
    if (look) this.#set({ [look]: value !== 0 });
    else if (word === 'ulnone') this.#set({ isUnderlined: false });
    else if (word === 'plain') {
      const off = { isBold: false, isItalic: false, isUnderlined: false, isStruck: false, isAllCaps: false };
      this.#set(off);
    } else if (word === 'uc') this.#set({ fallbackLength: Math.max(0, value ?? 1) });
    else if (word === 'ansicpg') this.#decoder = decoderFor(value ?? 1252);
    else if (word === 'u') {
      this.#fallback = 0;
      this.text(String.fromCharCode(((value ?? 0) + 0x10000) % 0x10000));
      this.#fallback = this.#state.fallbackLength;
    } else this.text(characterWords[word] ?? '');
  }

  sign(sign: string): void {
    if (sign === '*') this.#set({ isSkipped: true });
    else if (sign === '~') this.text(' ');
    else if (sign === '_') this.text('-');
    else if (sign === '\n' || sign === '\r') this.#finishParagraph();
    else if (/[\\{}]/.test(sign)) this.text(sign);
  }

  byte(code: number): void {
    if (this.#fallback > 0) {
      this.#fallback--;
      return;
    }
    this.text(this.#decoder.decode(Uint8Array.of(code)));
  }

  text(raw: string): void {
    const text = raw.slice(this.#fallback);
    this.#fallback = Math.max(0, this.#fallback - raw.length);
    const { isSkipped, isStyleSheet, isHidden, isAllCaps, isBold, isItalic, isUnderlined, isStruck } =
      this.#state;
    if (isSkipped || isHidden || text === '') return;
    if (isStyleSheet) {
      if (this.#styleName.length < 200) this.#styleName += text;
      return;
    }
    const look = { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck: true as const }) };
    const isStyled = isBold || isItalic || isUnderlined || isStruck;
    const printed = isAllCaps ? text.toUpperCase() : text;
    this.#parts.push({ text: printed, spans: isStyled ? [{ from: 0, to: printed.length, ...look }] : [] });
  }

  finish(): StyledParagraph[] {
    if (this.#parts.length > 0) this.#finishParagraph();
    return this.#paragraphs;
  }

  #finishParagraph(): void {
    if (this.#state.isSkipped || this.#state.isStyleSheet) return;
    const start = /^[\t ]*/.exec(this.#parts.map(({ text }) => text).join(''))?.[0] ?? '';
    const tabs = start.split('\t').length - 1;
    const styled = joinRuns(this.#parts);
    this.#paragraphs.push({
      style: this.#styleNames.get(this.#styleNumber) ?? '',
      styled: { ...styled, text: styled.text.replaceAll('\t', ' ') },
      leftInches:
        (this.#leftTwips + this.#firstTwips) / twipsPerInch + tabs * 0.5 + (start.length - tabs) * 0.1,
      alignment: this.#alignment,
      startsNewPage: this.#breaksPage,
    });
    this.#breaksPage = false;
    this.#parts = [];
  }
}

const alignments: Record<string, StyledParagraph['alignment']> = {
  ql: 'left',
  qj: 'left',
  qc: 'center',
  qr: 'right',
};
const looks: Record<string, keyof GroupState> = {
  b: 'isBold',
  i: 'isItalic',
  ul: 'isUnderlined',
  strike: 'isStruck',
  caps: 'isAllCaps',
  v: 'isHidden',
  deleted: 'isHidden',
};
const characterWords: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};

function decoderFor(codePage: number): TextDecoder {
  try {
    return new TextDecoder(codePage === 10000 ? 'macintosh' : `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
