import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { finishRun, reportRunActive, startRun } from '#server/db/backupRuns.ts';
import type { Database } from '#server/db/client.ts';
import { databaseTime } from '#server/db/databaseTime.ts';
import type { BackupType } from '#server/db/schema/backup.ts';
import { startProgram } from './childProgram.ts';
import { openOperatorSocket, type SnapshotRequest } from './operatorSocket.ts';
import type { RestoreOrder } from './orderedRestore.ts';

/** Hour of the nightly backup, in UTC. A server that was off makes it when it starts. */
const nightlyHour = 2;

/** Backups that the server starts. Each runs in a separate process. */
export interface Backups {
  /** Start a backup. It goes on after the returned promise. */
  start(): Promise<void>;
  /** Make tonight's backup, on one node. Resolves when it is done. */
  makeNightly(now?: Date): Promise<void>;
  /** Stop the server, restore a backup, and start again. Does not wait for it. */
  restore(order: RestoreOrder): void;
  close(): Promise<void>;
}

interface BackupsDeps {
  database: Pick<Database, 'db' | 'copyTo'>;
  log: Logger;
  dataDir: string;
  isNightly: boolean;
  onRestore: (order: RestoreOrder) => void;
  /** Environment of the program. */
  variables?: NodeJS.ProcessEnv;
}

/**
 * Start backups in a separate process, whose memory and work do not delay calls. With an embedded
 * database, answer that process and `npm run backup`, which need a copy of the database.
 */
export async function createBackups(deps: BackupsDeps): Promise<Backups> {
  const { database, log, dataDir, isNightly, onRestore, variables = process.env } = deps;
  const { db } = database;
  const running = new Set<ChildProcess>();
  const closeSocket = await openSocket(deps);

  async function run(id: number, type: BackupType): Promise<void> {
    const stopReporting = reportRunActive(db, id);
    let error: string | null;
    try {
      error = await runProgram(id, type);
    } finally {
      stopReporting();
    }
    if (error === null) log.info({ type }, 'a backup was made');
    else log.error({ type, error }, 'a backup failed');
    await finishRun(db, id, error);
  }

  /** Run the program. Returns its error, or null. */
  async function runProgram(id: number, type: BackupType): Promise<string | null> {
    const args = ['--type', type, '--run', String(id)];
    const { child, ended } = startProgram({
      ...{ name: 'backup', args, variables: { ...variables, DATA_DIR: dataDir } },
    });
    running.add(child);
    const error = await ended;
    running.delete(child);
    return error;
  }

  return {
    async start() {
      const id = await startRun(db, 'manual');
      if (id === null) throw new Error('INSERT INTO backup_runs returned no row');
      run(id, 'manual').catch((error) => log.error({ err: error }, 'failed to record a backup'));
    },
    async makeNightly(at) {
      if (!isNightly) return;
      const now = at ?? (await databaseTime(db));
      const night = new Date(now.getTime() - nightlyHour * 3_600_000).toISOString().slice(0, 10);
      const id = await startRun(db, 'nightly', night);
      if (id !== null) await run(id, 'nightly');
    },
    restore: onRestore,
    async close() {
      for (const child of running) child.kill();
      await closeSocket();
    },
  };
}

/** Listen for the backup program, if this process has the database. */
async function openSocket({ database, dataDir }: BackupsDeps): Promise<() => Promise<void>> {
  const { db, copyTo } = database;
  if (!copyTo) return async () => undefined;
  return openOperatorSocket(dataDir, {
    async copy({ folder, type, runId }: SnapshotRequest) {
      const ownRun = runId === null ? await startRun(db, type) : null;
      const stopReporting = ownRun === null ? () => undefined : reportRunActive(db, ownRun);
      const finish = async (error: string | null) => {
        stopReporting();
        if (ownRun !== null) await finishRun(db, ownRun, error);
      };
      try {
        await copyTo(folder);
        return finish;
      } catch (error) {
        await finish(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  });
}
