import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DatabaseUnavailable, isPanic } from './databaseErrors.ts';
import { PreparedPGlite } from './preparedPglite.ts';

type Init = Parameters<NodeFS['init']>;
/** The patched part of Emscripten's module. */
interface Module {
  NODEFS: { stream_ops: { fsync: (stream: { nfd: number }) => number } };
}

/**
 * PGlite's files on disk with an fsync that reaches the disk. Emscripten's own does nothing, so a
 * commit would outlive the process but not a power cut. Uses internals; durable.test.ts counts the
 * calls.
 */
export class DurableFS extends NodeFS {
  override async init(...[pg, options]: Init) {
    const started = await super.init(pg, options);
    const emscriptenOpts = started.emscriptenOpts;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        (module as unknown as Module).NODEFS.stream_ops.fsync = (stream) => {
          fs.fsyncSync(stream.nfd);
          return 0;
        };
      },
    ];
    return started;
  }
}

/**
 * PGlite starts with fsync off (-F); of the sync methods only plain fsync passes through DurableFS.
 * Its default of 160 MB of buffers would duplicate the operating system's file cache.
 */
const durableParams = PGlite.defaultStartParams
  .filter((parameter) => parameter !== '-F')
  .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC'])
  .concat(['-c', 'shared_buffers=16MB', '-c', 'max_connections=4']);

/**
 * Postgres in this process. After a panic, for example without disk space for its log, it would
 * loop at the next query. So it receives no further queries, and the files are in the state of a
 * killed server.
 */
export class DurablePGlite extends PreparedPGlite {
  /** The panic after which no query is accepted. */
  panic: unknown;

  constructor(folder: string) {
    super({ fs: new DurableFS(folder), startParams: durableParams });
  }

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.panic !== undefined) throw new DatabaseUnavailable(this.panic);
    return super.execProtocolRawSync(message);
  }

  override execProtocol(...call: Parameters<PGlite['execProtocol']>) {
    return this.#watched(super.execProtocol(...call));
  }

  override execProtocolStream(...call: Parameters<PGlite['execProtocolStream']>) {
    return this.#watched(super.execProtocolStream(...call));
  }

  async #watched<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isPanic(error)) this.panic ??= error;
      throw error;
    }
  }
}
