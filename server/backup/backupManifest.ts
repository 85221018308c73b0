import { z } from 'zod';
import { backupTypes } from '#server/db/schema/backup.ts';

/** Version of the format. Programs reject backups of a later one. */
export const backupFormat = 1;

/** A table of a backup. */
const TableFacts = z.object({
  name: z.string(),
  rows: z.number(),
  /** Digest of the rows in any order (rowsDigest.ts). */
  digest: z.string(),
});
export type TableFacts = z.infer<typeof TableFacts>;

/** An object of a backup: some megabytes of a stream, compressed and perhaps encrypted. */
const BackupPart = z.object({
  name: z.string().regex(/^(tables|files)-\d{5}$/),
  bytes: z.number(),
  /** SHA-256 of the stored bytes. */
  sha256: z.string(),
});
export type BackupPart = z.infer<typeof BackupPart>;

/** A sequence, and the number that it gives next. */
const SequenceFacts = z.object({ name: z.string(), next: z.string().regex(/^\d+$/) });
export type SequenceFacts = z.infer<typeof SequenceFacts>;

/** Parameters of the key (scrypt). Without them a backup is not encrypted. */
const EncryptionFacts = z.object({
  salt: z.string(),
  cost: z.number().max(2 ** 20),
  blockSize: z.number().max(32),
});
export type EncryptionFacts = z.infer<typeof EncryptionFacts>;

/** Description of a backup. It is stored last, so a backup without it is incomplete. */
export const Manifest = z.object({
  format: z.literal(backupFormat),
  /** Version of the product that wrote it. */
  version: z.string(),
  name: z.string(),
  type: z.enum(backupTypes),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** Null: the database has no installation id. */
  installationId: z.string().nullable(),
  database: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.array(TableFacts),
  sequences: z.array(SequenceFacts),
  /** `missing`: names of files that the database has and the storage had not. */
  files: z.object({ count: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
  parts: z.array(BackupPart),
  encryption: EncryptionFacts.nullable(),
  /** Checksum of the manifest; with a passphrase, a signature that only its owner can make. */
  seal: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Fields that any version of the format has. */
export const AnyManifest = z.object({ format: z.number(), version: z.string() });

/** Result of verifying a backup, stored beside its manifest. */
export const Verification = z.object({
  at: z.string(),
  status: z.enum(['passed', 'failed']),
  differences: z.array(z.string()),
});
export type Verification = z.infer<typeof Verification>;

export const manifestFile = 'manifest.json';
export const verificationFile = 'verification.json';

const namePattern = /^cold-open-\d{8}-\d{6}-[0-9a-f]{6}$/;

/** Return the name of a backup: cold-open-20261128-204012-a1b2c3. Names sort by time (UTC). */
export function backupNameOf(now: Date, random: string): string {
  const digits = now.toISOString().replace(/\D/g, '');
  return `cold-open-${digits.slice(0, 8)}-${digits.slice(8, 14)}-${random}`;
}

export function isBackupName(name: string): boolean {
  return namePattern.test(name);
}

/** Return the time in the name of a backup. */
export function timeOfBackup(name: string): Date {
  const [, year, month, day, hour, minute, second] =
    /(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)/.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
