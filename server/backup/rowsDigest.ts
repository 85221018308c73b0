import { createHash } from 'node:crypto';

const modulus = 2n ** 256n;

/** Count and digest of rows that does not depend on their order. */
export interface RowsDigest {
  add(row: string): void;
  result(): { rows: number; digest: string };
}

/**
 * Create a digest: the sum of the SHA-256 of all rows. Databases sort texts differently, so the
 * order of rows must not matter. A sum, unlike an XOR, notices a row that exists twice.
 */
export function createRowsDigest(): RowsDigest {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows += 1;
      sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`);
    },
    result: () => ({ rows, digest: (sum % modulus).toString(16).padStart(64, '0') }),
  };
}
