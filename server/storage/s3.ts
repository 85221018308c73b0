import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Env } from '#server/env.ts';
import { reaching } from '#server/lib/reaching.ts';
import type { Disk } from './disk.ts';

/** A bucket of Amazon's, or of anything that speaks its protocol. */
export function bucketDisk({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Env['s3']>): Disk {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Others than Amazon take the bucket in the path, and know no newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2000,
      // Until the answer begins; a picture of some megabytes has left by then.
      requestTimeout: 8000,
      throwOnRequestTimeout: true,
      // Between two pieces of a file that comes back.
      socketTimeout: 8000,
    },
  });
  const reach = reaching({
    text: 'The store of pictures and files does not answer. Please try again in a minute.',
    isAway: (error) =>
      !(error instanceof S3ServiceException) || (error.$metadata.httpStatusCode ?? 500) >= 500,
  });
  const at = (name: string) => ({ Bucket: bucket, Key: name });
  return {
    // Without an access list: the bucket is private, and not every server knows them.
    async put(name, bytes, contentType) {
      const order = new PutObjectCommand({ ...at(name), Body: bytes, ContentType: contentType });
      await reach(() => client.send(order));
    },
    async read(name, range) {
      try {
        const wanted = range ? { Range: `bytes=${range.from}-${range.to}` } : {};
        const order = new GetObjectCommand({ ...at(name), ...wanted });
        const { Body } = await reach(() => client.send(order));
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(name) {
      await reach(() => client.send(new DeleteObjectCommand(at(name))));
    },
    status: () => reach.status(),
    close: () => client.destroy(),
  };
}
