import fs from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
  .parse(JSON.parse(fs.readFileSync('package.json', 'utf8')));
const record = 'docs/decisions/0068-dependencies-and-own-clients-for-ai-providers.md';

/** Return the packages of the tables below a heading: the first cell of each row. */
function rowsBelow(heading: string): string[] {
  const section = fs.readFileSync(record, 'utf8').split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, name = '']) => name);
}

test.each([
  ['Dependencies', manifest.dependencies],
  ['Development dependencies', manifest.devDependencies],
  ['Optional dependencies', manifest.optionalDependencies],
])(
  'the record of dependencies gives a reason for each package below %s, and names no other',
  (heading, packages) => {
    expect(rowsBelow(heading).toSorted()).toEqual(Object.keys(packages).toSorted());
  },
);
