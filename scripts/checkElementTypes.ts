import fs from 'node:fs';
import path from 'node:path';
import { sourcesIn } from './sources.ts';

/*
 * Checks that only parsers and format rules name element types by literals. All other code uses
 * screenplay/elementTypes/: a field of the table, or a predicate such as isDialogueType. Part of
 * scripts/check.ts.
 */

/** Files that may contain literals, with the reason. */
const permitted: readonly { files: RegExp; reason: string }[] = [
  { files: /^screenplay\/(element\.ts$|elementTypes\/)/, reason: 'defines the types' },
  { files: /^screenplay\/(fountain\/reader|fdx\/typeNames)\.ts$/, reason: 'parses a format' },
  {
    files:
      /^screenplay\/(pdfImport\/classifyLines|pastedPages\/readWrappedLines|otherFormats\/(styledParagraph|trelby))\.ts$/,
    reason: 'parses a format',
  },
  { files: /^screenplay\/layout\/sheet\.ts$/, reason: 'measures where cues are printed' },
  { files: /^screenplay\/(flow|fountainKeys)\.ts$/, reason: 'tells types apart by what is typed' },
  { files: /^engines\/doctor\//, reason: 'has rules about single types' },
  {
    files:
      /^server\/(script\/(loadSlice|script\.queries|screenplay\.service)|characters\/characters\.queries)\.ts$/,
    reason: 'selects by type in SQL',
  },
  { files: /^server\/planning\/beatsFromScenes\.service\.ts$/, reason: 'selects by type in SQL' },
  { files: /^server\/scenes\/scenes\.service\.ts$/, reason: 'creates headings' },
  { files: /^web\/landing\/scene\.ts$/, reason: 'holds a sample script' },
];

/** Tests, benchmarks and tools, which may use literals. */
const unchecked = /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.tsx?$)|^(test|bench|scripts)\/|^[^/]+$/;

const word = '([\'"])(?:action|character|dialogue|parenthetical|transition)\\1';

/**
 * Forms of code that name an element type. "scene_heading" has no other meaning; the other words
 * have, and count only next to a name of element types.
 */
const forms = [
  /(['"])scene_heading\1|\bscene_heading:/,
  new RegExp(`(?:\\b\\w*[eE]lementType|(?<![.\\w])type|\\bline\\.type|\\bbecomes)\\)? *[!=]== *${word}`),
  new RegExp(`\\b(?:\\w*[eE]lementType|afterDialogue)(?:(?:\\??:| =(?!=))[^,;{}]*?|,\\s*)${word}`),
  new RegExp(`\\bElementType\\[?\\]?[^\\n;{}]*${word}`),
  new RegExp(`\\bswitch \\(.*[eE]lementType\\) \\{[^}]*?\\bcase ${word}`),
  new RegExp(`\\btypes: \\[[^\\]]*${word}`),
];

export interface ElementTypeLiteral {
  file: string;
  line: number;
}

/** Return the places below `root` where a file without permission names an element type. */
export function elementTypeLiteralsIn(root: string): ElementTypeLiteral[] {
  return sourcesIn(root)
    .filter((file) => !unchecked.test(file) && !permitted.some(({ files }) => files.test(file)))
    .flatMap((file) => linesWithLiterals(root, file).map((line) => ({ file, line })));
}

/** Return the permissions that no file below `root` uses. */
export function unusedPermissionsIn(root: string): string[] {
  const naming = sourcesIn(root).filter(
    (file) => !unchecked.test(file) && linesWithLiterals(root, file).length > 0,
  );
  return permitted
    .filter(({ files }) => !naming.some((file) => files.test(file)))
    .map(({ files }) => files.source);
}

function linesWithLiterals(root: string, file: string): number[] {
  const source = withoutComments(fs.readFileSync(path.join(root, file), 'utf8'));
  const lines = forms.flatMap((form) =>
    [...source.matchAll(new RegExp(form, 'g'))].map(
      (match) => source.slice(0, match.index + match[0].length).split('\n').length,
    ),
  );
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** Blank out comments, and keep their line breaks. */
function withoutComments(source: string): string {
  return source.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm, (comment) => comment.replace(/[^\n]/g, ''));
}
