import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { serverKeys } from '#server/db/schema/people.ts';
import { newSecret } from '#server/lib/session.ts';

type Words = [purpose: 'code' | 'device', ...words: string[]];

/**
 * Signer of texts that only this server can sign. The first text is the purpose. None may contain a
 * line break.
 */
export interface Signer {
  (...words: Words): string;
  /** Return the signatures that are accepted: by the current key, then by the previous one. */
  accepted(...words: Words): string[];
}

const keyName = 'sign-in';

interface SecretKeys {
  /** SECRET_KEY. Null: the first node stores a key in the database. */
  secretKey: string | null;
  /** SECRET_KEY_PREVIOUS, while SECRET_KEY is changed. */
  previousSecretKey: string | null;
}

/**
 * Create a signer with SECRET_KEY, or with a key that the first node stores in the database; then a
 * copy of the database contains the key as well (docs/operating.md).
 */
export async function createSigner(db: Db, { secretKey, previousSecretKey }: SecretKeys): Promise<Signer> {
  const key = secretKey ?? (await keyOf(db));
  const keys = previousSecretKey === null ? [key] : [key, previousSecretKey];
  return Object.assign((...words: Words) => signatureOf(key, words), {
    accepted: (...words: Words) => keys.map((each) => signatureOf(each, words)),
  });
}

function signatureOf(key: string, words: Words): string {
  return createHmac('sha256', key).update(words.join('\n')).digest('base64url');
}

async function keyOf(db: Db): Promise<string> {
  await db.insert(serverKeys).values({ name: keyName, key: newSecret() }).onConflictDoNothing();
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, keyName));
  if (!row) throw new Error('SELECT of the sign-in key returned no row');
  return row.key;
}
