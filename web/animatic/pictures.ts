import { hrefOf } from '#web/lib/basePath.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { type DrawnPicture, frameHeight, frameWidth } from './drawFrame.ts';

/** The current and the next pictures; each has some megabytes. */
const maxCachedPictures = 3;
/** Room for the pan. */
const spareSize = 1.15;

/** Pictures of scenes as they are drawn, the last few of them. */
export class AnimaticPictures {
  readonly #kept = new Map<string, Promise<DrawnPicture | null>>();
  readonly #ready = new Map<string, DrawnPicture | null>();

  /** Resolves to null where the picture cannot be shown: its scene has a title card then. */
  load(address: string): Promise<DrawnPicture | null> {
    const known = this.#kept.get(address);
    if (known) return known;
    const loading = drawnPicture(address).catch((error: unknown) => {
      logFailure('A picture of the animatic was left out', error);
      return null;
    });
    this.#kept.set(address, loading);
    void loading.then((picture) => this.#ready.set(address, picture));
    for (const oldest of [...this.#kept.keys()].slice(0, -maxCachedPictures)) {
      this.#kept.delete(oldest);
      this.#ready.delete(oldest);
    }
    return loading;
  }

  /** Null while it is loaded. */
  ready(address: string): DrawnPicture | null {
    return this.#ready.get(address) ?? null;
  }
}

/** Rasterise a vector drawing once in the film's size, instead of for every frame. */
async function drawnPicture(address: string): Promise<DrawnPicture> {
  const image = new Image();
  image.src = hrefOf(address);
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(4, (Math.max(frameWidth / width, frameHeight / height) || 1) * spareSize);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { source: canvas, width: canvas.width, height: canvas.height };
}
