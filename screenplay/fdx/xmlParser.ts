import { FdxParseError } from './parseError.ts';
/** An attribute, in a form that survives JSON whatever its name is. */
export type Attribute = [name: string, value: string];

import { endOfText, nameEnd, spaceEnd, type TextPlace } from './xmlCharacters.ts';
import { checkInstruction, checkLegal, decodeXmlText, plainValue } from './xmlText.ts';

/**
 * Receives the content of the root element, in order. Self-closing elements are opened and closed.
 */
export interface XmlHandler {
  open(name: string, attributes: Attribute[]): void;
  /** All text up to the next tag, comment or CDATA section; or the whole of a CDATA section. */
  text(text: string): void;
  close(): void;
  comment?(): void;
  /** A processing instruction other than the XML declaration. */
  instruction?(): void;
}

const greaterThan = 62;
const lessThan = 60;
const slash = 47;
const ampersand = 38;

/** Shared by all elements without attributes. */
const noAttributes: Attribute[] = [];

/** Characters between tags that need special treatment, at least in some places. */
const special = /[^\t\n -%'-\\^-\uFFFD]/g;
const notSpace = /[^\t\n\r ]/;
/** More attributes than any tag of a real file has. */
const manyAttributes = 40;

/**
 * Parses XML 1.0 in pieces: call `write` for each, then `close`.
 *
 * Checks that the document is well formed and throws an FdxParseError if it is not; `place` is then
 * the position of the error. Document types are rejected, so the only entities are the five of XML.
 * Names with colons are treated like any other. Runs in linear time.
 */
export class XmlParser {
  readonly #handler: XmlHandler;
  /** The unread text. While it is being read, only from `#at` on. */
  #text = '';
  #at = 0;
  /**
   * Length of text required before an incomplete token is read again: twice the previous length.
   * Reading it again for each piece would take quadratic time for a long token.
   */
  #minLength = 0;
  /** Names of the open elements. */
  readonly #open: string[] = [];
  #hasRoot = false;
  #isAtStart = true;
  /**
   * All text that has been read. The script consists of slices of it, so it is in memory anyway.
   */
  #past = '';
  /** Names of the tag's attributes, used when it has many. */
  #names = new Set<string>();
  /** Position of the next special character in the text. Searched again once it is passed. */
  #specialAt = -1;
  /** Start of the last tag that was read. */
  #tagAt = 0;
  /**
   * Start of the captured part in the text, and the captured text that was already removed from it;
   * -1 if nothing is captured.
   */
  #captureAt = -1;
  #captured = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Position of the error. */
  get place(): TextPlace {
    return endOfText(this.#past + this.#text.slice(0, this.#at));
  }

  write(piece: string): void {
    this.#text += piece;
    if (this.#text.length >= this.#minLength) this.#read();
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

  /**
   * Start capturing. Call it from the handler's `open` to capture the element with its content
   * verbatim.
   */
  startCapture(): void {
    this.#captureAt = this.#tagAt;
    this.#captured = '';
  }

  /** Return all text since `startCapture`. Call it from the handler's `close`. */
  endCapture(): string {
    const xml = this.#captured + this.#text.slice(this.#captureAt, this.#at);
    this.#captureAt = -1;
    this.#captured = '';
    return xml;
  }

  #read(): void {
    const { length } = this.#text;
    this.#specialAt = -1;
    while (this.#at < length && this.#readToken()) this.#isAtStart = false;
    this.#discardRead();
    this.#minLength = 2 * this.#text.length;
  }

  #discardRead(): void {
    if (this.#at === 0) return;
    const past = this.#text.slice(0, this.#at);
    if (this.#captureAt >= 0) {
      this.#captured += past.slice(this.#captureAt);
      this.#captureAt = 0;
    }
    this.#past += past;
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
  }

  /** Read one token. Return false if the text ends inside it. */
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
      const text = this.#isPlain(from, end)
        ? raw
        : decodeXmlText(raw, (at, reason) => this.#fail(from + at, reason));
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
        if (text.charCodeAt(close) !== greaterThan) this.#fail(close + 1, 'disallowed character in tag.');
        this.#tagAt = at;
        this.#at = close + 1;
        this.#begin(name, attributes, code === slash);
        return true;
      }
      if (next === end) this.#fail(next + 1, 'disallowed character in tag.');
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

  /** Add the attribute that begins here. Return where it ends; -1 if the text ends inside it. */
  #readAttribute(at: number, attributes: Attribute[]): number {
    const text = this.#text;
    const end = nameEnd(text, at);
    const equals = spaceEnd(text, end);
    if (equals === text.length) return -1;
    if (end === at) this.#fail(at + 1, 'disallowed character in attribute name.');
    if (text.charCodeAt(equals) !== 61) this.#fail(equals + 1, 'attribute without value.');
    const open = spaceEnd(text, equals + 1);
    if (open === text.length) return -1;
    const quote = text.charCodeAt(open);
    if (quote !== 34 && quote !== 39) this.#fail(open + 1, 'unquoted attribute value.');
    let isPlain = true;
    let close = open + 1;
    for (; ; close++) {
      if (close === text.length) return -1;
      const code = text.charCodeAt(close);
      if (code === quote) break;
      if (code < 32 || code === ampersand || code === lessThan || code > 0xfffd) isPlain = false;
    }
    const name = text.slice(at, end);
    const raw = text.slice(open + 1, close);
    if (this.#isRepeated(name, attributes)) this.#fail(close + 1, `duplicate attribute: ${name}.`);
    const value = isPlain ? raw : plainValue(raw, (at, reason) => this.#fail(open + 1 + at, reason));
    attributes.push([name, value]);
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
    const expected = this.#open.at(-1) ?? '';
    const nameTo = text.startsWith(expected, from) ? from + expected.length : from;
    // Fast path: nearly every closing tag is the expected name and ">".
    const isPlain = nameTo > from && text.charCodeAt(nameTo) === greaterThan;
    const end = isPlain ? nameTo : spaceEnd(text, nameEnd(text, from));
    if (end === text.length) return false;
    if (text.charCodeAt(end) !== greaterThan) this.#fail(end + 1, 'disallowed character in closing tag.');
    const name = isPlain ? expected : text.slice(from, nameEnd(text, from));
    if (name !== expected || name === '') this.#fail(end + 1, 'unexpected close tag.');
    this.#open.pop();
    this.#at = end + 1;
    this.#handler.close();
    return true;
  }

  /** Read a comment or a CDATA section. Reject a document type. */
  #readDeclaration(at: number): boolean {
    const text = this.#text;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4);
      if (end < 0 || end + 2 === text.length) return false;
      this.#checkLegal(at, end);
      if (text.charCodeAt(end + 2) !== greaterThan) this.#fail(end + 3, 'malformed comment.');
      this.#at = end + 3;
      this.#handler.comment?.();
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
      throw new FdxParseError(
        'unsafe-xml',
        'The file declares a document type, which Final Draft files never do.',
      );
    }
    if (text.length - at < 9) return false;
    return this.#fail(at + 3, 'incorrect syntax.');
  }

  /** Read the XML declaration or a processing instruction, which is ignored. */
  #readInstruction(at: number): boolean {
    const text = this.#text;
    const end = text.indexOf('?>', at + 2);
    if (end < 0) return false;
    const raw = text.slice(at + 2, end);
    checkInstruction(raw, this.#isAtStart, (offset, reason) => this.#fail(at + 2 + offset, reason));
    this.#at = end + 2;
    if (!/^xml\s/.test(raw)) this.#handler.instruction?.();
    return true;
  }

  #isPlain(from: number, to: number): boolean {
    if (this.#specialAt < from) {
      special.lastIndex = from;
      this.#specialAt = special.test(this.#text) ? special.lastIndex - 1 : this.#text.length;
    }
    return this.#specialAt >= to;
  }

  #checkLegal(from: number, to: number): void {
    checkLegal(this.#text.slice(from, to), (at, reason) => this.#fail(from + at, reason));
  }

  #failOutside(at: number): never {
    return this.#fail(at + 1, 'text data outside of root node.');
  }

  #fail(at: number, reason: string): never {
    this.#at = at;
    throw new FdxParseError('malformed-xml', reason);
  }
}
