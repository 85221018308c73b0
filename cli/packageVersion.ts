import { readFileSync } from 'node:fs';

/** Return the version of the package, whose file is beside the built program. */
export function packageVersion(): string {
  const file = new URL('./package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
