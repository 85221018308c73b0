import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Maximum length of the error of a program. */
const maxErrorLength = 1000;

export interface ChildProgram {
  child: ChildProcess;
  /** Resolves with the error of the program; null: it has done its work. */
  ended: Promise<string | null>;
}

interface ProgramCall {
  name: 'backup' | 'restore';
  args: readonly string[];
  variables: NodeJS.ProcessEnv;
  /** Called for each line that the program prints about its progress. */
  onLine?: (line: string) => void;
}

/**
 * Start one of the two programs in a separate process, whose memory and work do not delay the
 * server.
 */
export function startProgram({ name, args, variables, onLine }: ProgramCall): ChildProgram {
  const file = fileURLToPath(new URL(`./${name}Program.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: variables,
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'pipe'],
  });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4 * maxErrorLength);
  });
  const ended = once(child, 'close').then(
    ([code, signal]) =>
      code === 0
        ? null
        : errors.trim().slice(0, maxErrorLength) || `The ${name} program ended with ${signal ?? code}.`,
    (error: Error) => `The ${name} program could not be started: ${error.message}`,
  );
  return { child, ended };
}
