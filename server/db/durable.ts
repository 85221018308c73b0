import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DatabaseUnavailable, isPanic } from './databaseErrors.ts';
import { PreparedPGlite } from './preparedPglite.ts';

type Init = Parameters<NodeFS['init']>;
/** The part of Emscripten's module that is patched. */
interface Module {
  NODEFS: { stream_ops: { fsync: (stream: { nfd: number }) => number } };
}

/**
 * PGlite's files on disk, with an fsync that reaches the disk: Emscripten's own does nothing, so a commit
 * would outlive the process but not a power cut. Reaches into internals; durable.test.ts counts the calls.
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
 * PGlite starts with fsync off (-F); of the sync methods only plain fsync passes through DurableFS. Its own 160 MB of
 * buffers would stand in this process beside the copy that the operating system keeps of the files anyway.
 */
const durableParams = PGlite.defaultStartParams
  .filter((parameter) => parameter !== '-F')
  .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC'])
  .concat(['-c', 'shared_buffers=16MB', '-c', 'max_connections=4']);

/**
 * Postgres in this process. After a panic, such as when its log of changes finds no room, it would turn in a circle at
 * the next question: it is asked no more, and what is on the disk is what a kill would have left.
 */
export class DurablePGlite extends PreparedPGlite {
  /** Why it is asked no more. */
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
