import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from '#server/env.ts';
import { BackupError } from './backupError.ts';
import { isBackupName } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';

const connectMs = 10_000;
/** Maximum time without progress. A part has some megabytes. */
const idleMs = 60_000;
const maxAttempts = 5;

/** Create a store in a bucket of Amazon S3 or a compatible service. */
export function bucketStore(target: Extract<Env['backup']['target'], { type: 'bucket' }>): BackupStore {
  const { bucket, prefix, region, endpoint, accessKeyId, secretAccessKey } = target;
  const place = `s3://${bucket}/${prefix}`;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible services expect the bucket in the path, and do not support newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  });
  const at = (backup: string, object: string) => ({ Bucket: bucket, Key: `${prefix}${backup}/${object}` });

  /** Return the sizes of all objects below a path, by their names after `prefix`. */
  async function listAll(below: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    let ContinuationToken: string | undefined;
    do {
      const order = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + below, ContinuationToken });
      const page = await client.send(order).catch(fail);
      for (const { Key = '', Size = 0 } of page.Contents ?? []) found.set(Key.slice(prefix.length), Size);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return found;
  }
  const fail = (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new BackupError(`The bucket ${place} cannot be used: ${reason}`, undefined, cause);
  };

  return {
    place,
    async list() {
      const names = [...(await listAll('cold-open-')).keys()].map((key) => key.split('/')[0] ?? '');
      return [...new Set(names)].filter(isBackupName).sort();
    },
    async put(backup, object, bytes) {
      await client.send(new PutObjectCommand({ ...at(backup, object), Body: bytes })).catch(fail);
    },
    async get(backup, object) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(backup, object)));
        return await buffer(Body as Readable);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        return fail(error);
      }
    },
    async sizes(backup) {
      const found = await listAll(`${backup}/`);
      return new Map([...found].map(([key, size]) => [key.slice(backup.length + 1), size]));
    },
    async remove(backup) {
      // The manifest first, so that a partly removed backup counts as incomplete.
      const keys = [...(await listAll(`${backup}/`)).keys()].sort((a, b) => (a < b ? 1 : -1));
      keys.sort((a, b) => Number(b.endsWith('manifest.json')) - Number(a.endsWith('manifest.json')));
      for (const key of keys) {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key })).catch(fail);
      }
    },
    close: () => client.destroy(),
  };
}
