import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';

/** A server that tests start for themselves, and that never outlives them. */
export interface Guarded {
  /** Process id of the server. */
  pid: number;
  /** The end of what it wrote to standard error. */
  words: () => string;
  hasEnded: () => boolean;
  /** Ends it as its operator would, and removes its folder. */
  stop: () => Promise<void>;
  /** It and its children keep their connections and answer nothing, until `thaw`. Linux alone. */
  freeze: () => void;
  thaw: () => void;
}

/**
 * Lives as long as the pipe on its standard input: when this process closes it, or dies, the server
 * shuts down and its folder is deleted.
 */
const guardian = `
exec 3<&0
"$@" < /dev/null > /dev/null 3<&- &
server=$!
echo "$server"
( cat <&3 > /dev/null; kill -CONT "$server"; kill -INT "$server" ) > /dev/null &
wait "$server"
cd / && rm -rf "$ROOM"
`;

/** Starts `program` under a guardian; `room` is its folder. */
export async function guarded(
  program: readonly string[],
  room: string,
  options: { uid?: number; gid?: number; cwd?: string; env?: Record<string, string | undefined> } = {},
): Promise<Guarded> {
  const child = spawn('/bin/sh', ['-c', guardian, 'sh', ...program], {
    ...options,
    env: { PATH: process.env.PATH, ...options.env, ROOM: room },
    detached: true, // Ctrl-C is for us; the server ends when we close its pipe
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
    // it has ended by itself
  }
}

/** Postgres has a process for each connection. */
function childrenOf(parent: number): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, of] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').match(/\) \S (\d+) /) ?? [];
      return Number(of) === parent ? [Number(name)] : [];
    } catch {
      return []; // gone since the folder was read
    }
  });
}
