import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { backupTypes } from '#server/db/schema/backup.ts';
import { BackupError } from './backupError.ts';

/*
 * An embedded database belongs to one process. The backup program asks that process for a copy,
 * over a socket in DATA_DIR, which only the server's user can open.
 */

/** Limit of the path of a socket on the systems that have the lowest one. */
const maxSocketPath = 100;

const SnapshotRequest = z.object({
  folder: z.string(),
  type: z.enum(backupTypes),
  /** Null: the run is not recorded yet. */
  runId: z.number().nullable(),
});
export type SnapshotRequest = z.infer<typeof SnapshotRequest>;

const SnapshotReply = z.object({ error: z.string().nullable() });

/** Message at the end of the program. */
const ProgramResult = z.object({ error: z.string().nullable() });

/** Answers of the process that has the database. */
export interface SnapshotOwner {
  /** Copy the database. Returns the function that is called when the program ends. */
  copy(request: SnapshotRequest): Promise<(error: string | null) => Promise<void>>;
}

/** Return the address of the socket of a data directory. */
export function socketPathOf(dataDir: string): string {
  const folder = path.resolve(dataDir);
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\cold-open-${id}`;
  const inside = path.join(folder, 'operator.sock');
  if (Buffer.byteLength(inside) <= maxSocketPath) return inside;
  return path.join(os.tmpdir(), `cold-open-${os.userInfo().uid}-${id}.sock`);
}

/** Listen for the backup program. Returns the function that closes the socket. */
export async function openOperatorSocket(
  dataDir: string,
  owner: SnapshotOwner,
): Promise<() => Promise<void>> {
  const address = socketPathOf(dataDir);
  // A killed server leaves its socket. The lock of the data directory excludes a second server.
  if (process.platform !== 'win32') fs.rmSync(address, { force: true });
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    void serve(socket, owner);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  if (process.platform !== 'win32') fs.chmodSync(address, 0o600);
  server.unref();
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function serve(socket: net.Socket, owner: SnapshotOwner): Promise<void> {
  let finish: ((error: string | null) => Promise<void>) | null = null;
  let result: string | null = 'The backup program was ended before it was done.';
  try {
    for await (const line of createInterface({ input: socket })) {
      if (finish !== null) result = ProgramResult.parse(JSON.parse(line)).error;
      else {
        finish = await owner.copy(SnapshotRequest.parse(JSON.parse(line)));
        socket.write(`${JSON.stringify({ error: null })}\n`);
      }
    }
  } catch (error) {
    socket.end(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  } finally {
    await finish?.(result).catch(() => undefined); // the run counts as dead after a while
  }
}

/** Connection of the backup program to the server. */
export interface OperatorConnection {
  /** Report the end of the program. */
  finish(error: string | null): Promise<void>;
}

/**
 * Ask the server that uses a data directory for a copy of its database. Returns when the copy is
 * complete.
 */
export async function requestSnapshot(
  dataDir: string,
  request: SnapshotRequest,
): Promise<OperatorConnection> {
  const socket = net.connect(socketPathOf(dataDir));
  socket.write(`${JSON.stringify(request)}\n`);
  const lines = createInterface({ input: socket });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('the connection ended')));
      lines.on('error', reject);
      socket.on('error', reject);
    });
    const { error } = SnapshotReply.parse(JSON.parse(line));
    if (error !== null) throw new BackupError(`The server could not copy its database: ${error}`);
  } catch (cause) {
    socket.destroy();
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(
      `DATA_DIR ${dataDir} is in use by another process that does not answer: ${(cause as Error).message}. If it is a server of an earlier version, stop it and try again.`,
      undefined,
      cause,
    );
  }
  return {
    finish: (error) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve(); // the server has been stopped
        socket.once('close', () => resolve());
        socket.end(`${JSON.stringify({ error })}\n`);
      }),
  };
}
