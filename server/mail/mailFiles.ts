import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';

/** Return the folder of the mails that a server without SMTP_URL writes. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

/** Delete the written mails to an address. They contain names of projects and sign-in codes. */
export async function removeMailFiles(dataDir: string, address: string): Promise<void> {
  await removeMailsTo(dataDir, new Set([address.toLowerCase()]), await recipientsIn(dataDir));
}

/**
 * Delete the written mails to addresses that the database does not know any more, because another
 * node deleted their account or invitation.
 */
export async function removeOrphanedMailFiles(
  db: Db,
  { dataDir, adminEmails }: Pick<Env, 'dataDir' | 'adminEmails'>,
): Promise<void> {
  const recipients = await recipientsIn(dataDir);
  const addresses = [...new Set(recipients.values())].filter((address) => !adminEmails.includes(address));
  if (addresses.length === 0) return;
  const unknown = await rows<{ address: string }>(
    db,
    sql`select address from json_array_elements_text(${JSON.stringify(addresses)}::json) as address
      where not exists (select from users where email = address)
        and not exists (select from user_invitations where email = address)
        and not exists (select from beta_signups where email = address)
        and not exists (select from project_invitations where email = address)
        and not exists (select from project_shares where shared_with_email = address)`,
  );
  await removeMailsTo(dataDir, new Set(unknown.map(({ address }) => address)), recipients);
}

async function removeMailsTo(
  dataDir: string,
  addresses: ReadonlySet<string>,
  recipients: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, address] of recipients)
    if (addresses.has(address)) await rm(path.join(mailFolder(dataDir), name), { force: true });
}

/** Return the addresses of the written mails by file name. */
async function recipientsIn(dataDir: string): Promise<Map<string, string>> {
  const folder = mailFolder(dataDir);
  const recipients = new Map<string, string>();
  for (const name of await namesIn(folder)) {
    const address = recipientOf(await readFile(path.join(folder, name), 'utf8'));
    if (address !== undefined) recipients.set(name, address);
  }
  return recipients;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  } catch (error) {
    // No mail was written yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Return the address in the header To. A long header continues on the next line. */
function recipientOf(mail: string): string | undefined {
  const [head = ''] = mail.split('\r\n\r\n');
  const to = head.replace(/\r\n[ \t]+/g, '').match(/^To:\s*(.*)$/im)?.[1];
  return to?.replace(/^<|>$/g, '').toLowerCase();
}
