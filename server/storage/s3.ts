import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from '#server/env.ts';
import type { Disk } from './disk.ts';

/** A bucket of Amazon's, or of anything that speaks its protocol. */
export function bucketDisk({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Env['s3']>): Disk & { close(): void } {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Others than Amazon take the bucket in the path, and know no newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  const at = (name: string) => ({ Bucket: bucket, Key: name });
  return {
    // Without an access list: the bucket is private, and not every server knows them.
    async put(name, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...at(name), Body: bytes, ContentType: contentType }));
    },
    async read(name, range) {
      try {
        const wanted = range ? { Range: `bytes=${range.from}-${range.to}` } : {};
        const { Body } = await client.send(new GetObjectCommand({ ...at(name), ...wanted }));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
    close: () => client.destroy(),
  };
}
