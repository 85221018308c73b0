import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { pagePreloadOf } from '#shared/opening.ts';

/** What the build says of its files (vite.config.ts): by source, or by name where several sources became one file. */
const BuiltFiles = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

/** Of web/fonts.css: what the frame around every screen is set in, and what a page of a script is. */
const faces = ['instrument-sans', 'newsreader-normal'];
const scriptFaces = ['courier-prime-400-normal', 'courier-prime-700-normal'];

/**
 * Links for the head of the page, so that the browser asks for what an address needs while it still reads the page,
 * and not only once the page's own code has asked for it (web/boot.ts). Empty where nothing is built.
 */
export function openingLinks(folder: string): (pathname: string, isVisitor: boolean) => string {
  const list = path.join(folder, 'files.json');
  if (!existsSync(list)) return () => '';
  const built = new Map(Object.entries(BuiltFiles.parse(JSON.parse(readFileSync(list, 'utf8')))));
  const byName = new Map([...built].map(([source, { name }]) => [name, source]));
  /** What the page links to by itself. */
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

  /** The files of sources with all that they import, but for those that are known. */
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
