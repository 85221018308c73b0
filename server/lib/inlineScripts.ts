import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const webFolder = path.resolve(import.meta.dirname, '../../dist/web');

/**
 * Return the hashes of the scripts inside the built page, as the content policy names them: the one
 * that runs before the first paint (scripts/inlineTheme.ts). All pages of a build have the same.
 */
export function inlineScriptHashes(folder = webFolder): readonly string[] {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return [];
  const scripts = readFileSync(index, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
