import { FdxRefusal } from './refusal.ts';
/** An attribute, in a form that survives JSON whatever its name is. */
export type Attribute = [name: string, value: string];

import { endOfText, nameEnd, spaceEnd, type TextPlace } from './xmlCharacters.ts';
import { checkInstruction, checkLegal, decodeXmlText, plainValue } from './xmlText.ts';

/** Hears what stands in the root element, in order. Self-closing elements are opened and closed. */
export interface XmlHandler {
  open(name: string, attributes: Attribute[]): void;
  /** All text up to the next tag, comment or CDATA section; or the whole of a CDATA section. */
  text(text: string): void;
  close(): void;
  comment?(): void;
  /** A processing instruction that is not the XML declaration. */
  instruction?(): void;
}

const greaterThan = 62;
const lessThan = 60;
const slash = 47;
const ampersand = 38;

/** All elements without attributes share it. */
const noAttributes: Attribute[] = [];

/** What text between tags may hold that does not stand for itself, or not everywhere. */
const special = /[^\t\n -%'-\\^-\uFFFD]/g;
const notSpace = /[^\t\n\r ]/;
/** More than any tag of a real file has. */
const manyAttributes = 40;

/**
 * Reads XML 1.0 piece by piece: `write` each, then `close`. Checks all that makes a document well formed and throws
 * a Refusal where it is not; `place` then says where. No document type and so no entities but XML's own five; names
 * with colons are names like any other. Takes time in proportion to the length.
 */
export class XmlParser {
  readonly #handler: XmlHandler;
  /** What has not been read yet; from `#at` on while it is read. */
  #text = '';
  #at = 0;
  /** A token that the text breaks off in is looked at again once there is twice as much: one look at each piece
   * would take the square of a long token's length. */
  #wanted = 0;
  /** Names of the elements that are open. */
  readonly #open: string[] = [];
  #hasRoot = false;
  #isAtStart = true;
  /** What has been read. The script is made of slices of it, so it is in memory anyway. */
  #past = '';
  /** Names of the tag's attributes, where it has many. */
  #names = new Set<string>();
  /** Where in the text the next special character is; looked for again once it is passed. */
  #specialAt = -1;
  /** Where the tag begins that was read last. */
  #tagAt = 0;
  /** Where the part being kept begins in the text, and what of it is read already; -1 while there is none. */
  #keptAt = -1;
  #kept = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Where the fault is. */
  get place(): TextPlace {
    return endOfText(this.#past + this.#text.slice(0, this.#at));
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
    this.#specialAt = -1;
    while (this.#at < length && this.#readToken()) this.#isAtStart = false;
    this.#drop();
    this.#wanted = 2 * this.#text.length;
  }

  #drop(): void {
    if (this.#at === 0) return;
    const past = this.#text.slice(0, this.#at);
    if (this.#keptAt >= 0) {
      this.#kept += past.slice(this.#keptAt);
      this.#keptAt = 0;
    }
    this.#past += past;
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

  /** Adds the attribute that begins here. Returns where it ends; -1 where the text breaks off in it. */
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
    const wanted = this.#open.at(-1) ?? '';
    const nameTo = text.startsWith(wanted, from) ? from + wanted.length : from;
    // Nearly every one is the wanted name and ">".
    const isPlain = nameTo > from && text.charCodeAt(nameTo) === greaterThan;
    const end = isPlain ? nameTo : spaceEnd(text, nameEnd(text, from));
    if (end === text.length) return false;
    if (text.charCodeAt(end) !== greaterThan) this.#fail(end + 1, 'disallowed character in closing tag.');
    const name = isPlain ? wanted : text.slice(from, nameEnd(text, from));
    if (name !== wanted || name === '') this.#fail(end + 1, 'unexpected close tag.');
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
      throw new FdxRefusal(
        'unsafe-xml',
        'The file declares a document type, which Final Draft files never do.',
      );
    }
    if (text.length - at < 9) return false;
    return this.#fail(at + 3, 'incorrect syntax.');
  }

  /** A processing instruction, which says nothing to us, or the XML declaration. */
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
    throw new FdxRefusal('malformed-xml', reason);
  }
}
