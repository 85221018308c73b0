import { z } from 'zod';
import { afterDialogueTypes, elementKeySets } from '#screenplay/flow.ts';
import { accountFormat, maxPersonNameLength } from '#shared/contract/account.ts';
import { dictionaryWord } from '#shared/contract/dictionary.ts';
import { archiveLimitBytes } from '#shared/contract/importing.ts';
import { monthlyLimit } from '#shared/contract/spending.ts';
import { contentOf, entriesOf, type ZipEntry } from '#web/lib/zipFile.ts';

/** Content of an account's download that can be imported, and what cannot. */
export interface AccountArchive {
  email: string;
  names: { firstName: string; lastName: string } | null;
  photo: File | null;
  preferences: Pick<Account, 'elementKeys' | 'afterDialogue'> | null;
  monthlyLimit: number | null;
  /** Words of the user's dictionary. */
  words: string[];
  projects: ArchivedProject[];
  /** Sentences about data that stays with the other server. */
  leftOut: string[];
}

export interface ArchivedProject {
  name: string;
  bytes: number;
  /** Return the archive of the project. Throws if it is damaged or too large. */
  open: () => Promise<File>;
}

/** The archive cannot be read; the message is for the user. */
export class ArchiveError extends Error {}

/** Limits of the file, of one text in it, and of all rows in a text. */
const limits = { bytes: 4_294_967_295, entries: 10_000, textBytes: 16 * 1024 * 1024 };

const personName = z.string().trim().min(1).max(maxPersonNameLength).nullable().catch(null);

/** An invalid setting counts as missing. */
const Account = z.object({
  format: z.literal(accountFormat.format).optional(),
  version: z.int().default(1),
  email: z.string().min(1).max(300),
  firstName: personName,
  lastName: personName,
  profileImageUrl: z.string().nullable().catch(null),
  elementKeys: z.enum(elementKeySets).nullable().catch(null),
  afterDialogue: z.enum(afterDialogueTypes).nullable().catch(null),
});
type Account = z.output<typeof Account>;

/** Read the download of an account. Throws ArchiveError. */
export async function readAccountArchive(file: Blob): Promise<AccountArchive> {
  if (file.size > limits.bytes)
    throw new ArchiveError('The file is larger than 4 GB. Unpack it, and import its projects one by one.');
  const zip = await openZip(file);
  try {
    const account = accountOf(await zip.text('account.json'));
    const { firstName, lastName, elementKeys, afterDialogue } = account;
    const limit = monthlyLimit.safeParse(rowsOf(await zip.text('spending_limits.jsonl'))[0]?.credits);
    return {
      email: account.email,
      names: firstName && lastName ? { firstName, lastName } : null,
      photo: await photoOf(zip, account),
      preferences: elementKeys || afterDialogue ? { elementKeys, afterDialogue } : null,
      monthlyLimit: limit.success ? limit.data : null,
      words: wordsIn(await zip.text('dictionary_words.jsonl')),
      projects: await Promise.all(zip.projects.map((entry) => projectOf(file, entry))),
      leftOut: leftOutIn(zip),
    };
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('The file is damaged. Download your data again, and choose the new file.');
  }
}

interface AccountZip {
  projects: ZipEntry[];
  has: (name: string) => boolean;
  /** Return the content of an entry; null if there is none. */
  blob: (name: string, maxBytes: number) => Promise<Blob | null>;
  text: (name: string) => Promise<string>;
}

