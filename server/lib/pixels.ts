import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import { imageHead } from './imageHead.ts';

/** Of most cameras; decoded, it is four bytes each. */
export const maxPixels = 25_000_000;

/** Four bytes a point: red, green, blue, how opaque. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const codecs = {
  'image/jpeg': {
    load: async () => initJpeg((await compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm')) as never),
    // Turned as its camera was held.
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
 * A picture, as it was sent or stored → its points. 'not-a-picture' for what is no JPEG, PNG or WebP, breaks off, or
 * moves. The decoders run in WebAssembly: what a hostile file makes of them stays there. Heavy: a thread does it.
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
    return 'not-a-picture'; // so its decoder says
  }
  // It was looked at by its head; what came out must be that.
  return pixels.width * pixels.height === head.width * head.height ? pixels : 'not-a-picture';
}

/** Node has it; its types do not. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
};

/** A module of WebAssembly in node_modules, for an encoder or decoder to begin with. */
export async function compiled(file: string): Promise<unknown> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
}
