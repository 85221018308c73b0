import fs from 'node:fs';

/** Return the version of the product (package.json). */
export function productVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}
