import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';
import { simd } from 'wasm-feature-detect';

/** Create a picture of one colour as a PNG. */
export function aPng(width = 40, height = 30, [red, green, blue] = [200, 40, 40]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(width * 3, Buffer.from([red ?? 0, green ?? 0, blue ?? 0])),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.concat(Array(height).fill(row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('tEXt', Buffer.from('Comment\0taken at home')),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const pixels = (width: number, height: number) =>
  ({ data: new Uint8ClampedArray(width * height * 4).fill(128), width, height }) as never;

/** Create a JPEG whose Exif header contains a position of the camera. */
export async function aJpeg(width = 40, height = 30): Promise<Buffer> {
  await initJpeg((await compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')) as never);
  const plain = Buffer.from(await encodeJpeg(pixels(width, height)));
  const exif = Buffer.from('Exif\0\0 GPS 53.55 N 9.99 E');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, plain.subarray(2)]);
}

export async function aWebp(width = 40, height = 30): Promise<Buffer> {
  const encoder = (await simd()) ? 'webp_enc_simd' : 'webp_enc';
  await initWebp((await compiled(`@jsquash/webp/codec/enc/${encoder}.wasm`)) as never);
  return Buffer.from(await encodeWebp(pixels(width, height)));
}

async function compiled(file: string): Promise<unknown> {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
  };
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
}
