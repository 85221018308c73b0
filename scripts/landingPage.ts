import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

/** Title for search engines and link previews. */
const title = 'Cold Open · Write screenplays on real pages';
const description =
  'Write the script, plan the story, cast the voices and hear it read back. For screenwriters, directors, producers and students.';

/**
 * Make the build's landing.html: index.html with the landing page prerendered, so that it is
 * readable before and without scripts (docs/decisions/0029). The server sends it to visitors and
 * fills in its address (server/lib/web.ts).
 */
export function landingPage(): Plugin {
  let folder = '';
  return {
    name: 'landing-page',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    // Run before the files are compressed.
    async writeBundle() {
      const { html, css } = await rendered();
      const { html: body, css: own } = stylesAsClasses(html);
      const styles = css + own;
      const name = `assets/landing-${createHash('sha256').update(styles).digest('base64url').slice(0, 8)}.css`;
      await fs.writeFile(path.join(folder, name), styles);
      const index = await fs.readFile(path.join(folder, 'index.html'), 'utf8');
      await fs.writeFile(path.join(folder, 'landing.html'), landingOf(index, body, `/${name}`));
    },
  };
}

/** Render the page and all of its styles by a separate build. */
async function rendered(): Promise<{ html: string; css: string }> {
  const made = await build({
    root: 'web',
    configFile: false,
    // Its plugin for CSS modules warns about itself.
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    // The variant for browsers opens a message channel, which would keep this process alive.
    resolve: { alias: { 'react-dom/server': 'react-dom/server.edge' } },
    build: {
      write: false,
      target: 'es2024',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'web/landing/prerender.tsx',
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  if (Array.isArray(made) || !('output' in made)) throw new Error('The landing page was not built at once');
  const chunk = made.output.find((file) => file.type === 'chunk');
  const sheet = made.output.find((file) => file.fileName.endsWith('.css'));
  if (!chunk || sheet?.type !== 'asset') throw new Error('The landing page has no code or no styles');
  const cache = path.resolve('node_modules/.cache/cold-open');
  await fs.mkdir(cache, { recursive: true });
  const file = path.join(cache, `landing-${process.pid}.mjs`);
  await fs.writeFile(file, chunk.code);
  try {
    const { landingHtml } = (await import(`${pathToFileURL(file)}?${Date.now()}`)) as { landingHtml: string };
    return { html: landingHtml, css: String(sheet.source) };
  } finally {
    await fs.rm(file, { force: true });
  }
}

/**
 * Replace style attributes by classes, because the content policy blocks them
 * (server/lib/security.ts).
 */
export function stylesAsClasses(html: string): { html: string; css: string } {
  const names = new Map<string, string>();
  const classed = html.replace(/<[a-z][^>]* style="[^"]*"[^>]*>/g, (tag) => {
    const [, style = ''] = tag.match(/ style="([^"]*)"/) ?? [];
    const name = names.get(style) ?? `at${names.size}`;
    names.set(style, name);
    const rest = tag.replace(/ style="[^"]*"/, '');
    return rest.includes(' class="')
      ? rest.replace(' class="', ` class="${name} `)
      : rest.replace(/^<[a-z0-9]+/, (start) => `${start} class="${name}"`);
  });
  const rules = [...names].map(([style, name]) => `.${name}{${unescaped(style)}}`);
  return { html: classed, css: rules.join('\n') };
}

function unescaped(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');
}

/**
 * Return the page for visitors. %ORIGIN% is replaced by the server's address, for link previews.
 */
function landingOf(index: string, body: string, styles: string): string {
  const head = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    '<link rel="canonical" href="%ORIGIN%/" />',
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Cold Open" />',
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    '<meta property="og:url" content="%ORIGIN%/" />',
    '<meta property="og:image" content="%ORIGIN%/preview.png" />',
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta property="og:image:alt" content="A script page of Cold Open" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="stylesheet" href="${styles}" />`,
  ];
  const page = index
    .replace(/<title>[^<]*<\/title>/, () => head.join('\n    '))
    .replace(/<meta name="description" content="Write screenplays together\." \/>\s*/, '')
    .replace(/<body>[\s\S]*<\/body>/, () => `<body>\n    <div id="root">${body}</div>\n  </body>`);
  if (!page.includes(styles) || !page.includes(body))
    throw new Error('index.html does not contain the slots for styles and body');
  return page;
}
