import { ALL_FORMATS, BlobSource, CanvasSink, Input, type WrappedCanvas } from 'mediabunny';
import { loadStoredFile } from '#web/lib/storedFile.ts';
import { type DrawnPicture, frameHeight, frameWidth } from './drawFrame.ts';

/** The frames of a scene's video one after another, for a film in which time only goes on. */
export class VideoFrames {
  readonly #input: Input;
  readonly #frames: AsyncGenerator<WrappedCanvas, void, unknown>;
  readonly #startSeconds: number;
  #shown: WrappedCanvas | null = null;
  #next: WrappedCanvas | null = null;

  private constructor(
    input: Input,
    frames: AsyncGenerator<WrappedCanvas, void, unknown>,
    startSeconds: number,
  ) {
    this.#input = input;
    this.#frames = frames;
    this.#startSeconds = startSeconds;
  }

  /** Rejects where the file is not there, or this browser cannot read it. */
  static async open(address: string, signal: AbortSignal): Promise<VideoFrames> {
    const input = new Input({
      formats: ALL_FORMATS,
      source: new BlobSource(await loadStoredFile(address, signal)),
    });
    try {
      const track = await input.getPrimaryVideoTrack();
      if (!track || !(await track.canDecode())) throw new Error('This browser cannot read the video');
      // The frame that is shown, the one after it, and one that is made.
      const sink = new CanvasSink(track, {
        width: frameWidth,
        height: frameHeight,
        fit: 'cover',
        poolSize: 3,
      });
      return new VideoFrames(input, sink.canvases(), await track.getFirstTimestamp());
    } catch (error) {
      input.dispose();
      throw error;
    }
  }

  /** Return the frame at this second, the last frame after the end. Seconds never decrease. */
  async at(second: number): Promise<DrawnPicture | null> {
    const time = second + this.#startSeconds + 0.0005;
    this.#next ??= await this.#read();
    while (this.#next && (this.#shown === null || this.#next.timestamp <= time)) {
      this.#shown = this.#next;
      this.#next = await this.#read();
    }
    return (
      this.#shown && { source: this.#shown.canvas, width: frameWidth, height: frameHeight, isMoving: true }
    );
  }

  async close(): Promise<void> {
    await this.#frames.return();
    this.#input.dispose();
  }

  async #read(): Promise<WrappedCanvas | null> {
    const { value } = await this.#frames.next();
    return value ?? null;
  }
}
