import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import { compiled, type Pixels, pixelsOf } from './pixels.ts';

let encoder: Promise<unknown> | undefined;

/**
 * Convert an image to a JPEG of limited width and, optionally, height, on white and without
 * metadata. Returns nothing if it is no image. Blocks, so call it in a thread.
 */
export async function smallJpeg(
  bytes: Uint8Array,
  maxWidth: number,
  maxHeight = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = await pixelsOf(bytes);
  if (typeof pixels === 'string') return new Uint8Array();
  encoder ??= compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm').then((module) =>
    initJpeg(module as never),
  );
  await encoder;
  const { width, height } = pixels;
  const fitting = Math.max(1, Math.floor((width * maxHeight) / height));
  const small = onWhite(pixels, Math.min(width, Math.ceil(maxWidth), fitting));
  const options = { quality: 85, progressive: false, trellis_multipass: false };
  return new Uint8Array(await encodeJpeg(small as never, options));
}

/** Scale to a width by averaging, with transparency on white. */
function onWhite({ data, width, height }: Pixels, toWidth: number): Pixels {
  const toHeight = Math.max(1, Math.round((height * toWidth) / width));
  const out = new Uint8ClampedArray(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y++) {
    const [top, bottom] = bounds(y, height, toHeight);
    for (let x = 0; x < toWidth; x++) {
      const [left, right] = bounds(x, width, toWidth);
      let [red, green, blue] = [0, 0, 0];
      for (let row = top; row < bottom; row++) {
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          const alpha = data[at + 3] ?? 0;
          const white = 255 * (255 - alpha);
          red += (data[at] ?? 0) * alpha + white;
          green += (data[at + 1] ?? 0) * alpha + white;
          blue += (data[at + 2] ?? 0) * alpha + white;
        }
      }
      const count = (bottom - top) * (right - left) * 255;
      out.set([red / count, green / count, blue / count, 255], (y * toWidth + x) * 4);
    }
  }
  return { data: out, width: toWidth, height: toHeight };
}

function bounds(place: number, from: number, to: number): [number, number] {
  const start = Math.floor((place * from) / to);
  return [start, Math.max(start + 1, Math.floor(((place + 1) * from) / to))];
}
