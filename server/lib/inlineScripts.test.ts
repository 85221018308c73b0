import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from './inlineScripts.ts';

test('inlineScriptHashes returns the hash of each script inside the page', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
  expect(inlineScriptHashes(folder)).toEqual([]);
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<script>alert(1)</script><script type="module" src="/boot.js"></script>',
  );
  expect(inlineScriptHashes(folder)).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
  fs.rmSync(folder, { recursive: true });
});
