import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { BackupError } from './backupError.ts';
import type { EncryptionFacts } from './backupManifest.ts';

const compress = promisify(zlib.zstdCompress);
const decompress = promisify(zlib.zstdDecompress);

/** Bytes of a part before compression. Writing and reading have a few of them in memory. */
export const partBytes = 8 * 1_048_576;
/** scrypt needs 128 × cost × blockSize bytes: 64 MB. */
const cost = 2 ** 16;
const blockSize = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** Keys of an encrypted backup. */
export interface BackupKeys {
  facts: EncryptionFacts;
  parts: Buffer;
  manifest: Buffer;
}

/** Derive the keys from a passphrase, with new parameters or with those of a backup. */
export async function deriveKeys(
  passphrase: string,
  facts: EncryptionFacts = { salt: randomBytes(16).toString('base64'), cost, blockSize },
): Promise<BackupKeys> {
  const { cost: N, blockSize: r } = facts;
  const master = await new Promise<Buffer>((resolve, reject) => {
    const options = { N, r, p: 1, maxmem: 128 * N * r * 2 };
    scrypt(passphrase.normalize('NFC'), Buffer.from(facts.salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `cold-open backup ${use}`, 32));
  return { facts, parts: keyFor('parts'), manifest: keyFor('manifest') };
}

/**
 * Compress a part, and encrypt it with a key. `place` (backup and part) is authenticated, so a part
 * cannot replace another one.
 */
export async function sealPart(bytes: Buffer, place: string, key: Buffer | null): Promise<Buffer> {
  const compressed = await compress(bytes);
  if (key === null) return compressed;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const encrypted = [cipher.update(compressed), cipher.final()];
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]);
}

/** Decrypt and decompress a part. Throws if it was changed or belongs to another place. */
export async function openPart(sealed: Buffer, place: string, key: Buffer | null): Promise<Buffer> {
  try {
    const compressed = key === null ? sealed : decrypt(sealed, place, key);
    return await decompress(compressed, { maxOutputLength: partBytes });
  } catch (cause) {
    throw new BackupError(`The part ${place} is damaged: it cannot be read.`, undefined, cause);
  }
}

function decrypt(sealed: Buffer, place: string, key: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

export function sha256Hex(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Return the seal of a manifest: a signature with a key, otherwise a checksum. */
export function sealOf(manifest: object, key: Buffer | null): string {
  const { seal: _, ...facts } = manifest as { seal?: string };
  const text = JSON.stringify(facts);
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key);
  return hash.update(text).digest('hex');
}

export function isSealedBy(manifest: { seal: string }, key: Buffer | null): boolean {
  const [expected, found] = [sealOf(manifest, key), manifest.seal].map((seal) => Buffer.from(seal));
  return expected?.length === found?.length && timingSafeEqual(expected as Buffer, found as Buffer);
}
