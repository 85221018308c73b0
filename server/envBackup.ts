import path from 'node:path';
import { parseWebUrl, type Read, shouldBe } from './envVariables.ts';
import { StartError } from './startError.ts';

/** Place of backups. */
type BackupTarget =
  | { type: 'folder'; folder: string }
  | {
      type: 'bucket';
      bucket: string;
      /** Empty, or a path with a slash at its end. */
      prefix: string;
      region: string;
      /** Null: Amazon's own address. */
      endpoint: string | null;
      accessKeyId: string;
      secretAccessKey: string;
    };

/** Settings of backups. */
export interface BackupSettings {
  target: BackupTarget;
  /** Null: backups are not encrypted. */
  passphrase: string | null;
  /** Number of nightly backups to keep. */
  keep: number;
  /** Whether the server makes a backup each night: only if BACKUP_TO is set. */
  isNightly: boolean;
}

const defaultKeep = 14;
const minPassphraseLength = 12;

export function backupSettingsOf(read: Read, dataDir: string): BackupSettings {
  const to = read('BACKUP_TO');
  const passphrase = read('BACKUP_PASSPHRASE');
  if (passphrase !== null && passphrase.length < minPassphraseLength)
    throw shouldBe('BACKUP_PASSPHRASE', `at least ${minPassphraseLength} characters`);
  const keep = read('BACKUP_KEEP');
  if (keep !== null && !/^[1-9]\d{0,3}$/.test(keep))
    throw shouldBe('BACKUP_KEEP', 'a number of backups from 1 to 9999', keep);
  return {
    target: parseBackupTarget(read, to ?? path.join(dataDir, 'backups')),
    passphrase,
    keep: Number(keep ?? defaultKeep),
    isNightly: to !== null,
  };
}

/**
 * Parse the place of backups: a folder, or s3://bucket/path. The variables of a bucket are those of
 * the files, unless BACKUP_S3_… are set.
 */
function parseBackupTarget(read: Read, to: string): BackupTarget {
  if (!to.startsWith('s3:')) return { type: 'folder', folder: path.resolve(to) };
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(to) ?? [];
  if (bucket === '') throw shouldBe('BACKUP_TO', 'a folder, or s3://bucket/path', to);
  const required = (own: string, shared: string): string => {
    const value = read(own) ?? read(shared);
    if (value === null)
      throw new StartError(`${own} or ${shared} should be set, because backups go to ${to}.`);
    return value;
  };
  return {
    type: 'bucket',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: required('BACKUP_S3_REGION', 'S3_REGION'),
    endpoint:
      parseWebUrl('BACKUP_S3_ENDPOINT', read('BACKUP_S3_ENDPOINT')) ??
      parseWebUrl('S3_ENDPOINT', read('S3_ENDPOINT')),
    accessKeyId: required('BACKUP_S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY_ID'),
    secretAccessKey: required('BACKUP_S3_SECRET_ACCESS_KEY', 'S3_SECRET_ACCESS_KEY'),
  };
}
