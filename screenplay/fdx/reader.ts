import { maxNotes, type ParseFailureKind, type ParseResult } from '../screenplay.ts';
import { assemble } from './assemble.ts';
import { EncodingError, startsLikeXml, XmlDecoder } from './decode.ts';
import { FdxParseError } from './parseError.ts';
import { Walker } from './walk.ts';
import { attributeOf } from './xml.ts';

/** Upload limit of a script file: 10 MiB (OQ-36). */
export const maxFileBytes = 10 * 1024 * 1024;

type Failure = Extract<ParseResult, { ok: false }>;

/**
 * Reads an FDX file in pieces, so that a server can do other work in between: call `write` for each
 * piece of the bytes, then `end`.
 *
 * Never throws. It handles XML events, so neither the script nor the file is ever a tree in memory.
 * No document types, no entities but the five of XML, and no access to anything outside.
 */
export class FdxReader {
  #walker = new Walker();
  #decoder = new XmlDecoder();
  #failure: Failure | null = null;
  #bytes = 0;
  #skippedLines = 0;
  #isEmpty = true;

  /** Returns false once the file is known to be bad: the rest need not be read. */
  write(bytes: Uint8Array): boolean {
    return this.#guard(() => {
      this.#bytes += bytes.length;
      if (this.#bytes > maxFileBytes) throw new FdxParseError('too-large', 'The file is larger than 10 MB.');
      if (this.#isEmpty && startsLikeXml(bytes) === false) {
        throw new FdxParseError('not-xml', 'The file is not a Final Draft file: it is not XML.');
      }
      this.#feed(this.#decoder.decode(bytes));
    });
  }

  end(): ParseResult {
    this.#guard(() => {
      this.#feed(this.#decoder.end());
      if (this.#isEmpty) throw new FdxParseError('empty', 'The file is empty.');
      this.#walker.parser.close();
      const { file, collector } = this.#walker;
      // A template may consist of settings alone.
      const isTemplate = attributeOf(file.attributes, 'Template') === 'Yes';
      if (file.contentAt < 0 || (collector.paragraphs === 0 && !isTemplate)) {
        throw new FdxParseError('no-content', 'The file has no script in it.');
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
      // Skip blank lines before the XML declaration, but count them.
      piece = text.trimStart();
      const skipped = text.slice(0, text.length - piece.length);
      for (const character of skipped) if (character === '\n') this.#skippedLines++;
      this.#isEmpty = piece === '';
    }
    if (piece !== '') this.#walker.parser.write(piece);
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
    if (!(error instanceof FdxParseError)) throw error;
    const { kind, message } = error;
    if (!kindsWithPosition.has(kind)) return failure(kind, message);
    const { line: lineRead, column } = this.#walker.parser.place;
    const line = lineRead + this.#skippedLines;
    if (kind !== 'malformed-xml') return { ok: false, kind, message, line, column };
    return {
      ok: false,
      kind,
      message: `The file is damaged at line ${line}, column ${column}: ${message.replace(/\.$/, '')}.`,
      line,
      column,
    };
  }
}

/** Failures that have a position in the file. */
const kindsWithPosition: ReadonlySet<ParseFailureKind> = new Set(['malformed-xml', 'unsafe-xml', 'too-deep']);

function failure(kind: ParseFailureKind, message: string): Failure {
  return { ok: false, kind, message, line: null, column: null };
}
