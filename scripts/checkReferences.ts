import fs from 'node:fs';
import path from 'node:path';

/*
 * Checks that comments and documents refer to files and headings that exist in the repository. Part
 * of scripts/check.ts.
 */

const settledFile = 'docs/spec/settled.md';

export interface BrokenReference {
  file: string;
  line: number;
  reference: string;
  problem: string;
}

interface Place {
  file: string;
  /** Whether the text is prose: a comment, or a line of a document. */
  isProse: boolean;
}

interface Repository {
  root: string;
  settled: Set<string>;
  decisions: string[];
  /** Code and documents. */
  files: string[];
}

interface ReferenceRule {
  pattern: RegExp;
  /** Return the problem of a reference, or null. */
  problem: (found: string, place: Place, repository: Repository) => string | null;
}

/** Name that stands for those of all features, such as x.routes.ts and XScreen.tsx. */
const placeholder = /^[xX](?=[.A-Z])/;

const referenceRules: ReferenceRule[] = [
  {
    pattern: /\bOQ-\d+/g,
    problem: (found, _place, { settled }) =>
      settled.has(found) ? null : `${settledFile} has no heading of that number`,
  },
  {
    pattern: /\bdocs\/[\w./-]*\w/g,
    problem: (found, _place, repository) => (isDocument(found, repository) ? null : 'there is no such file'),
  },
  {
    // The name of a document by itself: beside the file that names it, at the root, or in docs.
    pattern: /(?<![\w./:-])(?!docs\/)(?:\.\.?\/)*[\w-][\w./-]*\.md\b/g,
    problem: (found, { file, isProse }, { root }) => {
      const beside = path.posix.join(path.posix.dirname(file), found);
      const places = [found, beside, path.posix.join('docs', found)];
      return !isProse || places.some((each) => isFile(root, each)) ? null : 'there is no such file';
    },
  },
  {
    // A file or folder of the code that a document names in full.
    pattern: /(?<=`)(?:screenplay|engines|shared|server|web|test|bench|scripts)\/[\w./-]*(?=`)/g,
    problem: (found, { file }, { root }) =>
      !file.endsWith('.md') || fs.existsSync(path.join(root, found)) ? null : 'there is no such file',
  },
  {
    // The name of a file of the code without its folder, such as the second of two in one folder.
    pattern:
      /(?<=`)(?!(?:screenplay|engines|shared|server|web|test|bench|scripts)\/)[\w./-]*\w\.(?:tsx?|mjs)(?=`)/g,
    problem: (found, { file }, { files }) =>
      !file.endsWith('.md') ||
      placeholder.test(found) ||
      files.some((each) => `/${each}`.endsWith(`/${found}`))
        ? null
        : 'no file has that name',
  },
  {
    pattern: /[\w.-]*\s?§\s?[\w.]+/g,
    problem: (_found, { isProse }) =>
      isProse ? 'sections of texts outside of the repository cannot be opened' : null,
  },
  {
    pattern: /\b[Ss]pec (?:workspace|platform|api)\b/g,
    problem: (_found, { isProse }) => (isProse ? 'docs/spec describes the product, by file' : null),
  },
];

/** Return every reference below `root` to a file or heading that does not exist, in file order. */
export function brokenReferencesIn(root: string): BrokenReference[] {
  const files = textsIn(root);
  const repository: Repository = { root, settled: settledIn(root), decisions: decisionsIn(root), files };
  return files.flatMap((file) =>
    fs
      .readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        brokenInLine(text, { file, isProse: isProse(file, text) }, index, repository),
      ),
  );
}

function brokenInLine(text: string, place: Place, index: number, repository: Repository): BrokenReference[] {
  return referenceRules.flatMap(({ pattern, problem }) =>
    [...text.matchAll(pattern)].flatMap(([found]) => {
      const words = problem(found, place, repository);
      return words === null
        ? []
        : [{ file: place.file, line: index + 1, reference: found.trim(), problem: words }];
    }),
  );
}

/**
 * Return whether a path is a document, or the start of a decision's file name: docs/decisions/0003.
 */
function isDocument(found: string, { root, decisions }: Repository): boolean {
  const number = /^docs\/decisions\/(?<number>\d{4})$/.exec(found)?.groups?.number;
  if (number !== undefined) return decisions.some((file) => file.startsWith(`${number}-`));
  return fs.existsSync(path.join(root, found));
}

function isFile(root: string, file: string): boolean {
  return !file.startsWith('..') && fs.existsSync(path.join(root, file));
}

function isProse(file: string, text: string): boolean {
  return file.endsWith('.md') || /^\s*(?:\/?\*|\/\/)|\s\/\/\s|\/\*/.test(text);
}

function settledIn(root: string): Set<string> {
  const file = path.join(root, settledFile);
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return new Set([...text.matchAll(/^## (?<number>OQ-\d+) /gm)].map(({ groups }) => groups?.number ?? ''));
}

function decisionsIn(root: string): string[] {
  const folder = path.join(root, 'docs/decisions');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

/**
 * Return code and documents, except for the test of this file, which has broken references on
 * purpose.
 */
function textsIn(root: string, folder = ''): string[] {
  return fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return isOurs(entry.name, file) ? textsIn(root, file) : [];
      return /\.(?:tsx?|mjs|js|css|html|md)$/.test(entry.name) && file !== 'scripts/checkReferences.test.ts'
        ? [file]
        : [];
    });
}

function isOurs(name: string, folder: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && folder !== 'dist' && folder !== 'data';
}
