import fs from 'node:fs';
import path from 'node:path';

/** Return the source files below `root` in order, without built and installed files. */
export function sourcesIn(root: string, folder = ''): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name.startsWith('.') || ['node_modules', 'dist', 'data'].includes(file)
          ? []
          : sourcesIn(root, file);
      return /\.(ts|tsx|mts|mjs|js)$/.test(entry.name) ? [file] : [];
    });
}
