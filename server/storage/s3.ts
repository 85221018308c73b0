import { once } from 'node:events';
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
import { createCircuitBreaker } from '#server/lib/circuitBreaker.ts';
import type { Disk } from './disk.ts';

/** Timeouts of a bucket, in milliseconds. */
export interface BucketTimeouts {
  connectMs: number;
  /** Maximum time without progress. Then the call is retried once. */
  idleMs: number;
  /** For a whole call, which may upload some megabytes. For a read, until the first bytes. */
  callMs: number;
  /** Interval of probes while the bucket is unavailable. */
  probeIntervalMs: number;
}

const defaultTimeouts: BucketTimeouts = {
  connectMs: 2000,
  idleMs: 6000,
  callMs: 10_000,
  probeIntervalMs: 2000,
};

/** Create a storage in a bucket of Amazon S3 or a compatible service. */
export function bucketDisk(
  { bucket, region, endpoint, accessKeyId, secretAccessKey }: NonNullable<Env['s3']>,
  { connectMs, idleMs, callMs, probeIntervalMs }: BucketTimeouts = defaultTimeouts,
): Disk {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Compatible services expect the bucket in the path, and do not support newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
    },
  });
  const callBucket = createCircuitBreaker({
    text: 'The storage of pictures and files is unavailable. Please try again in a minute.',
    isUnavailable: (error) =>
      !(error instanceof S3ServiceException) || (error.$metadata.httpStatusCode ?? 500) >= 500,
    probeIntervalMs,
  });
  const ask = <T>(work: (signal: AbortSignal) => Promise<T>) => callBucket(() => withDeadline(callMs, work));
  const at = (name: string) => ({ Bucket: bucket, Key: name });
  return {
    // Set no ACL: the bucket is private, and not every service supports ACLs.
    async put(name, bytes, contentType) {
      const order = new PutObjectCommand({ ...at(name), Body: bytes, ContentType: contentType });
      await ask((abortSignal) => client.send(order, { abortSignal }));
    },
    async read(name, range) {
      try {
        const headers = range ? { Range: `bytes=${range.from}-${range.to}` } : {};
        const order = new GetObjectCommand({ ...at(name), ...headers });
        return await ask(async (abortSignal) => {
          const { Body } = await client.send(order, { abortSignal });
          const content = (Body as Readable | undefined) ?? null;
          // Wait for the first bytes, because some services send headers and then hang.
          if (content) await once(content, 'readable');
          return content;
        });
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(name) {
      await ask((abortSignal) => client.send(new DeleteObjectCommand(at(name)), { abortSignal }));
    },
    status: () => callBucket.status(),
    close: () => client.destroy(),
  };
}

/** Abort `work` after `ms` milliseconds. A stream that it has opened continues. */
async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ms);
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
