import type { Manifest } from './backupManifest.ts';
import type { ByteReader } from './partStream.ts';
import type { Snapshot } from './snapshot.ts';
import { readInstallationId, type SqlClient } from './sqlClient.ts';

/** Present content of a database that is to be replaced. */
export interface CurrentContent {
  /** Whether there is anything to lose. True for a database that cannot be read. */
  hasUsers: boolean;
  installationId: string | null;
}

export interface ReplaceOptions {
  /** Whether the present data is in a restore point, or there is none. */
  isDisposable: boolean;
  onTable: (table: string) => void;
}

/** Database that a backup is restored into. No other process uses it until it is closed. */
export interface RestoreTarget {
  current: CurrentContent;
  /** Open the present content; null if it cannot be read. */
  snapshot(): Promise<Snapshot | null>;
  /** Replace the content completely or not at all, and migrate it to this version. */
  replace(manifest: Manifest, reader: ByteReader, options: ReplaceOptions): Promise<void>;
  close(): Promise<void>;
}

/** Return whether a backup would replace the users of another installation. */
export function isOfOtherInstallation({ installationId }: Manifest, current: CurrentContent): boolean {
  return (
    current.hasUsers &&
    current.installationId !== null &&
    installationId !== null &&
    current.installationId !== installationId
  );
}

/** Read what a migrated database contains. */
export async function readCurrent(client: SqlClient): Promise<CurrentContent> {
  const [found] = await client.rows<{ hasUsers: boolean }>(
    'select exists (select from public.users) as "hasUsers"',
  );
  return { hasUsers: found?.hasUsers ?? true, installationId: await readInstallationId(client) };
}
