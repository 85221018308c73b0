import encodeWebp, { init as initWebpEncoder } from '@jsquash/webp/encode.js';
import { simd } from 'wasm-feature-detect';
import { compiled, type Pixels, pixelsOf } from '#server/lib/pixels.ts';

/**
 * Edge of a profile picture in pixels: it is shown at up to 88, on high-density screens at three
 * times that.
 */
const edge = 512;
/**
 * Convert a photo to a square WebP of its centre, without metadata. Return 'not-a-picture' for
 * files that are not JPEG, PNG or WebP, truncated, or animated. The decoders run in WebAssembly,
 * which contains hostile files. Heavy: run it in a thread.
 */
export async function squarePicture(
  sent: Uint8Array,
): Promise<Uint8Array | 'not-a-picture' | 'too-many-pixels'> {
  const pixels = await pixelsOf(sent);
  if (typeof pixels === 'string') return pixels;
  const encoder = (await simd()) ? 'webp_enc_simd' : 'webp_enc';
  await initWebpEncoder((await compiled(`@jsquash/webp/codec/enc/${encoder}.wasm`)) as never);
  const square = middleOf(pixels);
  return new Uint8Array(await encodeWebp(square as never, { quality: 84 }));
}

/** Scale the largest centred square by averaging pixels. */
function middleOf({ data, width, height }: Pixels): Pixels {
  const side = Math.min(width, height);
  const size = Math.min(side, edge);
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const out = new Uint8ClampedArray(size * size * 4);
  const bound = (place: number) => Math.floor((place * side) / size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0, 0] as [number, number, number, number];
      for (let row = bound(y); row < bound(y + 1); row++) {
        for (let column = bound(x); column < bound(x + 1); column++) {
          const at = ((top + row) * width + left + column) * 4;
          const alpha = data[at + 3] ?? 0;
          // Invisible pixels have no colour.
          for (let channel = 0; channel < 3; channel++) {
            sum[channel as 0] += (data[at + channel] ?? 0) * alpha;
          }
          sum[3] += alpha;
        }
      }
      const count = (bound(y + 1) - bound(y)) * (bound(x + 1) - bound(x));
      const to = (y * size + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        out[to + channel] = sum[channel as 0] / Math.max(1, sum[3]);
      out[to + 3] = sum[3] / count;
    }
  }
  return { data: out, width: size, height: size };
}
