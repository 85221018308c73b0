import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isDiskFull } from '#server/db/databaseErrors.ts';
import { type Env, readEnv } from '#server/env.ts';
import { endingSignals } from '#server/lib/shutdown.ts';
import { StartError } from '#server/startError.ts';
import { BackupError } from './backupError.ts';
import { exitCodes } from './exitCodes.ts';

/** Parts that both programs use. */
export interface ProgramContext {
  env: Env;
  /** Place of the backups to read or write. */
  target: Env['backup']['target'];
  /** Print a line of progress. */
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Run one of the two programs: print errors as one line, and exit with a code (exitCodes.ts).
 * `place` is used instead of BACKUP_TO.
 */
export async function runProgram(
  place: string | undefined,
  work: (context: ProgramContext) => Promise<void>,
): Promise<never> {
  const abort = new AbortController();
  for (const signal of endingSignals)
    process.on(signal, () => abort.abort(new BackupError(`Ended by ${signal}.`)));
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const env = readEnv();
    const { target } =
      place === undefined ? env.backup : readEnv({ ...process.env, BACKUP_TO: place }).backup;
    await work({ env, target, say, signal: abort.signal });
    process.exit(exitCodes.done);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(error instanceof BackupError ? error.exitCode : exitCodes.failed);
  }
}

/** Return one line if the operator can act on the cause, otherwise the error with its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof StartError) return error.message;
  if (isDiskFull(error)) return 'The disk is full. Free some space and try again.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Parse the arguments of a program; print its usage if they are wrong or --help is among them. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    const parsed = parseArgs({
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (!('help' in parsed.values)) return parsed;
    process.stdout.write(usage);
    process.exit(exitCodes.done);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(exitCodes.usage);
  }
}
