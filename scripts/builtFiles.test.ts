import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.resolve('dist/web/assets');
/** Files that a file imports before it runs, as opposed to those that it loads later. */
const imported = /(?:from|import)"\.\/([^"]+\.js)"/g;

/** Return the files of a circle that a file is in, or an empty list. */
function circleOf(file: string, importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [file];
  for (let next = queue.shift(); next !== undefined; next = queue.shift())
    for (const each of importsOf.get(next) ?? []) {
      if (cameFrom.has(each)) continue;
      cameFrom.set(each, next);
      queue.push(each);
    }
  const circle: string[] = [];
  for (
    let at = cameFrom.get(file);
    at !== undefined && circle.length < importsOf.size;
    at = cameFrom.get(at)
  ) {
    circle.push(at);
    if (at === file) return circle;
  }
  return [];
}

test('built files do not import each other in a circle, where one would run before its values are there', () => {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(20);
  const importsOf = new Map(
    files.map((file) => {
      const text = fs.readFileSync(path.join(folder, file), 'utf8');
      return [file, [...text.matchAll(imported)].map(([, name = '']) => name)];
    }),
  );
  expect([...importsOf.values()].flat().length).toBeGreaterThan(100);
  for (const file of files) expect([file, ...circleOf(file, importsOf)]).toEqual([file]);
});
