import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Create the folder for files of the web tests' applications. Return a function that removes it
 * when all tests have run.
 */
export default function makeWebData(): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-web-'));
  process.env.TEST_DATA_DIR = folder;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}
