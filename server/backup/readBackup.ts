import { BackupError, rejected } from './backupError.ts';
import {
  AnyManifest,
  backupFormat,
  isBackupName,
  Manifest,
  manifestFile,
  Verification,
  verificationFile,
} from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { unknownMigrations } from './loadTables.ts';
import type { PartPlace } from './partStream.ts';
import { deriveKeys, isSealedBy } from './sealing.ts';

/** A complete backup that this version can read. */
export interface OpenBackup {
  manifest: Manifest;
  place: PartPlace;
}

/**
 * Open a backup and check everything that can be checked without reading its parts: its format, its
 * version, the passphrase, and that no part is missing or has another size.
 */
export async function openBackup(
  store: BackupStore,
  name: string,
  passphrase: string | null,
): Promise<OpenBackup> {
  const { manifest, sealed } = await readManifest(store, name);
  const { encryption } = manifest;
  if (encryption !== null && passphrase === null)
    throw rejected(
      `The backup ${name} is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.`,
    );
  const keys = encryption === null ? null : await deriveKeys(passphrase ?? '', encryption);
  if (!isSealedBy(sealed, keys?.manifest ?? null))
    throw rejected(
      encryption === null
        ? `The manifest of ${name} is damaged: it does not match its checksum.`
        : `BACKUP_PASSPHRASE is not the passphrase of ${name}, or its manifest was changed.`,
    );
  const unknown = unknownMigrations(manifest.migrations);
  if (unknown.length > 0)
    throw rejected(
      `The backup ${name} was made by a newer version (${manifest.version}), whose database has ${unknown.join(', ')}. Install that version and try again.`,
    );
  await requireAllParts(store, manifest);
  return { manifest, place: { store, backup: name, key: keys?.parts ?? null } };
}

/** Read a manifest. `sealed` also has fields that this version does not know. */
async function readManifest(
  store: BackupStore,
  name: string,
): Promise<{ manifest: Manifest; sealed: { seal: string } }> {
  const bytes = isBackupName(name) ? await store.get(name, manifestFile) : null;
  if (bytes === null) {
    const names = await store.list();
    throw rejected(
      names.includes(name)
        ? `The backup ${name} is incomplete: it has no manifest, so it was interrupted. Choose another one.`
        : `There is no backup ${name} in ${store.place}. ${namesText(names)}`,
    );
  }
  const parsed = parseJson(bytes);
  const { format, version } = AnyManifest.safeParse(parsed).data ?? {};
  if (format !== undefined && format > backupFormat)
    throw rejected(
      `The backup ${name} was made by a newer version (${version}) in another format. Install that version and try again.`,
    );
  const manifest = Manifest.safeParse(parsed);
  if (!manifest.success || manifest.data.name !== name)
    throw rejected(`The manifest of ${name} is damaged: it cannot be read.`);
  return { manifest: manifest.data, sealed: parsed as { seal: string } };
}

function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'There are none.';
  return `There are ${names.slice(-20).join(', ')}.`;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null; // the schema rejects it
  }
}

async function requireAllParts(store: BackupStore, { name, parts }: Manifest): Promise<void> {
  const sizes = await store.sizes(name);
  const wrong = parts.filter((part) => sizes.get(part.name) !== part.bytes).map((part) => part.name);
  if (wrong.length > 0)
    throw rejected(
      `The backup ${name} has a hole: ${wrong.slice(0, 5).join(', ')} ${wrong.length === 1 ? 'is' : 'are'} missing or incomplete. Choose another one.`,
    );
}

/** A backup as a list shows it. */
export interface ListedBackup {
  name: string;
  /** Null: the backup is incomplete or cannot be read. */
  manifest: Manifest | null;
  verification: Verification | null;
}

/** Read the manifests of all backups, newest first, without checking them. */
export async function listBackups(store: BackupStore): Promise<ListedBackup[]> {
  const names = (await store.list()).reverse();
  return Promise.all(
    names.map(async (name) => {
      const [manifest, verification] = await Promise.all([
        store.get(name, manifestFile),
        store.get(name, verificationFile),
      ]);
      return {
        name,
        manifest: (manifest && Manifest.safeParse(parseJson(manifest)).data) ?? null,
        verification: (verification && Verification.safeParse(parseJson(verification)).data) ?? null,
      };
    }),
  );
}

/** Return the name that the operator means: 'latest' is the newest complete backup. */
export async function resolveBackupName(store: BackupStore, name: string): Promise<string> {
  if (name !== 'latest') return name;
  const newest = (await listBackups(store)).find(
    ({ manifest }) => manifest !== null && manifest.type !== 'restore-point',
  );
  if (newest) return newest.name;
  throw new BackupError(`There is no complete backup in ${store.place}.`, 3);
}

/** Return the bytes that a backup takes. */
export function sizeOfBackup({ parts }: Manifest): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
