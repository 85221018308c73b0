import fs from 'node:fs';
import path from 'node:path';
import { sourcesIn } from './sources.ts';

/* Finds exported names that two files share. Part of scripts/check.ts. */

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) +(?<name>\w+)/gm;

/** Test helpers and benchmarks of different folders may share names. */
const mayRepeat = /\.(test|spec)\.tsx?$|(^|\/)testing(\/|\.tsx?$)|^(test|bench)\//;

export interface RepeatedName {
  name: string;
  files: string[];
}

/**
 * Return the exported names below `root` that two or more files share, which makes a search
 * ambiguous.
 */
export function repeatedNamesIn(root: string): RepeatedName[] {
  const filesByName = new Map<string, Set<string>>();
  for (const file of sourcesIn(root).filter((each) => !mayRepeat.test(each))) {
    for (const { groups } of fs.readFileSync(path.join(root, file), 'utf8').matchAll(exported)) {
      const name = groups?.name ?? '';
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
  }
  return [...filesByName]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => ({ name, files: [...files] }));
}
