import { maxNotes, type ParseFailureKind, type ParseResult } from '../screenplay.ts';
import { assemble } from './assemble.ts';
import { EncodingError, startsLikeXml, XmlDecoder } from './decode.ts';
import { Refusal } from './refusal.ts';
import { SourceWindow } from './sourceWindow.ts';
import { Walker } from './walk.ts';
import { newParser } from './xml.ts';

/** Upload limit of a script file: 10 MiB (decision OQ-36). */
export const maxFileBytes = 10 * 1024 * 1024;

type Failure = Extract<ParseResult, { ok: false }>;

/**
 * Reads an FDX file piece by piece, so that a server can do other work in between: `write` each piece of the
 * file's bytes, then `end`. Never throws. Works off XML events: neither the script nor the file is ever a tree
 * in memory. No DTD, no entities but XML's own five, no access to anything outside.
 */
export class FdxReader {
  #parser = newParser();
  #window = new SourceWindow();
  #walker = new Walker(this.#parser, this.#window);
  #decoder = new XmlDecoder();
  #failure: Failure | null = null;
  #bytes = 0;
  #skippedLines = 0;
  #isEmpty = true;
  /** The first & that begins no reference: fine in a comment, else the reason that the file is damaged. */
  #ampersand: { line: number; column: number } | null = null;

  constructor() {
    this.#parser.on('doctype', () => {
      throw new Refusal('unsafe-xml', 'The file declares a document type, which Final Draft files never do.');
    });
  }

  /** False once the file is known to be bad: the rest need not be read. */
  write(bytes: Uint8Array): boolean {
    return this.#guard(() => {
      this.#bytes += bytes.length;
      if (this.#bytes > maxFileBytes) throw new Refusal('too-large', 'The file is larger than 10 MB.');
      if (this.#isEmpty && startsLikeXml(bytes) === false) {
        throw new Refusal('not-xml', 'The file is not a Final Draft file: it is not XML.');
      }
      this.#feed(this.#decoder.decode(bytes));
    });
  }

  end(): ParseResult {
    this.#guard(() => {
      this.#feed(this.#decoder.end());
      if (this.#isEmpty) throw new Refusal('empty', 'The file is empty.');
      this.#parser.close();
      const { file, collector } = this.#walker;
      if (file.contentAt < 0 || collector.paragraphs === 0) {
        throw new Refusal('no-content', 'The file has no script in it.');
      }
    });
    if (this.#failure) return this.#failure;
    const result = assemble(this.#walker.file, this.#walker.collector);
    if (!result.ok || result.notes.length <= maxNotes) return result;
    return failure('too-large', `The file has more than ${maxNotes.toLocaleString('en')} notes.`);
  }

  #feed(text: string): void {
    let piece = text;
    if (this.#isEmpty) {
      // Blank lines before the XML declaration are forgiven, but still counted.
      piece = text.trimStart();
      const skipped = text.slice(0, text.length - piece.length);
      for (const character of skipped) if (character === '\n') this.#skippedLines++;
      this.#isEmpty = piece === '';
    }
    if (piece === '') return;
    this.#noteAmpersand(piece);
    this.#window.add(piece);
    this.#parser.write(piece);
  }

  /** saxes takes a bare & for the beginning of an entity and complains only where the file ends. */
  #noteAmpersand(piece: string): void {
    if (this.#ampersand || !piece.includes('&')) return;
    const at = piece.search(/&#?[\w.:-]{0,40}[^\w.:;#-]/);
    if (at < 0) return;
    const lines = piece.slice(0, at).split('\n');
    const column = (lines.at(-1)?.length ?? 0) + (lines.length > 1 ? 0 : this.#parser.column);
    this.#ampersand = { line: this.#parser.line + lines.length - 1 + this.#skippedLines, column };
  }

  #guard(step: () => void): boolean {
    if (this.#failure) return false;
    try {
      step();
      return true;
    } catch (error) {
      this.#failure = this.#failureOf(error);
      return false;
    }
  }

  #failureOf(error: unknown): Failure {
    if (error instanceof EncodingError) return failure('encoding', error.message);
    const line = this.#parser.line + this.#skippedLines;
    const { column } = this.#parser;
    if (error instanceof Refusal) {
      const isPlaced = error.kind === 'unsafe-xml' || error.kind === 'too-deep';
      return { ...failure(error.kind, error.message), ...(isPlaced && { line, column }) };
    }
    // saxes writes "3:4: unexpected close tag."
    const reason = (error instanceof Error ? error.message : '').replace(/^\d+:\d+: /, '');
    if (this.#ampersand && /^unclosed tag|^unexpected end|entity/.test(reason)) {
      const place = `line ${this.#ampersand.line}, column ${this.#ampersand.column}`;
      const message = `The file is damaged at ${place}: “&” must be written “&amp;”.`;
      return { ok: false, kind: 'malformed-xml', message, ...this.#ampersand };
    }
    const message = `The file is damaged at line ${line}, column ${column}: ${reason}`;
    return { ok: false, kind: 'malformed-xml', message, line, column };
  }
}

function failure(kind: ParseFailureKind, message: string): Failure {
  return { ok: false, kind, message, line: null, column: null };
}
