import { describe, expect, test } from 'vitest';
import { hostileFiles, importedFiles, mutantOf, mutationDice, unreadableFiles } from '#test/importedFiles.ts';
import { readScriptFile } from './readScript.ts';

/*
 * Damaged files of every format: reading one is a script or a reason, never an exception. The
 * benchmark `mutants` reads more of them and larger ones, and measures the slowest.
 */
const mutants = 60;

async function expectResult(bytes: Uint8Array): Promise<void> {
  const result = await readScriptFile('script', [bytes]);
  if (!result.ok) expect(result.message).toMatch(/^[A-Z“][\s\S]*[.!?]$/);
}

describe('readScriptFile', () => {
  test.each(importedFiles)('reads or rejects damaged files of %s', async (_name, make) => {
    const bytes = await make();
    expect(await readScriptFile('script', [bytes])).toMatchObject({ ok: true });
    const roll = mutationDice(29);
    for (let count = 0; count < mutants; count++) await expectResult(mutantOf(bytes, roll));
  });

  test.each(unreadableFiles)('rejects damaged files of %s', async (_name, make) => {
    const bytes = await make();
    expect(await readScriptFile('script', [bytes])).toMatchObject({ ok: false });
    const roll = mutationDice(29);
    for (let count = 0; count < mutants; count++) await expectResult(mutantOf(bytes, roll));
  });

  test.each(hostileFiles(20_000))('reads or rejects %s', async (_name, make) => {
    await expectResult(await make());
  });
});
