import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * A zip file that is made while it is sent: each entry is opened when those before it have gone, so that it takes no
 * more memory than a piece of one. An entry that fails ends the whole with its error: half a file is none.
 */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #output = new PassThrough();
  /** The entry that is being sent. */
  #current: Readable | null = null;

  constructor() {
    this.#zip.outputStream.pipe(this.#output);
    this.#zip.on('error', (error: Error) => this.#output.destroy(error));
    // Whoever was to have it is gone, or it is whole.
    this.#output.once('close', () => this.#current?.destroy());
  }

  addText(name: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), name);
  }

  /** @param options compress: false for what is compressed already */
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

  /** Nothing more comes; the file. */
  end(): Readable {
    this.#zip.end();
    return this.#output;
  }
}
