import { Histogram, type Registry } from 'prom-client';
import { timePart } from '#server/db/callTimes.ts';
import type { Disk } from './disk.ts';

/**
 * Wrap a storage to measure the duration of its calls, so that a slow or unavailable bucket is
 * visible.
 */
export function withDiskMetrics<D extends Disk>(disk: D, registry: Registry): D {
  const durations = new Histogram({
    name: 'storage_operation_duration_seconds',
    help: 'Duration of an operation on stored files; for a read, until the first bytes',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [registry],
  });
  async function timed<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const end = durations.startTimer({ operation });
    try {
      const result = await timePart('storage', work);
      end({ outcome: 'ok' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  }
  return {
    ...disk,
    put: (name, bytes, contentType) => timed('put', () => disk.put(name, bytes, contentType)),
    read: (name, range) => timed('read', () => disk.read(name, range)),
    remove: (name) => timed('remove', () => disk.remove(name)),
  };
}
