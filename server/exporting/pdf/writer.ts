import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/**
 * Objects → the bytes of a PDF 1.7 file. Objects without a stream are packed, many together, into compressed
 * object streams; the cross-reference table is a stream too. The same objects always give the same bytes.
 * Source: ISO 32000-1, 7.5.
 */
export class PdfWriter {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  /** By object number: where it stands. */
  readonly #places: Place[] = [{ kind: 0, at: 0, index: 0 }];
  #packed: { id: number; body: string }[] = [];

  constructor() {
    // The second line tells transfer programs that the file is binary.
    this.#push(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'));
  }

  /** A number for an object that is written later. */
  reserve(): number {
    return this.#places.push({ kind: 0, at: 0, index: 0 }) - 1;
  }

  /** Writes an object that is not a stream; `body` is in PDF syntax, one character a byte. */
  put(body: string, id = this.reserve()): number {
    this.#packed.push({ id, body });
    if (this.#packed.length === objectsPerStream) this.#flush();
    return id;
  }

  /** Writes a stream; `entries` are those of its dictionary beside length and filter. */
  putStream(data: Uint8Array, entries = '', id = this.reserve()): number {
    return this.#putStream(deflateSync(data, deflateOptions), `${entries}/Filter/FlateDecode`, id);
  }

  /** Writes a stream as it is, for readers that look for its text in the file. */
  putPlainStream(data: Uint8Array, entries = ''): number {
    return this.#putStream(data, entries, this.reserve());
  }

  /** Writes a JPEG as it is: it is packed already. */
  putJpeg(data: Uint8Array, entries: string): number {
    return this.#putStream(data, `${entries}/Filter/DCTDecode`, this.reserve());
  }

  /** The file. Nothing can be added afterwards. */
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

  /** One row of 7 bytes an object, each written as the difference to the row above (PNG filter "up"). */
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

/** kind 1: `at` bytes into the file. kind 2: `index` within object stream number `at`. kind 0: free. */
interface Place {
  kind: 0 | 1 | 2;
  at: number;
  index: number;
}

const objectsPerStream = 200;
const deflateOptions = { level: 6, memLevel: 8 };

/** A string of text, such as a title, in PDF syntax. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`;
  return `<FEFF${utf16Hex(text)}>`;
}

/** UTF-16, highest byte first, in hexadecimal digits. Half pairs become the replacement character. */
export function utf16Hex(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex').toUpperCase();
}

/** A number with at most two decimals, which is finer than a printer's dot. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}
