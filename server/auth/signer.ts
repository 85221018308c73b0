import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { serverKeys } from '#server/db/schema/people.ts';
import { newSecret } from '#server/lib/session.ts';

/**
 * Signer of texts that only this server can sign. The first text is the purpose. None may contain a
 * line break.
 */
export type Signer = (purpose: 'code' | 'device', ...words: string[]) => string;

const keyName = 'sign-in';

/**
 * Create a signer with SECRET_KEY, or with a key that the first node stores in the database; then a
 * copy of the database contains the key as well (docs/operating.md).
 */
export async function createSigner(db: Db, secretKey: string | null): Promise<Signer> {
  const key = secretKey ?? (await keyOf(db));
  return (...words) => createHmac('sha256', key).update(words.join('\n')).digest('base64url');
}

async function keyOf(db: Db): Promise<string> {
  await db.insert(serverKeys).values({ name: keyName, key: newSecret() }).onConflictDoNothing();
  const [row] = await db.select().from(serverKeys).where(eq(serverKeys.name, keyName));
  if (!row) throw new Error('SELECT of the sign-in key returned no row');
  return row.key;
}
