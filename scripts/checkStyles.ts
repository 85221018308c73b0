import fs from 'node:fs';
import path from 'node:path';

/*
 * Checks that every class used by a component exists in its style sheet, and that every class of a
 * style sheet is used. For TypeScript a style sheet is only a record of strings. Part of
 * scripts/check.ts.
 */

export interface LooseClass {
  file: string;
  name: string;
  problem: string;
}

interface Sheet {
  defined: Set<string>;
  used: Set<string>;
  /** Whether a component computes class names, so that any class may be used. */
  isSearched: boolean;
}

const importedSheet = /import (?<styles>\w+) from '(?<sheet>[^']+\.module\.css)'/g;
const composed = /composes:\s*(?<names>[\w\s-]+?)(?:\s+from\s+"(?<sheet>[^"]+)")?;/g;

/** Return the classes below web/ that are used and not defined, or defined and not used. */
export function looseClassesIn(root: string): LooseClass[] {
  if (!fs.existsSync(path.join(root, 'web'))) return [];
  const files = (fs.readdirSync(path.join(root, 'web'), { recursive: true }) as string[])
    .map((file) => path.posix.join('web', file.split(path.sep).join('/')))
    .sort();
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
  const sheets = new Map(
    files.filter((file) => file.endsWith('.module.css')).map((file) => [file, sheetOf(read(file))]),
  );
  const unknown: LooseClass[] = [];
  for (const [file] of sheets)
    for (const { groups } of read(file).matchAll(composed)) {
      const sheet = groups?.sheet ? path.posix.join(path.posix.dirname(file), groups.sheet) : file;
      for (const name of groups?.names?.split(/\s+/) ?? []) note(file, sheet, name);
    }
  for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
    const text = read(file);
    for (const { groups } of text.matchAll(importedSheet)) {
      const { styles = '', sheet: from = '' } = groups ?? {};
      const sheet = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from);
      for (const [, name = ''] of text.matchAll(new RegExp(`(?<![.\\w])${styles}\\.(\\w+)`, 'g')))
        note(file, sheet, name);
      const isSearched = new RegExp(`(?<![.\\w])${styles}(?![.\\w'])`).test(text.replace(importedSheet, ''));
      const known = sheets.get(sheet);
      if (known && isSearched) known.isSearched = true;
    }
  }
  const unused = [...sheets].flatMap(([file, { defined, used, isSearched }]) =>
    [...defined]
      .filter((name) => !isSearched && !used.has(name))
      .map((name) => ({ file, name, problem: 'is named nowhere' })),
  );
  return [...unknown, ...unused];

  function note(file: string, sheet: string, name: string): void {
    const known = sheets.get(sheet);
    known?.used.add(name);
    if (!known?.defined.has(name)) unknown.push({ file, name, problem: `stands not in ${sheet}` });
  }
}

function sheetOf(text: string): Sheet {
  const rules = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|url\([^)]*\)/g, '');
  const defined = new Set(
    [...rules.matchAll(/\.(?<name>[a-zA-Z_][\w-]*)/g)].map(({ groups }) => groups?.name ?? ''),
  );
  return { defined, used: new Set(), isSearched: false };
}
