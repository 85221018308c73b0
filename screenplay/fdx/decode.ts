/** Decodes the bytes of an XML file to text, in pieces. */
export class XmlDecoder {
  #decoder: TextDecoder | null = null;
  #label = 'utf-8';

  /** The encoding of the file; known after the first piece. */
  get label(): string {
    return this.#label;
  }

  /** Throws EncodingError if the bytes do not match the declared encoding. */
  decode(bytes: Uint8Array): string {
    this.#decoder ??= this.#open(bytes);
    try {
      return this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new EncodingError(`The file is not valid ${this.#label.toUpperCase()}.`);
    }
  }

  end(): string {
    try {
      return this.#decoder?.decode() ?? '';
    } catch {
      throw new EncodingError(`The file is not valid ${this.#label.toUpperCase()}.`);
    }
  }

  #open(bytes: Uint8Array): TextDecoder {
    this.#label = encodingOf(bytes);
    try {
      return new TextDecoder(this.#label, { fatal: true });
    } catch {
      throw new EncodingError(`The file's encoding “${this.#label}” is unknown.`);
    }
  }
}

export class EncodingError extends Error {}

/**
 * Detect the encoding by byte order mark, else by the pattern of the first characters, else as
 * declared, else UTF-8.
 */
function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb) return 'utf-8';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const declared =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // The declaration was readable as single bytes, so it cannot be UTF-16.
  return declared.startsWith('utf-16') ? 'utf-8' : declared;
}

/**
 * Return whether the first character is "<", with which every XML file begins, in any of these
 * encodings. Null while there is only white space, a byte order mark or zero bytes of UTF-16.
 */
export function startsLikeXml(bytes: Uint8Array): boolean | null {
  const first = bytes.find((byte) => !blankBytes.has(byte));
  return first === undefined ? null : first === 0x3c;
}

const blankBytes = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xff, 0xfe]);
