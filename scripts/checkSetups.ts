import fs from 'node:fs';
import path from 'node:path';

/**
 * Number of test files that set up a server or a database by themselves, instead of using the
 * fixtures of test/serverTest.ts. Among them are those that need two servers, or another database
 * than the fixtures have. Lower the number with every file that is moved.
 */
export const maxRepeatedSetups = 18;

const setup = /\b(anApp|aDatabase)\(/;
const closing = /\bafterAll\(/;
const fixtures = /from '#test\/serverTest\.ts'/;

/** Return the files that set up a server or a database themselves. */
export function repeatedSetupsIn(root: string, files: readonly string[]): string[] {
  return files.filter((file) => {
    if (!/^(server|test)\/.*\.test\.ts$/.test(file)) return false;
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    return setup.test(source) && closing.test(source) && !fixtures.test(source);
  });
}
