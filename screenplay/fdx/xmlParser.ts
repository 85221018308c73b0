import { Refusal } from './refusal.ts';
import type { Attribute } from './xml.ts';
import { isLegalCode, nameEnd, placeAfter, spaceEnd, type TextPlace } from './xmlCharacters.ts';

/** Hears what stands in the root element, in order. Self-closing elements are opened and closed. */
export interface XmlHandler {
  open(name: string, attributes: Attribute[]): void;
  /** All text up to the next tag, comment or CDATA section; or the whole of a CDATA section. */
  text(text: string): void;
  close(): void;
}

const greaterThan = 62;
const lessThan = 60;
const slash = 47;

/** All elements without attributes share it. */
const noAttributes: Attribute[] = [];

// Text and values without any of these stand for themselves; most do.
const specialInText = /[^\t\n -%'-\\^-\uFFFD]/;
const specialInValue = /[^ -%'-;=-\uFFFD]/;
/** Surrogates pass one by one: the decoder gives them in pairs only. */
const illegal = /[^\t\n\r -\uFFFD]/;
const notSpace = /[^\t\n\r ]/;
const xmlDeclaration =
  /^xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(["'])1\.\d+\1([\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(["'])[A-Za-z][\w.-]*\3)?([\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(["'])(yes|no)\5)?[\t\n\r ]*$/;

const resolvedInText = /&(?:([^&;\s]*);)?|\r\n?/g;
const resolvedInValue = /&(?:([^&;\s]*);)?|\r\n?|[\t\n]/g;
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** More than any tag of a real file has. */
const manyAttributes = 40;

/**
 * Reads XML 1.0 piece by piece: `write` each, then `close`. Checks all that makes a document well formed and
 * throws a Refusal where it is not; `place` then says where. No document type and so no entities but
 * XML's own five; names with colons are names like any other.
 * Takes time in proportion to the length. Memory: what is not yet a whole token, and the part being kept.
 */
export class XmlParser {
  readonly #handler: XmlHandler;
  /** What has not been read yet; from `#at` on while it is read. */
  #text = '';
  #at = 0;
  /** How long the text must be before it is worth looking at: a token that it breaks off in is looked at again
   * only when there is twice as much, lest one that is spread over all pieces take the square of its length. */
  #wanted = 0;
  /** Names of the elements that are open. */
  readonly #open: string[] = [];
  #hasRoot = false;
  #isAtStart = true;
  /** The place of the text's first character. */
  #start: TextPlace = { line: 1, column: 0 };
  /** Names of the tag's attributes, where it has many. */
  #names = new Set<string>();
  /** Where the tag begins that was read last. */
  #tagAt = 0;
  /** Where the part being kept begins in the text, and what of it is read already; -1 while there is none. */
  #keptAt = -1;
  #kept = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Where the fault is: its line, from 1, and how many characters stand before it there. */
  get place(): TextPlace {
    return placeAfter(this.#text.slice(0, this.#at), this.#start);
  }

  write(piece: string): void {
    this.#text += piece;
    if (this.#text.length >= this.#wanted) this.#read();
  }

  close(): void {
    this.#read();
    const name = this.#open.at(-1);
    const rest = this.#text.search(notSpace);
    if (name !== undefined) this.#fail(this.#text.length, `unclosed tag: ${name}`);
    if (rest >= 0 && this.#text.charCodeAt(rest) !== lessThan) this.#failOutside(rest);
    if (!this.#hasRoot) this.#fail(this.#text.length, 'document must contain a root element.');
    if (rest >= 0) this.#fail(this.#text.length, 'unexpected end.');
  }

  /** From the handler's `open`: the element, with all that stands in it, is kept as it stands in the file. */
  keep(): void {
    this.#keptAt = this.#tagAt;
    this.#kept = '';
  }

  /** From the handler's `close`: all since `keep`. */
  endKept(): string {
    const xml = this.#kept + this.#text.slice(this.#keptAt, this.#at);
    this.#keptAt = -1;
    this.#kept = '';
    return xml;
  }

  #read(): void {
    const { length } = this.#text;
    while (this.#at < length && this.#readToken()) this.#isAtStart = false;
    this.#drop();
    this.#wanted = 2 * this.#text.length;
  }

  /** What has been read is no longer needed. */
  #drop(): void {
    if (this.#at === 0) return;
    const past = this.#text.slice(0, this.#at);
    this.#start = placeAfter(past, this.#start);
    if (this.#keptAt >= 0) {
      this.#kept += this.#keptAt === 0 ? past : past.slice(this.#keptAt);
      this.#keptAt = 0;
    }
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
  }

  /** False where the text breaks off in the token. */
  #readToken(): boolean {
    const text = this.#text;
    const at = this.#at;
    if (text.charCodeAt(at) !== lessThan) return this.#readText(at);
    if (at + 1 === text.length) return false;
    switch (text.charCodeAt(at + 1)) {
      case slash:
        return this.#readCloseTag(at);
      case 33: // !
        return this.#readDeclaration(at);
      case 63: // ?
        return this.#readInstruction(at);
    }
    return this.#readOpenTag(at);
  }

  #readText(from: number): boolean {
    const end = this.#text.indexOf('<', from);
    if (end < 0) return false;
    const raw = this.#text.slice(from, end);
    if (this.#open.length > 0) {
      const text = specialInText.test(raw) ? this.#plainText(raw, from) : raw;
      this.#at = end;
      this.#handler.text(text);
    } else {
      const fault = raw.search(notSpace);
      if (fault >= 0) this.#failOutside(from + fault);
      this.#at = end;
    }
    return true;
  }

  #readOpenTag(at: number): boolean {
    const text = this.#text;
    let end = nameEnd(text, at + 1);
    if (end === text.length) return false;
    if (end === at + 1) this.#fail(end + 1, 'disallowed character in tag name');
    const name = text.slice(at + 1, end);
    let attributes = noAttributes;
    for (;;) {
      const next = spaceEnd(text, end);
      if (next === text.length) return false;
      const code = text.charCodeAt(next);
      if (code === greaterThan || code === slash) {
        const close = code === slash ? next + 1 : next;
        if (close === text.length) return false;
        if (text.charCodeAt(close) !== greaterThan) {
          this.#fail(close + 1, 'forward-slash in opening tag not followed by >.');
        }
        this.#tagAt = at;
        this.#at = close + 1;
        this.#begin(name, attributes, code === slash);
        return true;
      }
      if (next === end) {
        const reason =
          attributes.length > 0 ? 'no whitespace between attributes.' : 'disallowed character in tag name.';
        this.#fail(next + 1, reason);
      }
      if (attributes.length === 0) attributes = [];
      end = this.#readAttribute(next, attributes);
      if (end < 0) return false;
    }
  }

  #begin(name: string, attributes: Attribute[], isEmpty: boolean): void {
    if (this.#open.length === 0) {
      if (this.#hasRoot) this.#fail(this.#at, 'documents may contain only one root.');
      this.#hasRoot = true;
    }
    this.#handler.open(name, attributes);
    if (isEmpty) this.#handler.close();
    else this.#open.push(name);
  }

  /** Adds the attribute that begins here. Returns where it ends; -1 where the text breaks off in it. */
  #readAttribute(at: number, attributes: Attribute[]): number {
    const text = this.#text;
    const end = nameEnd(text, at);
    const equals = spaceEnd(text, end);
    if (equals === text.length) return -1;
    if (end === at) this.#fail(at + 1, 'disallowed character in attribute name.');
    if (text.charCodeAt(equals) !== 61) {
      const isValueMissing = equals > end || text.charCodeAt(equals) === greaterThan;
      this.#fail(
        equals + 1,
        isValueMissing ? 'attribute without value.' : 'disallowed character in attribute name.',
      );
    }
    const open = spaceEnd(text, equals + 1);
    if (open === text.length) return -1;
    const quote = text.charAt(open);
    if (quote !== '"' && quote !== "'") this.#fail(open + 1, 'unquoted attribute value.');
    const close = text.indexOf(quote, open + 1);
    if (close < 0) return -1;
    const name = text.slice(at, end);
    const raw = text.slice(open + 1, close);
    if (this.#isRepeated(name, attributes)) this.#fail(close + 1, `duplicate attribute: ${name}.`);
    attributes.push([name, specialInValue.test(raw) ? this.#plainValue(raw, open + 1) : raw]);
    return close + 1;
  }

  #isRepeated(name: string, attributes: readonly Attribute[]): boolean {
    if (attributes.length < manyAttributes) return attributes.some(([each]) => each === name);
    if (attributes.length === manyAttributes) this.#names = new Set(attributes.map(([each]) => each));
    const isRepeated = this.#names.has(name);
    this.#names.add(name);
    return isRepeated;
  }

  #readCloseTag(at: number): boolean {
    const text = this.#text;
    const from = at + 2;
    const wanted = this.#open.at(-1) ?? '';
    const nameTo = text.startsWith(wanted, from) ? from + wanted.length : from;
    // Nearly every one is the wanted name and ">".
    const isPlain = nameTo > from && text.charCodeAt(nameTo) === greaterThan;
    const end = isPlain ? nameTo : spaceEnd(text, nameEnd(text, from));
    if (end === text.length) return false;
    if (text.charCodeAt(end) !== greaterThan) this.#fail(end + 1, 'disallowed character in closing tag.');
    const name = isPlain ? wanted : text.slice(from, nameEnd(text, from));
    if (name !== wanted || name === '') {
      this.#fail(
        end + 1,
        this.#open.includes(name) ? 'unexpected close tag.' : `unmatched closing tag: ${name}.`,
      );
    }
    this.#open.pop();
    this.#at = end + 1;
    this.#handler.close();
    return true;
  }

  /** A comment or a CDATA section; a document type is refused. */
  #readDeclaration(at: number): boolean {
    const text = this.#text;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4);
      if (end < 0 || end + 2 === text.length) return false;
      this.#checkLegal(at, end);
      if (text.charCodeAt(end + 2) !== greaterThan) this.#fail(end + 3, 'malformed comment.');
      this.#at = end + 3;
      return true;
    }
    if (text.startsWith('<![CDATA[', at)) {
      if (this.#open.length === 0) this.#failOutside(at);
      const end = text.indexOf(']]>', at);
      if (end < 0) return false;
      this.#checkLegal(at, end);
      this.#at = end + 3;
      this.#handler.text(text.slice(at + 9, end).replace(/\r\n?/g, '\n'));
      return true;
    }
    if (text.startsWith('<!DOCTYPE', at)) {
      this.#at = at;
      throw new Refusal('unsafe-xml', 'The file declares a document type, which Final Draft files never do.');
    }
    if (text.length - at < 9) return false;
    return this.#fail(at + 3, 'incorrect syntax.');
  }

  /** A processing instruction, which says nothing to us, or the XML declaration. */
  #readInstruction(at: number): boolean {
    const text = this.#text;
    const end = text.indexOf('?>', at + 2);
    if (end < 0) return false;
    this.#checkLegal(at, end);
    const nameTo = Math.min(nameEnd(text, at + 2), end);
    const name = text.slice(at + 2, nameTo);
    if (name === '' || (nameTo < end && spaceEnd(text, nameTo) === nameTo)) {
      this.#fail(nameTo + 1, 'disallowed character in processing instruction name.');
    }
    if (name.toLowerCase() === 'xml') {
      if (name !== 'xml' || !this.#isAtStart) {
        this.#fail(end + 2, 'the XML declaration must appear at the start of the document.');
      }
      if (!xmlDeclaration.test(text.slice(at + 2, end)))
        this.#fail(end + 2, 'the XML declaration is malformed.');
    }
    this.#at = end + 2;
    return true;
  }

  #plainText(raw: string, from: number): string {
    this.#checkLegal(from, from + raw.length);
    const end = raw.indexOf(']]>');
    if (end >= 0) this.#fail(from + end + 3, 'the string "]]>" is disallowed in char data.');
    return this.#resolved(raw, from, resolvedInText, '\n');
  }

  #plainValue(raw: string, from: number): string {
    this.#checkLegal(from, from + raw.length);
    const end = raw.indexOf('<');
    if (end >= 0) this.#fail(from + end + 1, 'disallowed character.');
    return this.#resolved(raw, from, resolvedInValue, ' ');
  }

  /** Line ends become `lineEnd` and references what they stand for. */
  #resolved(raw: string, from: number, pattern: RegExp, lineEnd: string): string {
    return raw.replace(pattern, (found: string, name: string | undefined, at: number) =>
      found.startsWith('&') ? this.#referred(name ?? '', from + at) : lineEnd,
    );
  }

  #referred(name: string, at: number): string {
    if (name === '') this.#fail(at, '“&” must be written “&amp;”.');
    if (!name.startsWith('#')) return entities.get(name) ?? this.#fail(at, 'undefined entity.');
    const [, hexadecimal, decimal] = /^#(?:x([\dA-Fa-f]+)|(\d+))$/.exec(name) ?? [];
    const code =
      hexadecimal === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hexadecimal, 16);
    return isLegalCode(code) ? String.fromCodePoint(code) : this.#fail(at, 'malformed character entity.');
  }

  #checkLegal(from: number, to: number): void {
    const fault = this.#text.slice(from, to).search(illegal);
    if (fault >= 0) this.#fail(from + fault + 1, 'disallowed character.');
  }

  #failOutside(at: number): never {
    return this.#fail(at + 1, 'text data outside of root node.');
  }

  #fail(at: number, reason: string): never {
    this.#at = at;
    throw new Refusal('malformed-xml', reason);
  }
}
