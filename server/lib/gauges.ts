import { Gauge, type Registry } from 'prom-client';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import type { Certificate } from './certificates.ts';
import type { NodeReading } from './nodeReading.ts';
import type { PartStatus } from './partStatus.ts';
import type { Workload } from './workload.ts';

/** Where the values of gauges come from. */
export interface GaugeSources {
  version: string;
  readNode: () => NodeReading;
  /** Status of each part outside the process, as of its last use. */
  parts: () => Record<string, PartStatus>;
  diskFreeBytes: () => Promise<number | null>;
  certificates: () => Certificate[];
  /** Read from the database, which may be unavailable. */
  readWorkload: () => Promise<Workload>;
}

/** A monitor waits no longer for the database. Without an answer its values are missing. */
const databaseTimeoutMs = 2000;

/** Add gauges to a registry. Returns the function that reads their values. */
export function addGauges(registry: Registry, sources: GaugeSources): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const version = gauge('cold_open_info', 'Version of the product; the value is 1', ['version']);
  version.set({ version: sources.version }, 1);
  const memory = gauge('memory_bytes', 'Memory of this process by part; resident is all of it', ['part']);
  const pools = gauge('database_connections', 'Connections to the database', ['pool', 'state']);
  const queues = gauge('work_queue', 'Heavy work, such as exports (write) and imports (read)', [
    'queue',
    'state',
  ]);
  const rooms = gauge('live_rooms', 'Projects with a connection of the live channel to this node');
  const connections = gauge('live_connections', 'Connections of the live channel to this node', [
    'transport',
  ]);
  const up = gauge(
    'dependency_up',
    'Parts outside the process: 1 ok, 0 unavailable; absent: not configured',
    ['part'],
  );
  const free = gauge('disk_free_bytes', 'Free space in DATA_DIR');
  const certificates = gauge(
    'certificate_expiry_timestamp_seconds',
    'End of the certificate of a configured server, read twice a day',
    ['part', 'address'],
  );
  const setWorkload = workloadGauges(gauge);

  const readAll = async () => {
    const node = sources.readNode();
    for (const [part, bytes] of Object.entries(node.memory)) memory.set({ part }, bytes);
    for (const { pool, used, idle, waiting } of node.pools)
      for (const [state, value] of Object.entries({ used, idle, waiting })) pools.set({ pool, state }, value);
    for (const [queue, { running, waiting }] of Object.entries(node.queues))
      for (const [state, value] of Object.entries({ running, waiting })) queues.set({ queue, state }, value);
    rooms.set(node.live.rooms);
    for (const [transport, value] of Object.entries(node.live.connections))
      connections.set({ transport }, value);
    const bytes = await sources.diskFreeBytes();
    if (bytes !== null) free.set(bytes);
    for (const { part, address, expiresAt } of sources.certificates())
      certificates.set({ part, address }, expiresAt.getTime() / 1000);
    const workload = await readInTime(sources.readWorkload);
    setWorkload(workload);
    for (const [part, status] of Object.entries(sources.parts()))
      if (status !== 'off') up.set({ part }, status === 'ok' ? 1 : 0);
    up.set({ part: 'database' }, workload === null ? 0 : 1);
  };
  return readAll;
}

type AddGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** Return the function that sets the gauges of the work in the database. Null: it is not known. */
function workloadGauges(gauge: AddGauge): (workload: Workload | null) => void {
  const queued = gauge(
    'mails_queued',
    'Mails in the outbox, the same on every node; abandoned: in the last seven days',
    ['state'],
  );
  const videos = gauge('video_jobs', 'Running jobs of scene videos, the same on every node');
  const events = gauge('payment_events_failed', 'Payment events that failed, the same on every node');
  const backup = gauge('backup_last_success_timestamp_seconds', 'End of the last backup without an error');
  const failed = gauge('backup_failed', '1 if the last backup failed');
  return (workload) => {
    for (const each of [queued, videos, events, backup, failed]) each.reset();
    if (workload === null) return;
    queued.set({ state: 'due' }, workload.mailsDue);
    queued.set({ state: 'retrying' }, workload.mailsRetrying);
    queued.set({ state: 'abandoned' }, workload.mailsAbandoned);
    videos.set(workload.videoJobs);
    events.set(workload.paymentEventsFailed);
    if (workload.lastBackupAt) backup.set(workload.lastBackupAt.getTime() / 1000);
    failed.set(workload.backupError === null ? 0 : 1);
  };
}

async function readInTime(read: () => Promise<Workload>): Promise<Workload | null> {
  const reading = read();
  try {
    return (await settlesWithin(databaseTimeoutMs, reading)) ? await reading : null;
  } catch {
    return null;
  }
}
