import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const text = /\.(js|css|svg|json|txt|wasm|aff|dic)$/;
/** Smaller files are not compressed, because nothing would be saved. */
const minBytes = 256;
/** Larger files are compressed less, and faster. */
const largeBytes = 500_000;

/**
 * Compress every text file of the build as small as possible, for the server to send
 * (server/lib/web.ts).
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    // Run after all files are written, including copied ones.
    async closeBundle() {
      const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && text.test(entry.name));
      await Promise.all(files.map(({ parentPath, name }) => compress(path.join(parentPath, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await fs.readFile(file);
  if (bytes.length < minBytes) return;
  const hint = {
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // The highest quality would take a minute for the dictionaries.
    [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length > largeBytes ? 9 : 11,
  };
  const made = [
    ['.br', await brotli(bytes, { params: hint })],
    ['.gz', await gzip(bytes, { level: 9 })],
  ] as const;
  await Promise.all(
    made.map(([ending, smaller]) => smaller.length < bytes.length && fs.writeFile(file + ending, smaller)),
  );
}
