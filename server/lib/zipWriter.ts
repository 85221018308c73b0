import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * Zip file that is built while it is sent. Each entry is opened after the previous one was sent, so
 * that memory use is limited to a chunk. An entry that fails ends the file with its error.
 */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #output = new PassThrough();
  /** Entry that is being sent. */
  #current: Readable | null = null;

  constructor() {
    this.#zip.outputStream.pipe(this.#output);
    this.#zip.on('error', (error: Error) => this.#output.destroy(error));
    // The client has disconnected, or the file is complete.
    this.#output.once('close', () => this.#current?.destroy());
  }

  addText(name: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), name);
  }

  /** Add a text without the time, so that the same texts return the same bytes. */
  addPart(name: string, text: string, { compress = true } = {}): void {
    const mtime = new Date(1980, 0, 1);
    this.#zip.addBuffer(Buffer.from(text), name, { compress, mtime, forceDosTimestamp: true });
  }

  /** @param options compress: false for content that is compressed already */
  addStream(name: string, open: () => Promise<Readable>, { compress = true } = {}): void {
    this.#zip.addReadStreamLazy(name, { compress }, (done) => {
      open().then(
        (stream) => {
          this.#current = stream;
          if (this.#output.destroyed) stream.destroy();
          done(null, stream);
        },
        (error) => this.#output.destroy(error),
      );
    });
  }

  /** End the file and return it. */
  end(): Readable {
    this.#zip.end();
    return this.#output;
  }
}
