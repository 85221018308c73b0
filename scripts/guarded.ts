import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

/** Server that tests start themselves, and that ends with them. */
export interface Guarded {
  /** Process id of the server. */
  pid: number;
  /** Last lines of its standard error. */
  words: () => string;
  hasEnded: () => boolean;
  /** Shut it down and delete its folder. */
  stop: () => Promise<void>;
  /**
   * Suspend it and its children until `thaw`: their connections stay open, and they answer nothing.
   * Works only on Linux.
   */
  freeze: () => void;
  thaw: () => void;
}

/**
 * Guardian of a server. When this process closes the guardian's standard input, or dies, the
 * guardian shuts the server down and deletes its folder.
 */
const guardian = `
exec 3<&0
"$@" < /dev/null > /dev/null 3<&- &
server=$!
echo "$server"
( cat <&3 > /dev/null; kill -CONT "$server"; kill -"$STOP_SIGNAL" "$server" ) > /dev/null &
wait "$server"
cd / && rm -rf "$ROOM"
`;

interface GuardedOptions {
  uid?: number;
  gid?: number;
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Signal that shuts it down: SIGINT if it handles that signal itself, otherwise SIGTERM. */
  stopSignal?: 'INT' | 'TERM';
}

/** Start `program` under a guardian. `room` is the folder of the server. */
export async function guarded(
  program: readonly string[],
  room: string,
  { stopSignal = 'INT', ...options }: GuardedOptions = {},
): Promise<Guarded> {
  const child = spawn('/bin/sh', ['-c', guardian, 'sh', ...program], {
    ...options,
    env: { PATH: process.env.PATH, ...options.env, ROOM: room, STOP_SIGNAL: stopSignal },
    detached: true, // so that Ctrl-C ends only this process, which then closes the pipe
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString().trim());
  const frozen = new Set<number>();
  const thaw = () => {
    for (const each of frozen) signal(each, 'SIGCONT');
    frozen.clear();
  };
  return {
    pid,
    words: () => words,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      thaw();
      await stopped(child);
    },
    freeze: () => {
      for (const each of [pid, ...childrenOf(pid)]) {
        signal(each, 'SIGSTOP');
        frozen.add(each);
      }
    },
    thaw,
  };
}

async function stopped(guardedBy: ChildProcess): Promise<void> {
  if (guardedBy.exitCode !== null || guardedBy.signalCode !== null) return;
  const ended = once(guardedBy, 'exit');
  guardedBy.stdin?.end();
  await ended;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has already ended
  }
}

/** Return the child processes. Postgres has one for each connection. */
function childrenOf(parent: number): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, of] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').match(/\) \S (\d+) /) ?? [];
      return Number(of) === parent ? [Number(name)] : [];
    } catch {
      return []; // the process has ended in the meantime
    }
  });
}
