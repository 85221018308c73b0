import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Programs of `npm test`: each runs under a heading with a time limit, several at a time, and ends
 * when the run is interrupted.
 */
const minutes = 60_000;
/** Maximum time of a step. Steps at the same time share the processor. */
const maxStepMinutes = 35;
const running = new Set<ChildProcess>();
let interruption: NodeJS.Signals | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interruption ??= signal;
    for (const child of running) child.kill(signal);
  });

/** Return the signal that interrupted the run, or null. */
export function interruptedBy(): NodeJS.Signals | null {
  return interruption;
}

interface StepOptions {
  env?: Record<string, string>;
  /** Whether the output is printed when the program ends, because others run at the same time. */
  isCaptured?: boolean;
}

/**
 * Run one program under a heading; return its exit code, or null when the run was interrupted
 * before it.
 */
export function runStep(
  title: string,
  command: string[],
  { env = {}, isCaptured = false }: StepOptions,
): Promise<number | null> {
  if (interruption !== null) return Promise.resolve(null);
  const heading = `\n── ${title} ${'─'.repeat(Math.max(3, 90 - title.length))}\n`;
  const captured: Buffer[] = [];
  if (!isCaptured) process.stdout.write(heading);
  const started = Date.now();
  return new Promise((resolve) => {
    const output = isCaptured ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => captured.push(chunk));
    running.add(child);
    const limit = setTimeout(() => {
      console.log(`\n${title} took longer than ${maxStepMinutes} minutes and was ended.`);
      child.kill('SIGKILL');
    }, maxStepMinutes * minutes);
    child.on('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      if (isCaptured) process.stdout.write(heading + Buffer.concat(captured).toString('utf8'));
      console.log(
        `   ${title}: ${code === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s`,
      );
      resolve(code ?? 1);
    });
  });
}
