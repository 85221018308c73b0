import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/**
 * Writes objects to a PDF 1.7 file. The same objects always result in the same bytes. Objects
 * without a stream are packed into compressed object streams. The cross-reference table is a stream
 * too. Source: ISO 32000-1, 7.5.
 */
export class PdfWriter {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  /** Positions by object number. */
  readonly #places: Place[] = [{ kind: 0, at: 0, index: 0 }];
  #packed: { id: number; body: string }[] = [];

  constructor() {
    // The second line tells transfer programs that the file is binary.
    this.#push(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  }

  /** Reserve a number for an object that is written later. */
  reserve(): number {
    return this.#places.push({ kind: 0, at: 0, index: 0 }) - 1;
  }

  /** Write an object without a stream. `body` is in PDF syntax, one character per byte. */
  put(body: string, id = this.reserve()): number {
    this.#packed.push({ id, body });
    if (this.#packed.length === objectsPerStream) this.#flush();
    return id;
  }

  /** Write a compressed stream. `entries` are further entries of its dictionary. */
  putStream(data: Uint8Array, entries = '', id = this.reserve()): number {
    return this.#putStream(deflateSync(data, deflateOptions), `${entries}/Filter/FlateDecode`, id);
  }

  /** Write an uncompressed stream, for readers that search the file for its text. */
  putPlainStream(data: Uint8Array, entries = ''): number {
    return this.#putStream(data, entries, this.reserve());
  }

  /** Write a JPEG, which is compressed already. */
  putJpeg(data: Uint8Array, entries: string): number {
    return this.#putStream(data, `${entries}/Filter/DCTDecode`, this.reserve());
  }

  /** Return the file. Nothing can be added afterwards. */
  finish(rootId: number, infoId: number): Buffer {
    this.#flush();
    const id = this.reserve();
    this.#places[id] = { kind: 1, at: this.#length, index: 0 };
    const start = this.#length;
    const hash = createHash('sha256');
    for (const chunk of this.#chunks) hash.update(chunk);
    const digest = hash.digest('hex').slice(0, 32);
    const entries =
      `/Type/XRef/Size ${this.#places.length}/W[1 4 2]/DecodeParms<</Predictor 12/Columns 7>>` +
      `/Root ${rootId} 0 R/Info ${infoId} 0 R/ID[<${digest}><${digest}>]`;
    this.putStream(this.#crossReferences(), entries, id);
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#chunks, this.#length);
  }

  #putStream(data: Uint8Array, entries: string, id: number): number {
    this.#places[id] = { kind: 1, at: this.#length, index: 0 };
    this.#push(Buffer.from(`${id} 0 obj\n<<${entries}/Length ${data.length}>>stream\n`, 'latin1'));
    this.#push(data);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return id;
  }

  #flush(): void {
    if (this.#packed.length === 0) return;
    const packed = this.#packed;
    this.#packed = [];
    const streamId = this.reserve();
    let offset = 0;
    let directory = '';
    packed.forEach(({ id, body }, index) => {
      directory += `${id} ${offset} `;
      offset += body.length + 1;
      this.#places[id] = { kind: 2, at: streamId, index };
    });
    const bodies = packed.map(({ body }) => body).join('\n');
    this.putStream(
      Buffer.from(directory + bodies, 'latin1'),
      `/Type/ObjStm/N ${packed.length}/First ${directory.length}`,
      streamId,
    );
  }

  /**
   * Return one row of 7 bytes per object, as the difference to the previous row (PNG filter "up").
   */
  #crossReferences(): Buffer {
    const rows = Buffer.alloc(8 * this.#places.length);
    const row = Buffer.alloc(7);
    const above = Buffer.alloc(7);
    this.#places.forEach(({ kind, at, index }, id) => {
      row.writeUInt8(kind, 0);
      row.writeUInt32BE(at, 1);
      row.writeUInt16BE(id === 0 ? 0xffff : index, 5);
      rows[8 * id] = 2;
      for (let byte = 0; byte < 7; byte++) {
        rows[8 * id + 1 + byte] = (row[byte] as number) - (above[byte] as number);
      }
      row.copy(above);
    });
    return rows;
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(chunk instanceof Buffer ? chunk : Buffer.from(chunk));
    this.#length += chunk.length;
  }
}

/** kind 1: at byte `at` of the file. kind 2: at `index` in object stream `at`. kind 0: free. */
interface Place {
  kind: 0 | 1 | 2;
  at: number;
  index: number;
}

const objectsPerStream = 200;
const deflateOptions = { level: 6, memLevel: 8 };

/** Format a text string, such as a title, in PDF syntax. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`;
  return `<FEFF${utf16Hex(text)}>`;
}

/** Convert to UTF-16BE in hexadecimal. Unpaired surrogates become the replacement character. */
export function utf16Hex(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase();
}

/** Format a number with at most two decimals, finer than a printer's dot. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}
