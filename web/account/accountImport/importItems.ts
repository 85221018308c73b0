import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { updatePreferences } from '#shared/contract/account.ts';
import { addOwnWords, maxWordsInCall } from '#shared/contract/dictionary.ts';
import { call } from '#web/lib/api.ts';
import { fileSize } from '#web/lib/fileSize.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { useImportScript } from '#web/projects/projectActions.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { useSetOwnLimit, useUpdateProfile, useUploadPhoto } from '../account.data.ts';
import type { AccountArchive, ArchivedProject } from './readAccountArchive.ts';

export interface ImportRun {
  signal: AbortSignal;
  /** Share of the file sent, 0 to 1. */
  onProgress: (fraction: number) => void;
}

/** A part of an account that is imported as a whole or not at all. */
export interface ImportItem {
  id: string;
  label: string;
  detail: string;
  /** Import it. Returns the lines of the receipt that the user should check. */
  run: (options: ImportRun) => Promise<string[]>;
}

/** Return a function that lists the parts of an archive: projects first, then settings. */
export function useImportItems(): (archive: AccountArchive) => ImportItem[] {
  const queries = useQueryClient();
  const { mutateAsync: importScript } = useImportScript();
  const { mutateAsync: updateProfile } = useUpdateProfile();
  const { mutateAsync: uploadPhoto } = useUploadPhoto();
  const { mutateAsync: setLimit } = useSetOwnLimit();

  const itemOfProject = ({ name, bytes, open }: ArchivedProject, index: number): ImportItem => ({
    id: `project-${index}`,
    label: name,
    detail: fileSize(bytes),
    run: async (options) => {
      const { receipt } = await importScript({ file: await open(), ...options });
      return [...receipt.uncertain, ...receipt.shortened];
    },
  });
  const setting = (id: string, label: string, detail: string, run: () => Promise<unknown>): ImportItem => ({
    ...{ id, label, detail },
    run: async () => {
      await run();
      return [];
    },
  });

  return ({ projects, names, photo, preferences, monthlyLimit, words }) => {
    const items = projects.map(itemOfProject);
    if (names) {
      const { firstName, lastName } = names;
      items.push(setting('names', 'Your name', `${firstName} ${lastName}`, () => updateProfile(names)));
    }
    if (photo) items.push(setting('photo', 'Your photo', fileSize(photo.size), () => uploadPhoto(photo)));
    if (preferences)
      items.push(
        setting('preferences', 'Keys for writing', '', () => storePreferences(queries, preferences)),
      );
    if (monthlyLimit !== null) {
      const detail = `${monthlyLimit.toLocaleString('en')} credits`;
      items.push(setting('limit', 'Your monthly limit', detail, () => setLimit({ limit: monthlyLimit })));
    }
    if (words.length > 0)
      items.push({
        ...{ id: 'words', label: 'Your dictionary' },
        detail: `${words.length.toLocaleString('en')} ${words.length === 1 ? 'word' : 'words'}`,
        run: () => storeWords(queries, words),
      });
    return items;
  };
}

async function storePreferences(
  queries: QueryClient,
  { elementKeys, afterDialogue }: NonNullable<AccountArchive['preferences']>,
): Promise<void> {
  const body = { ...(elementKeys && { elementKeys }), ...(afterDialogue && { afterDialogue }) };
  objectCache(queries, currentUserQuery).set(await call(updatePreferences, { body }));
}

async function storeWords(queries: QueryClient, words: readonly string[]): Promise<string[]> {
  let leftOut = 0;
  for (let at = 0; at < words.length; at += maxWordsInCall) {
    const reply = await call(addOwnWords, { body: { words: words.slice(at, at + maxWordsInCall) } });
    leftOut += reply.leftOut;
  }
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('dictionary') });
  return leftOut > 0 ? [`${leftOut.toLocaleString('en')} words did not fit into your dictionary`] : [];
}
