import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { pagePreloadOf } from '#shared/opening.ts';

/** File list of the build (vite.config.ts): by source, or by name for files of several sources. */
const BuiltFiles = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

/** Fonts of web/fonts.css for the frame around every screen, and for script pages. */
const faces = ['instrument-sans', 'newsreader-normal'];
const scriptFaces = ['courier-prime-400-normal', 'courier-prime-700-normal'];

/**
 * Create a function that returns links for the head of a page, so that the browser loads the files
 * of an address while it still reads the page (web/boot.ts). Empty without a build.
 */
export function openingLinks(folder: string): (pathname: string, isVisitor: boolean) => string {
  const list = path.join(folder, 'files.json');
  if (!existsSync(list)) return () => '';
  const built = new Map(Object.entries(BuiltFiles.parse(JSON.parse(readFileSync(list, 'utf8')))));
  const byName = new Map([...built].map(([source, { name }]) => [name, source]));
  /** Files that the page links to itself. */
  const inPage = filesOf(['index.html'], new Set());

  return (pathname, isVisitor) => {
    if (isVisitor && pathname === '/') return linksTo(['landing'], [...faces, ...scriptFaces]);
    const { files, calls, script } = pagePreloadOf(pathname, isVisitor);
    const answers = calls.map(
      (call) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call}" />`,
    );
    const fonts = script === null ? faces : [...faces, ...scriptFaces];
    return answers.join('') + linksTo(['main.tsx', ...files], fonts);
  };

  function linksTo(sources: readonly string[], fonts: readonly string[]): string {
    const { code, styles } = filesOf(sources, inPage.code);
    return [
      ...[...code].map((file) => `<link rel="modulepreload" href="/${file}" />`),
      ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}" />`),
      ...fonts.flatMap((name) => {
        const { file } = built.get(`../.cache/fonts/${name}-core.woff2`) ?? {};
        return file ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />` : [];
      }),
    ].join('');
  }

  /** Return the files of some sources with all their imports, without known ones. */
  function filesOf(sources: readonly string[], known: ReadonlySet<string>) {
    const code = new Set<string>();
    const styles = new Set<string>();
    const add = (source: string | undefined) => {
      const one = built.get(source ?? '');
      if (!one || code.has(one.file) || known.has(one.file)) return;
      code.add(one.file);
      for (const style of one.css) styles.add(style);
      one.imports.forEach(add);
    };
    for (const source of sources) add(built.has(source) ? source : byName.get(source));
    return { code, styles };
  }
}
