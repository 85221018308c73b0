import fs from 'node:fs';
import { minifySync, type Plugin } from 'vite';

const source = 'web/public/theme.js';
const link = '<script src="/theme.js"></script>';

/**
 * Put the script that runs before the first paint into the pages of a build, so that no request
 * blocks the parser. The content policy names it by its hash (server/lib/inlineScripts.ts).
 */
export function inlineTheme(): Plugin {
  return {
    name: 'inline-theme',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(link, () => `<script>${minified()}</script>`),
    },
  };
}

function minified(): string {
  const { code, errors } = minifySync('theme.js', fs.readFileSync(source, 'utf8'));
  if (errors.length > 0) throw new Error(`${source} could not be minified`);
  return code.trim();
}
