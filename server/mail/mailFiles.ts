import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Return the folder of the mails that a server without SMTP_URL writes. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

/** Delete the written mails to an address. They contain names of projects and sign-in codes. */
export async function removeMailFiles(dataDir: string, address: string): Promise<void> {
  const folder = mailFolder(dataDir);
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    if (recipientOf(await readFile(file, 'utf8')) === address.toLowerCase()) await rm(file, { force: true });
  }
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
