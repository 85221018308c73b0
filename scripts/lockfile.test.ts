import fs from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dependencies: names,
        devDependencies: names,
        optionalDependencies: names,
      }),
    ),
  })
  .parse(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')));

/** Where Node would look for a dependency: beside the dependent, then ever further out. */
function places(dependent: string, name: string): string[] {
  const parts = dependent === '' ? [] : dependent.split(/\/?node_modules\//).slice(1);
  return Array.from({ length: parts.length + 1 }, (_, outwards) =>
    [...parts.slice(0, parts.length - outwards), name].map((part) => `node_modules/${part}`).join('/'),
  );
}

test('lockfile contains every dependency, including those of other platforms, as npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([dependent, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => !places(dependent, name).some((place) => packages[place]))
      .map((name) => `${name} (of ${dependent})`),
  );
  expect(missing).toEqual([]);
});

test('package.json names exact versions, and the lockfile has them', () => {
  const manifest = z
    .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
    .parse(JSON.parse(fs.readFileSync('package.json', 'utf8')));
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  for (const [name, version] of Object.entries(all)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});
