import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { imageHead } from './imageHead.ts';

/** Maximum number of pixels, more than most cameras have. Decoded, each takes four bytes. */
export const maxPixels = 25_000_000;

/** Four bytes for each pixel: red, green, blue, alpha. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const codecs = {
  'image/jpeg': {
    load: async () => initJpeg((await compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')) as never),
    // Rotate the image as its camera was held.
    decode: (bytes: ArrayBuffer) => decodeJpeg(bytes, { preserveOrientation: true }),
  },
  'image/png': {
    load: async () => initPng((await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm')) as never),
    decode: (bytes: ArrayBuffer) => decodePng(bytes),
  },
  'image/webp': {
    load: async () => initWebp((await compiled('@jsquash/webp/codec/dec/webp_dec.wasm')) as never),
    decode: (bytes: ArrayBuffer) => decodeWebp(bytes),
  },
};

/**
 * Decode an image. Returns 'not-a-picture' for content other than JPEG, PNG or WebP, truncated
 * files and animations. The decoders run in WebAssembly, so that a hostile file cannot corrupt this
 * process. Blocks, so call it in a thread.
 */
export async function pixelsOf(sent: Uint8Array): Promise<Pixels | 'not-a-picture' | 'too-many-pixels'> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const head = imageHead(bytes);
  if (!head || head.isAnimated || head.width * head.height === 0) return 'not-a-picture';
  if (head.width * head.height > maxPixels) return 'too-many-pixels';
  const { load, decode } = codecs[head.type];
  await load();
  let pixels: Pixels;
  try {
    pixels = (await decode(new Uint8Array(bytes).buffer)) as Pixels;
  } catch {
    return 'not-a-picture'; // the decoder throws on damaged content
  }
  // The result must have the size that the header gave.
  return pixels.width * pixels.height === head.width * head.height ? pixels : 'not-a-picture';
}

/** Global of Node that is missing in its types. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
};

/** Compile a WebAssembly module of node_modules, for an encoder or decoder. */
export async function compiled(file: string): Promise<unknown> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
}