async function openZip(file: Blob): Promise<AccountZip> {
  const entries = await entriesOf(file, limits.entries);
  if (!entries) throw new ArchiveError('The file could not be read as a zip file. It may be incomplete.');
  const account = entries.find(({ name }) => /^(?:[^/]+\/)?account\.json$/.test(name));
  if (!account)
    throw new ArchiveError(
      'This file is no download of an account. The archive of a single project is imported with New Project.',
    );
  // A file that was unpacked and packed again has a folder around its entries.
  const folder = account.name.slice(0, -'account.json'.length);
  const byName = new Map(
    entries.flatMap((entry) =>
      entry.name.startsWith(folder) ? [[entry.name.slice(folder.length), entry] as const] : [],
    ),
  );
  const blob = async (name: string, maxBytes: number) => {
    const entry = byName.get(name);
    return entry ? contentOf(file, entry, maxBytes) : null;
  };
  return {
    projects: [...byName].flatMap(([name, entry]) => (/^projects\/[^/]+\.zip$/.test(name) ? [entry] : [])),
    has: (name) => (byName.get(name)?.bytes ?? 0) > 0,
    blob,
    text: async (name) => (await (await blob(name, limits.textBytes))?.text()) ?? '',
  };
}

function accountOf(text: string): Account {
  const account = Account.safeParse(JSON.parse(text));
  if (!account.success) throw new ArchiveError('This file is no download of an account of Cold Open.');
  if (account.data.version > accountFormat.version)
    throw new ArchiveError('This file was made by a newer version of Cold Open.');
  return account.data;
}

function rowsOf(lines: string): Record<string, unknown>[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ ...JSON.parse(line) }));
}

/** Return the words of the user; those of projects are in the projects' archives. */
function wordsIn(lines: string): string[] {
  const own = rowsOf(lines).filter(({ projectId }) => projectId === null);
  return own.flatMap(({ word }) => {
    const parsed = dictionaryWord.safeParse(word);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Maximum size of a stored photo, which is far smaller than what can be uploaded. */
const maxPhotoBytes = 5 * 1024 * 1024;

async function photoOf(zip: AccountZip, { profileImageUrl }: Account): Promise<File | null> {
  const name = profileImageUrl?.split('/').at(-1);
  const photo = name ? await zip.blob(`files/${name}`, maxPhotoBytes) : null;
  return photo && name ? new File([photo], name, { type: 'image/webp' }) : null;
}

async function projectOf(file: Blob, entry: ZipEntry): Promise<ArchivedProject> {
  const fileName = entry.name.split('/').at(-1) ?? entry.name;
  const open = async () => new File([await contentOf(file, entry, archiveLimitBytes)], fileName);
  return { name: (await nameIn(entry, open)) ?? nameOfFile(fileName), bytes: entry.bytes, open };
}

/** Return the name in the manifest of a project that is not compressed; null otherwise. */
async function nameIn({ method }: ZipEntry, open: () => Promise<File>): Promise<string | null> {
  if (method !== 0) return null;
  try {
    const archive = await open();
    const manifest = (await entriesOf(archive, limits.entries))?.find(({ name }) => name === 'manifest.json');
    if (!manifest) return null;
    const { name } = JSON.parse(await (await contentOf(archive, manifest, limits.textBytes)).text());
    return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
  } catch {
    return null; // the server says what is wrong when the project is imported
  }
}

/** Return "Night Ferry" for "12_Night_Ferry_archive.zip". */
function nameOfFile(fileName: string): string {
  return fileName
    .replace(/^\d+_/, '')
    .replace(/(?:_archive)?\.zip$/i, '')
    .replaceAll('_', ' ');
}

/** Tables that cannot be imported, by their first reason. */
const stays: readonly [string[], string][] = [
  [
    ['project_shares'],
    'Projects of others, and your comments in them. Ask their owners for an invitation to the new server.',
  ],
  [['credit_transactions', 'payment_transactions'], 'Credits, payments and the subscription.'],
  [['custom_voices'], 'Voices that you designed. They belong to the voice provider of the other server.'],
  [['script_places'], 'Where you left each script.'],
  [['user_activity_logs', 'ai_usage_logs'], 'The logs of your sign-ins and AI calls.'],
];

function leftOutIn(zip: AccountZip): string[] {
  return stays.flatMap(([tables, text]) => (tables.some((table) => zip.has(`${table}.jsonl`)) ? [text] : []));
}
