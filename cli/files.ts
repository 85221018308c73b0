import { createReadStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type ReadScript, readScriptFile } from '#server/importing/readScript.ts';
import { CommandError, cliExitCodes } from './failure.ts';

/** Name that stands for standard input and output. */
const standard = '-';

export type Script = Extract<ReadScript, { ok: true }>;

/** Read a script of any format that the product imports. `-` reads standard input. */
export async function readInput(file: string): Promise<Script> {
  const bytes = await readBytes(file);
  const name = file === standard ? '' : path.basename(file);
  const result = await readScriptFile(name, [bytes]);
  if (result.ok) return result;
  const place = result.line === null ? '' : `:${result.line}:${result.column ?? 1}`;
  throw new CommandError(cliExitCodes.unreadable, `${shownName(file)}${place}: ${result.message}`);
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await buffer(file === standard ? process.stdin : createReadStream(file));
  } catch (error) {
    throw new CommandError(cliExitCodes.unreadable, `${shownName(file)} cannot be read: ${reasonOf(error)}.`);
  }
}

/**
 * Write a result. A file is replaced only when the result is complete, so that a full disk or an
 * interruption leaves the earlier file. `-` writes to standard output.
 */
export async function writeResult(file: string, bytes: Uint8Array): Promise<void> {
  if (file === standard) return pipeline([Buffer.from(bytes)], process.stdout, { end: false });
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, bytes, { flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new CommandError(cliExitCodes.unwritable, `${file} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Return the name of a script without the ending of its file. */
export function nameWithoutEnding(file: string): string {
  return file === standard ? 'Script' : path.basename(file, path.extname(file));
}

export function shownName(file: string): string {
  return file === standard ? 'Standard input' : file;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'this user may not access it',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
